// Registers the commands of the history.
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { ModelFactRecorder } from '../../../conversation/node/retry/modelFactRecorder';
import { RetryingChatModel } from '../../../conversation/node/retry/retryingChatModel';
import { afterActivation } from '../../../platform/host/afterActivation';
import type { CoreServices } from '../../../platform/host/coreServices';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { ChatWindow } from '../../chatView/host/chats/chatWindow';
import type { ChatStorageServices } from '../../chatView/host/chats/createChatStorage';
import type { ModelLookup } from '../../models/host/modelLookup';
import { requestSettings } from '../../models/host/requestSettings';
import type { ConnectionServices } from '../../setup/host/createConnections';
import type { HistoryServices } from './createHistory';
import { HistoryCommands } from './historyCommands';
import { historyContributions } from './historyContributions';

export interface HistoryRegistrationServices
  extends CoreServices, ConnectionServices, ChatStorageServices, HistoryServices {
  readonly chats: ChatWindow;
  readonly lookup: ModelLookup;
  readonly factRecorder: ModelFactRecorder;
}

export function registerHistory(services: HistoryRegistrationServices): Disposable {
  const { clock, gateway, current, chats, lookup, historyThread } = services;
  const commands = new HistoryCommands({
    ...services,
    createChatModel: (connection) => {
      const { chatModel } = gateway.connect(async () => connection);
      return new RetryingChatModel({ ...services, chatModel });
    },
    requestDeps: { clock, requestSettings, lookUpModel: (model) => lookup.forRequest(model) },
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
