// VS Code's own chat view: whether it lists the gateway's models, opening it, and the hint about it.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { CommandHandlers } from '../../../chat/host/chat';
import type { WindowState } from '../../../chat/node/windowState';
import { openSettings } from '../../../platform/host/settings';
import type { ModelCatalog } from '../../models/host/modelCatalog';
import type { VscodeChatViewState } from '../common/vscodeChatView';
import type { VscodeChatCommand } from '../common/vscodeChatViewCommands';
import { isVscodeChatEnabled } from './vscodeChatSettings';

const openCommand = 'workbench.action.chat.open';
/** VS Code's setting that hides its chat. */
const hidingSetting = 'chat.disableAIFeatures';
/** Without it, the chat that VS Code opens from 1.140 on lists no models of extensions. */
const listingSetting = 'chat.agentHost.byokModels.enabled';
const firstVersionWithListingSetting = 140;
const dismissedKey = 'portico.vscodeChatHintDismissed';

export interface VscodeChatHintDeps {
  readonly globalState: vscode.Memento;
  readonly windowState: WindowState;
}

export function vscodeChatCommands({
  globalState,
  windowState,
}: VscodeChatHintDeps): CommandHandlers<VscodeChatCommand> {
  return {
    openVscodeChat: () => vscode.commands.executeCommand(openCommand),
    openVscodeChatSetting: () => openSettings(listingSetting),
    dismissVscodeChatHint: async () => {
      windowState.update({ type: 'vscodeChat', vscodeChatHint: 'none' });
      await globalState.update(dismissedKey, true);
    },
  };
}

export interface VscodeChatFollowerDeps extends VscodeChatHintDeps {
  readonly catalog: Pick<ModelCatalog, 'lastList'>;
  readonly reportError: (error: unknown) => void;
}

/**
 * Shows in empty chats whether the gateway's models are in VS Code's chat.
 * @param onDidChangeModels fires when the models that Portico offers may have changed
 */
export function followVscodeChat(
  { globalState, windowState, catalog, reportError }: VscodeChatFollowerDeps,
  onDidChangeModels: Event<void>,
): Disposable {
  const show = (): void => {
    const isDismissed = globalState.get(dismissedKey) === true;
    vscodeChatHint(isDismissed, catalog)
      .then((hint) => windowState.update({ type: 'vscodeChat', vscodeChatHint: hint }))
      .catch(reportError);
  };
  show();
  return new DisposableStore(
    onDidChangeModels(show),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if ([hidingSetting, listingSetting].some((id) => change.affectsConfiguration(id))) {
        show();
      }
    }),
  );
}

async function vscodeChatHint(
  isDismissed: boolean,
  catalog: Pick<ModelCatalog, 'lastList'>,
): Promise<NonNullable<VscodeChatViewState['vscodeChatHint']>> {
  const settings = vscode.workspace.getConfiguration();
  if (isDismissed || !isVscodeChatEnabled() || settings.get(hidingSetting) === true) {
    return 'none';
  }
  const [commands, list] = await Promise.all([
    vscode.commands.getCommands(true),
    catalog.lastList(),
  ]);
  if (!commands.includes(openCommand) || list?.models.some(({ chat }) => chat) !== true) {
    return 'none';
  }
  const minorVersion = Number(vscode.version.split('.')[1]);
  const isListingOff =
    minorVersion >= firstVersionWithListingSetting &&
    settings.inspect(listingSetting)?.defaultValue !== undefined &&
    settings.get(listingSetting) !== true;
  return isListingOff ? 'needsSetting' : 'listed';
}
