// Folds long code blocks of answers that were complete when they were rendered. A block that grows in view is never
// folded: that would move the text that the user is reading.
import * as l10n from '@vscode/l10n';

/** A longer block is folded. It then shows 20 lines: fewer than 10 hidden ones would not be worth the button. */
export const maxUnfoldedLines = 30;

/** The blocks that the user has unfolded: they stay so when they are rendered again. */
const unfolded = new Set<string>();

/** Hides the lines after the first ones, unless the user has unfolded the block before. */
export function foldCode(block: Element): void {
  block.classList.toggle('folded', !unfolded.has(keyOf(block)));
}

/** Adds the button that shows all lines of a block, and folds it again. */
export function addFoldButton(block: HTMLElement, lineCount: number): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-fold';
  button.dataset['codeAction'] = 'fold';
  block.dataset['lines'] = String(lineCount);
  block.append(button);
  updateFoldButton(block);
}

export function setFolded(block: HTMLElement, isFolded: boolean): void {
  unfolded[isFolded ? 'delete' : 'add'](keyOf(block));
  foldCode(block);
  updateFoldButton(block);
}

function updateFoldButton(block: HTMLElement): void {
  const button = block.querySelector('.code-fold');
  const isFolded = block.classList.contains('folded');
  if (button !== null) {
    button.ariaExpanded = String(!isFolded);
    button.textContent = isFolded
      ? l10n.t('Show all {0} lines', block.dataset['lines'] ?? '')
      : l10n.t('Show less');
  }
}

function keyOf(block: Element): string {
  const id = block.closest('[data-message-id]')?.getAttribute('data-message-id');
  return `${id}/${block.getAttribute('data-code-block')}`;
}
