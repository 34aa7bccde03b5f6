// Folds long code blocks of answers that were complete when they were rendered. A block that grows in view is never
// folded: that would move the text that the user is reading.
import * as l10n from '@vscode/l10n';

/** The lines that a folded block shows; styles/code.css has the same number. */
export const maxFoldedLines = 40;

/** The blocks that the user has unfolded: they stay so when they are rendered again. */
const unfolded = new Set<string>();

/** Hides the lines after the first ones, unless the user has unfolded the block before. */
export function foldCode(block: Element): void {
  if (!unfolded.has(keyOf(block))) {
    block.classList.add('folded');
  }
}

/** Adds the button that shows all lines of a folded block. */
export function addUnfoldButton(block: Element, lineCount: number): void {
  if (block.classList.contains('folded')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'code-fold';
    button.dataset['codeAction'] = 'unfold';
    button.textContent = l10n.t('Show all {0} lines', lineCount);
    block.append(button);
  }
}

export function unfoldCode(block: Element): void {
  unfolded.add(keyOf(block));
  const button = block.querySelector('.code-fold');
  if (button === document.activeElement) {
    block.querySelector('pre')?.focus({ preventScroll: true });
  }
  block.classList.remove('folded');
  button?.remove();
}

function keyOf(block: Element): string {
  const id = block.closest('[data-message-id]')?.getAttribute('data-message-id');
  return `${id}/${block.getAttribute('data-code-block')}`;
}
