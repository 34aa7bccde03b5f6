// The buttons of code blocks: the host is told which block of which answer, never the code itself.
import type { Post } from './host';

export function listenToCode(post: Post): void {
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest('button[data-code-action]') : null;
    const answer = button?.closest('[data-message-id]');
    const block = button?.closest('.code-block');
    if (!(button instanceof HTMLElement) || !(answer instanceof HTMLElement) || !block) {
      return;
    }
    const messageId = answer.dataset['messageId'] ?? '';
    const index = [...answer.querySelectorAll('.code-block')].indexOf(block);
    if (button.dataset['codeAction'] === 'copy') {
      post({ type: 'copyCode', messageId, block: index });
    } else {
      post({ type: 'insertCode', messageId, block: index });
    }
    confirmOn(button);
  });
}

/** A tick for a moment: the press was taken. */
export function confirmOn(button: HTMLElement): void {
  button.classList.add('confirmed');
  button.addEventListener('animationend', () => button.classList.remove('confirmed'), {
    once: true,
  });
}
