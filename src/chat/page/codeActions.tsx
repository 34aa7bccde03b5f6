// The buttons of code blocks and tables. The page sends the host the position of a code block, never the code itself.
import * as l10n from '@vscode/l10n';
import {
  addCodeButton,
  codeBlockClosed,
  codeButton,
  isCodeWrapped,
  wrapCode,
} from '../../markdown/page/code/codeBlock';
import { setFolded } from '../../markdown/page/code/codeFold';
import { tableFormats, tableText } from '../../markdown/page/tableView';
import type { CodeBlockPosition } from '../common/protocol';
import { prepareMenu, type MenuItem } from './components/MoreMenu';
import type { Post } from './hostConnection';
import type { CodeBlockFeature } from './pageFeatures';

const confirmationMs = 1_200;

/** `holdPosition` is called before the height of the conversation changes. */
export function listenToCodeButtons(
  post: Post,
  features: readonly CodeBlockFeature[],
  holdPosition: () => void,
): void {
  for (const { button } of features) {
    addCodeButton(button);
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-code-action]') : null;
    const answer = button?.closest('[data-message-id]');
    const codeBlock = button?.closest('.code-block');
    if (
      !(button instanceof HTMLButtonElement) ||
      !(answer instanceof HTMLElement) ||
      !(codeBlock instanceof HTMLElement)
    ) {
      return;
    }
    const position = {
      messageId: answer.dataset['messageId'] ?? '',
      block: Number(codeBlock.dataset['codeBlock']),
    };
    const { codeAction } = button.dataset;
    switch (codeAction) {
      case 'copy':
        post({ type: 'copyCode', ...position });
        showConfirmed(button);
        break;
      case 'preview':
        post({ type: 'previewCode', ...position });
        break;
      case 'more':
        // Not in the toolbar, where the arrow keys would reach its items.
        prepareMenu(button, codeBlock, [
          ...(isInReasoning(codeBlock)
            ? []
            : [
                insertItem(post, position),
                ...features.flatMap((each) => each.menuItems(position)),
              ]),
          {
            label: l10n.t('Wrap lines'),
            isChecked: isCodeWrapped(),
            onSelect: () => {
              holdPosition();
              wrapCode(!isCodeWrapped());
              post({ type: 'wrapCode', isOn: isCodeWrapped() });
            },
          },
        ]);
        break;
      case 'fold':
        holdPosition();
        toggleFold(button, codeBlock);
        break;
      default:
        for (const { didPress } of features) {
          didPress[codeAction ?? '']?.(button, position);
        }
    }
  });
  document.addEventListener(codeBlockClosed, ({ target }) => {
    if (target instanceof HTMLElement && !isInReasoning(target)) {
      addPreview(target);
    }
  });
  // Sent by find before it scrolls to a match in a folded block.
  document.addEventListener(
    'beforematch',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches('.code-block')) {
        setFolded(target, false);
      }
    },
    true,
  );
}

export function listenToTableButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof HTMLElement ? target.closest('button') : null;
    const format = tableFormats.find((name) => name === button?.dataset['copyTable']);
    const table = button?.closest('.table-block');
    const text = format && table ? tableText(table, format) : undefined;
    if (button && text !== undefined) {
      void navigator.clipboard.writeText(text).then(() => showConfirmed(button));
    }
  });
}

/** What follows a block that is folded stays where it is, and so does the button. */
function toggleFold(button: Element, codeBlock: HTMLElement): void {
  const isFolded = codeBlock.classList.contains('folded');
  const { top } = button.getBoundingClientRect();
  setFolded(codeBlock, !isFolded);
  if (!isFolded) {
    codeBlock.closest('.log')?.scrollBy(0, button.getBoundingClientRect().top - top);
  }
}

/** The code blocks of the reasoning are numbered separately: a position means a block of the answer's text. */
export function isInReasoning(codeBlock: Element): boolean {
  return codeBlock.closest('.reasoning') !== null;
}

/** Of the languages that VS Code's Markdown preview draws. */
function addPreview(codeBlock: Element): void {
  if (codeBlock.querySelector('.code-language')?.textContent === 'mermaid') {
    const button = codeButton({ action: 'preview', label: () => l10n.t('Preview') });
    codeBlock.querySelector('.code-button, [data-code-action="copy"]')?.before(button);
  }
}

function insertItem(post: Post, position: CodeBlockPosition): MenuItem {
  return {
    label: l10n.t('Insert at cursor'),
    // Confirmed by `showInserted` once the host reports it.
    onSelect: () => post({ type: 'insertCode', ...position }),
  };
}

/** Confirms that the code of a block was inserted. */
export function showInserted(position: CodeBlockPosition): void {
  const button = findButton(position, 'more');
  if (button !== undefined) {
    showConfirmed(button);
  }
}

/** A button of a code block; not of those in the reasoning, which are numbered separately. */
export function findButton(
  { messageId, block }: CodeBlockPosition,
  action: string,
): HTMLElement | undefined {
  const found = document.querySelector(
    `[data-message-id="${CSS.escape(messageId)}"] > .markdown [data-code-block="${block}"] [data-code-action="${action}"]`,
  );
  return found instanceof HTMLElement ? found : undefined;
}

export function showConfirmed(button: HTMLElement): void {
  button.classList.add('confirmed');
  setTimeout(() => button.classList.remove('confirmed'), confirmationMs);
}
