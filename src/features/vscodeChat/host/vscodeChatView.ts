// VS Code's own chat view: whether it can be opened, and opening it.
import * as vscode from 'vscode';
import type { CommandHandlers } from '../../chatView/host/chats/chat';
import type { WindowState } from '../../chatView/node/windowState';
import type { VscodeChatCommand } from '../common/vscodeChatViewCommands';
import { isVscodeChatEnabled } from './vscodeChatSettings';

const openCommand = 'workbench.action.chat.open';
/** VS Code's setting that hides its chat. */
const hidingSetting = 'chat.disableAIFeatures';

export const vscodeChatCommands: CommandHandlers<VscodeChatCommand> = {
  openVscodeChat: () => vscode.commands.executeCommand(openCommand),
};

/** Shows in empty chats whether the gateway's models are in VS Code's chat, now and when the settings change. */
export function followVscodeChat(
  windowState: WindowState,
  reportError: (error: unknown) => void,
): vscode.Disposable {
  const show = async (): Promise<void> =>
    windowState.update({ type: 'vscodeChat', isInVscodeChat: await isOffered() });
  show().catch(reportError);
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (
      change.affectsConfiguration('portico.vscodeChat.enabled') ||
      change.affectsConfiguration(hidingSetting)
    ) {
      show().catch(reportError);
    }
  });
}

async function isOffered(): Promise<boolean> {
  const isHidden = vscode.workspace.getConfiguration().get(hidingSetting) === true;
  return (
    isVscodeChatEnabled() &&
    !isHidden &&
    (await vscode.commands.getCommands(true)).includes(openCommand)
  );
}
