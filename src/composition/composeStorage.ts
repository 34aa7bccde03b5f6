// Composes what is stored on disk: the journal of conversations, the history and its search index.
import { join } from 'node:path';
import { HistorySettingStore } from '../conversation/node/historySettingStore';
import { HistoryThread } from '../features/history/node/historyThread';
import { scheduleCleanup } from '../features/history/node/scheduleCleanup';
import { StoredHistory } from '../features/history/node/storedHistory';
import { Trash } from '../features/history/node/trash';
import { JournalStore } from '../storage/node/journal/journalStore';
import { storagePaths } from '../storage/node/storagePaths';
import type { Chat } from '../features/chatView/host/chats/chat';
import { warnOfStorageProblems } from '../features/chatView/host/chats/storageWarnings';
import { isHistoryEnabled, historyKeepDays } from '../platform/host/settings';
import type { CoreServices } from './coreServices';

export type StorageServices = ReturnType<typeof composeStorage>;

export function composeStorage({
  context,
  disposables,
  clock,
  log,
  reportError,
  storageFolder,
  workspace,
}: CoreServices) {
  /** The chats of this window by ID; the chat registry adds and removes them. */
  const openChats = new Map<string, Chat>();
  const journal = disposables.add(
    new JournalStore({
      root: storageFolder,
      clock,
      isHistoryEnabled,
      ...(workspace === undefined ? {} : { workspace }),
    }),
  );
  disposables.add(warnOfStorageProblems(journal, log));
  const store = new HistorySettingStore({
    store: journal,
    isHistoryEnabled,
    openConversation: (id) => openChats.get(id)?.session.conversation,
  });
  const paths = storagePaths(storageFolder);
  const thread = disposables.add(
    new HistoryThread(
      context.asAbsolutePath(join('dist', 'historyWorker.js')),
      { conversations: paths.conversations, index: join(storageFolder, 'history', 'words.db') },
      isHistoryEnabled,
    ),
  );
  const history = new StoredHistory({ store: journal, thread, trash: new Trash(paths), clock });
  const { globalState } = context;
  disposables.add(
    scheduleCleanup({
      clock,
      cleanUp: () => history.cleanUp(historyKeepDays(), (id) => openChats.has(id)),
      lastCleanupAt: () => globalState.get('portico.lastHistoryCleanupAt', 0),
      setLastCleanupAt: (at) => void globalState.update('portico.lastHistoryCleanupAt', at),
      reportError,
    }),
  );
  return { openChats, journal, store, thread, history };
}
