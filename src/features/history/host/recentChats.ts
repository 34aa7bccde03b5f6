// The chats that an empty view offers to continue.
import type { Clock } from '../../../base/clock';
import type { CommandHandlers } from '../../../chat/host/chat';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { ChatWindow } from '../../../chat/host/chatWindow';
import type { WindowState } from '../../../chat/node/windowState';
import { ageText } from '../../../platform/host/text/ageText';
import type { RecentChat } from '../common/historyView';
import type { HistoryCommand } from '../common/historyViewCommands';
import type { StoredHistory } from '../node/storedHistory';
import { displayTitle } from './historyRows';

const maxShown = 5;
/** More than are shown, because the history lists pinned chats first, however old they are. */
const maxRead = 30;

export interface RecentChatsDeps {
  readonly history: Pick<StoredHistory, 'latest'>;
  readonly chats: ChatWindow;
  readonly windowState: WindowState;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

export class RecentChats {
  readonly commands: CommandHandlers<HistoryCommand> = {
    openChat: async ({ id }) => {
      if (!(await this.deps.chats.open(id))) {
        // Another window has deleted it.
        this.refresh();
      }
    },
  };

  constructor(private readonly deps: RecentChatsDeps) {}

  /** Call this when an empty chat is shown. */
  refresh(): void {
    this.#refresh().catch(this.deps.reportError);
  }

  async #refresh(): Promise<void> {
    const { history, chats, windowState, clock } = this.deps;
    const latest = isHistoryEnabled() ? await history.latest(maxRead) : [];
    const now = clock.now();
    const recentChats = latest
      // A chat that was just deleted may still be on disk.
      .filter(({ id }) => !chats.registry.isRemoved(id))
      .toSorted((a, b) => b.changedAt - a.changedAt)
      .slice(0, maxShown)
      .map(({ id, title, changedAt }): RecentChat => ({
        id,
        title: displayTitle(title),
        age: ageText(changedAt, now),
      }));
    windowState.update({ type: 'recentChats', recentChats });
  }
}
