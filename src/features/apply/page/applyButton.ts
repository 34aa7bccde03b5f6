// The Apply button of a code block, and what the block's menu has of Apply.
import * as l10n from '@vscode/l10n';
import type { CodeBlockPosition } from '../../../chat/common/protocol';
import { findButton } from '../../../chat/page/codeActions';
import type { Post } from '../../../chat/page/hostConnection';
import type { CodeBlockFeature } from '../../../chat/page/pageFeatures';

export const applyAction = 'apply';

export function applyButton(post: Post): CodeBlockFeature {
  return {
    button: { action: applyAction, label: () => l10n.t('Apply') },
    didPress: (button, position) =>
      startApply(button, () => post({ type: 'applyCode', ...position })),
    menuItems: (position) => [
      { label: l10n.t('New file'), onSelect: () => post({ type: 'newFile', ...position }) },
      {
        label: l10n.t('Send to terminal'),
        onSelect: () => post({ type: 'sendToTerminal', ...position }),
      },
    ],
  };
}

/**
 * Shows progress until `endApply()`: finding the place may wait for a language server, and a second click would start it
 * again.
 */
export function startApply(button: HTMLElement, start: () => void): void {
  if (button.ariaBusy === 'true') {
    return;
  }
  const mark = document.createElement('span');
  mark.className = 'codicon codicon-loading codicon-modifier-spin';
  mark.ariaHidden = 'true';
  button.append(mark);
  button.ariaBusy = 'true';
  start();
}

/** @param block if absent, the button for all blocks is meant */
export function endApply({
  messageId,
  block,
}: Pick<CodeBlockPosition, 'messageId'> & Partial<CodeBlockPosition>): void {
  const button =
    block === undefined
      ? document.querySelector(`[data-message-id="${CSS.escape(messageId)}"] [data-apply-all]`)
      : findButton({ messageId, block }, applyAction);
  if (button) {
    button.querySelector('.codicon-loading')?.remove();
    button.ariaBusy = null;
  }
}
