// The Apply button of a code block, and what the block's menu has of Apply.
import * as l10n from '@vscode/l10n';
import type { CodeBlockPosition } from '../../../chat/common/protocol';
import { findButton } from '../../../chat/page/codeActions';
import type { Post } from '../../../chat/page/hostConnection';
import type { CodeBlockFeature } from '../../../chat/page/pageFeatures';
import { setCodeButton, type CodeButton } from '../../../markdown/page/code/codeBlock';
import { iconElement } from '../../../markdown/page/containers';
import { shellLanguage } from '../common/shellLanguages';

const applyAction = 'apply';
const terminalAction = 'terminal';

const applyCodeButton: CodeButton = { action: applyAction, label: () => l10n.t('Apply') };
const terminalButton: CodeButton = {
  action: terminalAction,
  label: () => l10n.t('Send to terminal'),
};

export const redoButton: CodeButton = {
  action: 'redo',
  label: () => l10n.t('Ask the model to redo this'),
};

function buttonOf(language: string): CodeButton {
  return shellLanguage.test(language) ? terminalButton : applyCodeButton;
}

export function applyButton(post: Post): CodeBlockFeature {
  return {
    button: buttonOf,
    didPress: {
      [applyAction]: (button, position) =>
        startApply(button, () => post({ type: 'applyCode', ...position })),
      [terminalAction]: (_button, position) => post({ type: 'sendToTerminal', ...position }),
      [redoButton.action]: (_button, position) => post({ type: 'redoCode', ...position }),
    },
    menuItems: (position) => {
      const isShell = findButton(position, terminalAction) !== undefined;
      const { label } = isShell ? applyCodeButton : terminalButton;
      const type = isShell ? 'applyCode' : 'sendToTerminal';
      return [
        { label: l10n.t('New file'), onSelect: () => post({ type: 'newFile', ...position }) },
        { label: label(), onSelect: () => post({ type, ...position }) },
      ];
    },
  };
}

/** The button of the header that is applied or run. A script with a place in a file is no command. */
export function mainButton(block: Element, isPlaced: boolean): Element | null {
  const found = block.querySelector(
    `[data-code-action="${applyAction}"], [data-code-action="${terminalAction}"]`,
  );
  if (found !== null) {
    const language = block.querySelector('.code-language')?.textContent ?? '';
    setCodeButton(found, isPlaced ? applyCodeButton : buttonOf(language));
  }
  return found;
}

/**
 * Shows progress until `endApply()`: finding the place may wait for a language server, and a second click would start it
 * again.
 */
export function startApply(button: HTMLElement, start: () => void): void {
  if (button.ariaBusy === 'true') {
    return;
  }
  button.append(iconElement('loading codicon-modifier-spin'));
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

export function redoTitle(): string {
  return l10n.t(
    'Sends this part of the file as it is now to the model, which costs a request. If you have not attached the file, you send it from the message box.',
  );
}
