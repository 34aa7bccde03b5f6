// Registers the commands of the history.
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { RequestBuilderDeps } from '../../../conversation/node/request/requestBuilder';
import { afterActivation } from '../../../platform/host/afterActivation';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { registerCommands } from '../../../platform/host/typedCommands';
import type { CurrentConnection } from '../../setup/host/currentConnection';
import type { HistoryServices } from './createHistory';
import { HistoryCommands, type HistoryCommandsDeps } from './historyCommands';
import { historyContributions } from './historyContributions';
import type { RecentChats } from './recentChats';

export function registerHistory({
  clock,
  workspace,
  reportError,
  current,
  chats,
  store,
  history,
  historyThread,
  requestSettings,
  lookUpModel,
  createChatModel,
  ledger,
  recentChats,
  onDidShowBlank,
}: Omit<HistoryCommandsDeps, 'requestDeps' | 'resolveConnection'> &
  Pick<HistoryServices, 'historyThread'> &
  RequestBuilderDeps & {
    readonly current: CurrentConnection;
    readonly recentChats: RecentChats;
    /** Fires when a page shows a chat without messages. */
    readonly onDidShowBlank: Event<unknown>;
  }): Disposable {
  const commands = new HistoryCommands({
    history,
    clock,
    workspace,
    reportError,
    chats,
    store,
    requestDeps: { clock, requestSettings, lookUpModel },
    createChatModel,
    ledger,
    resolveConnection: () => current.resolve(),
  });
  return new DisposableStore(
    registerCommands(historyContributions.commandIds, {
      renameChat: () => chats.returnFocus.after(() => commands.renameCurrent(), 'inputBox'),
      deleteChat: () => commands.deleteCurrent(),
      showHistory: () => commands.show(),
      deleteHistory: () => commands.deleteAll(),
    }),
    onDidShowBlank(() => recentChats.refresh()),
    afterActivation(() =>
      onDidChangeSetting(['portico.history.enabled'], () => void historyThread.close()),
    ),
  );
}
