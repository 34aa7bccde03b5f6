// Registers the commands of the history.
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { RequestBuilderDeps } from '../../../conversation/node/request/requestBuilder';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { CoreServices } from '../../../platform/host/coreServices';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ChatStorageServices } from '../../../chat/host/createChatStorage';
import type { ConnectionServices } from '../../setup/host/createConnections';
import type { HistoryServices } from './createHistory';
import { HistoryCommands, type HistoryCommandsDeps } from './historyCommands';
import { historyContributions } from './historyContributions';

export interface HistoryRegistrationServices
  extends
    CoreServices,
    ConnectionServices,
    ChatStorageServices,
    HistoryServices,
    RequestBuilderDeps {
  readonly chats: ChatWindow;
  readonly createChatModel: HistoryCommandsDeps['createChatModel'];
}

export function registerHistory(services: HistoryRegistrationServices): Disposable {
  const { current, chats, historyThread } = services;
  const commands = new HistoryCommands({
    ...services,
    requestDeps: services,
    resolveConnection: () => current.resolve(),
  });
  return new DisposableStore(
    registerCommands(historyContributions.commandIds, {
      renameChat: () => chats.returnFocus.after(() => commands.renameCurrent(), 'inputBox'),
      deleteChat: () => commands.deleteCurrent(),
      showHistory: () => commands.show(),
      deleteHistory: () => commands.deleteAll(),
    }),
    afterActivation(() =>
      onDidChangeSetting(['portico.history.enabled'], () => void historyThread.close()),
    ),
  );
}
