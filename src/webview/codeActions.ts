// The buttons of code blocks. The page sends the host the position of the block, never the code itself.
import type { Post } from './host';

export function listenToCodeButtons(post: Post): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-code-action]') : null;
    const answer = button?.closest('[data-message-id]');
    const codeBlock = button?.closest('.code-block');
    if (
      !(button instanceof HTMLElement) ||
      !(answer instanceof HTMLElement) ||
      !(codeBlock instanceof HTMLElement)
    ) {
      return;
    }
    const messageId = answer.dataset['messageId'] ?? '';
    const block = Number(codeBlock.dataset['codeBlock']);
    const type = button.dataset['codeAction'] === 'copy' ? 'copyCode' : 'insertCode';
    post({ type, messageId, block });
    showConfirmed(button);
  });
}

export function showConfirmed(button: HTMLElement): void {
  button.classList.add('confirmed');
  button.addEventListener('animationend', () => button.classList.remove('confirmed'), {
    once: true,
  });
}
