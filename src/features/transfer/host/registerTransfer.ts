// Registers the commands that import, export and copy chats.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { ChatStorageServices } from '../../../chat/host/createChatStorage';
import { registerCommands, withArgument } from '../../../platform/host/typedCommands';
import type { HistoryServices } from '../../history/host/createHistory';
import { ChatLibrary } from '../node/chatLibrary';
import { ChatExport, exportOptions } from './chatExport';
import { ChatImport, importOptions } from './chatImport';
import { transferContributions } from './transferContributions';

export function registerTransfer({
  clock,
  reportError,
  chats,
  journal,
  history,
}: Pick<ChatStorageServices, 'journal'> &
  Pick<HistoryServices, 'history'> & {
    readonly clock: Clock;
    readonly reportError: (error: unknown) => void;
    readonly chats: ChatWindow;
  }): Disposable {
  const library = new ChatLibrary({
    store: journal,
    openChats: () => [...chats.registry.all].map(({ session }) => session),
    listSaved: () => history.all(),
    rename: (id, title) => journal.saveMetadata(id, { type: 'renamed', title }),
  });
  const chatExport = new ChatExport({ library, chats, now: () => clock.now(), reportError });
  const chatImport = new ChatImport({ library, chats, reportError });
  return registerCommands(transferContributions.commandIds, {
    copyChat: () => chatExport.copyCurrent(),
    exportChat: withArgument(exportOptions, (options) => chatExport.run(options)),
    importChats: withArgument(importOptions, (options) => chatImport.run(options)),
  });
}
