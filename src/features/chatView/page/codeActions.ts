// The buttons of code blocks. The page sends the host the position of the block, never the code itself.
import type { CodeBlockPosition } from '../common/protocol';
import type { Post } from './host';
import { isCodeWrapped, wrapCode } from '../../../markdown/page/code/codeBlock';
import { unfoldCode } from '../../../markdown/page/code/codeFold';

const confirmationMs = 1_200;

/** `holdPosition` is called before the height of the conversation changes. */
export function listenToCodeButtons(post: Post, holdPosition: () => void): void {
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
    switch (button.dataset['codeAction']) {
      case 'copy':
        post({ type: 'copyCode', messageId, block });
        showConfirmed(button);
        break;
      case 'insert':
        // Confirmed by `showInserted` once the host reports it.
        post({ type: 'insertCode', messageId, block });
        break;
      case 'wrap':
        holdPosition();
        wrapCode(!isCodeWrapped());
        post({ type: 'wrapCode', isOn: isCodeWrapped() });
        break;
      default:
        holdPosition();
        unfoldCode(codeBlock);
    }
  });
  // Sent by find before it scrolls to a match in a folded block.
  document.addEventListener(
    'beforematch',
    ({ target }) => {
      if (target instanceof Element && target.matches('.code-block')) {
        unfoldCode(target);
      }
    },
    true,
  );
}

/** Confirms that the code of a block was inserted. */
export function showInserted({ messageId, block }: CodeBlockPosition): void {
  // Not in the reasoning, whose code blocks are numbered separately.
  const button = document.querySelector(
    `[data-message-id="${CSS.escape(messageId)}"] > .markdown [data-code-block="${block}"] [data-code-action="insert"]`,
  );
  if (button instanceof HTMLElement) {
    showConfirmed(button);
  }
}

export function showConfirmed(button: HTMLElement): void {
  button.classList.add('confirmed');
  setTimeout(() => button.classList.remove('confirmed'), confirmationMs);
}
