// Creates what stores the chats on disk.
import { HistorySettingStore } from '../../conversation/node/historySettingStore';
import type { CoreServices } from '../../platform/host/coreServices';
import { JournalStore } from '../../storage/node/journal/journalStore';
import type { Chat } from './chat';
import { isHistoryEnabled } from './chatPreferences';
import { pingWindow } from './pingWindow';
import { warnOfStorageProblems } from './storageWarnings';

export interface ChatStorageServices {
  /** The chats of this window by ID; the chat registry adds and removes them. */
  readonly openChats: Map<string, Chat>;
  readonly journal: JournalStore;
  /** Stores in the journal, or in memory while history is off. */
  readonly store: HistorySettingStore;
}

/** A reloaded window finds the drafts that were typed in it by the name that it had. */
const windowNameKey = 'portico.windowName';

export function createChatStorage({
  disposables,
  clock,
  log,
  storageFolder,
  windowMemento,
  workspace,
}: Pick<
  CoreServices,
  'disposables' | 'clock' | 'log' | 'storageFolder' | 'windowMemento' | 'workspace'
>): ChatStorageServices {
  const openChats = new Map<string, Chat>();
  const former = windowMemento.get<unknown>(windowNameKey);
  const journal = disposables.add(
    new JournalStore({
      root: storageFolder,
      clock,
      isHistoryEnabled,
      isWindowAlive: () => pingWindow(clock),
      ...(typeof former === 'string' ? { formerWriter: former } : {}),
      ...(workspace === undefined ? {} : { workspace }),
    }),
  );
  void windowMemento.update(windowNameKey, journal.writer);
  disposables.add(warnOfStorageProblems(journal, log));
  const store = new HistorySettingStore({
    store: journal,
    isHistoryEnabled,
    openConversation: (id) => openChats.get(id)?.session.conversation,
  });
  return { openChats, journal, store };
}
