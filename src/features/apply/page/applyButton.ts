// The Apply button of a code block, and what the block's menu has of Apply.
import * as l10n from '@vscode/l10n';
import { findButton } from '../../../chat/page/codeActions';
import type { CodeBlockFeature } from '../../../chat/page/pageFeatures';
import type { Post } from '../../../chat/page/hostConnection';
import type { CodeBlockPosition } from '../../../chat/common/protocol';

export const applyAction = 'apply';

export function applyButton(post: Post): CodeBlockFeature {
  return {
    button: { action: applyAction, label: () => l10n.t('Apply') },
    didPress: (button, position) => {
      // A second click would start it again.
      if (button.ariaBusy !== 'true') {
        showBusy(button);
        post({ type: 'applyCode', ...position });
      }
    },
    menuItems: (position) => [
      { label: l10n.t('New file'), onSelect: () => post({ type: 'newFile', ...position }) },
      {
        label: l10n.t('Send to terminal'),
        onSelect: () => post({ type: 'sendToTerminal', ...position }),
      },
    ],
  };
}

/** Shows progress until `endApply()`: finding the place may wait for a language server. */
function showBusy(button: HTMLElement): void {
  const mark = document.createElement('span');
  mark.className = 'codicon codicon-loading codicon-modifier-spin';
  mark.ariaHidden = 'true';
  button.append(mark);
  button.ariaBusy = 'true';
}

export function endApply(position: CodeBlockPosition): void {
  const button = findButton(position, applyAction);
  if (button !== undefined) {
    button.querySelector('.codicon-loading')?.remove();
    button.ariaBusy = null;
  }
}
