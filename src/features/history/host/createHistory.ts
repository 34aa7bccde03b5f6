// Creates the history: what lists, searches and deletes the stored chats.
import { join } from 'node:path';
import * as v from 'valibot';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { ChatStorageServices } from '../../../chat/host/createChatStorage';
import type { CoreServices } from '../../../platform/host/coreServices';
import { settingsReader } from '../../../platform/host/settings';
import { storagePaths } from '../../../storage/node/storagePaths';
import { HistoryThread } from '../node/historyThread';
import { scheduleCleanup } from '../node/scheduleCleanup';
import { StoredHistory } from '../node/storedHistory';
import { Trash } from '../node/trash';
import { historyContributions } from './historyContributions';

export interface HistoryServices {
  readonly history: StoredHistory;
  /** Close it when `portico.history.enabled` changes: it reads the setting at each start. */
  readonly historyThread: HistoryThread;
}

export function createHistory({
  disposables,
  clock,
  reportError,
  globalState,
  storageFolder,
  scriptPath,
  journal,
  openChats,
}: Pick<
  CoreServices,
  'disposables' | 'clock' | 'reportError' | 'globalState' | 'storageFolder' | 'scriptPath'
> &
  Pick<ChatStorageServices, 'journal' | 'openChats'>): HistoryServices {
  const paths = storagePaths(storageFolder);
  const historyThread = disposables.add(
    new HistoryThread(
      scriptPath('historyWorker.js'),
      { conversations: paths.conversations, index: join(storageFolder, 'history', 'words.db') },
      isHistoryEnabled,
    ),
  );
  const history = new StoredHistory({
    store: journal,
    thread: historyThread,
    trash: new Trash(paths),
    clock,
  });
  disposables.add(
    scheduleCleanup({
      clock,
      cleanUp: () => history.cleanUp(keepDays(), (id) => openChats.has(id)),
      lastCleanupAt: () => globalState.get('portico.lastHistoryCleanupAt', 0),
      setLastCleanupAt: (at) => void globalState.update('portico.lastHistoryCleanupAt', at),
      reportError,
    }),
  );
  return { history, historyThread };
}

const { userValue } = settingsReader(historyContributions.settings);

/** Days until an inactive chat moves to the trash; 0 for never, and while history is off. */
function keepDays(): number {
  const days = v.fallback(v.pipe(v.number(), v.minValue(0)), 0);
  return isHistoryEnabled() ? v.parse(days, userValue('portico.history.keepDays')) : 0;
}
