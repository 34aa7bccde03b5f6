// What the chat view shows of the history: the chats that an empty view offers to continue.
import type { HistoryCommand } from './historyViewCommands';

/** A saved chat that the empty view offers. All texts are for the user. */
export interface RecentChat {
  readonly id: string;
  readonly title: string;
  /** When it was last changed. */
  readonly age: string;
}

interface HistoryViewState {
  /** Latest first; for the empty view. */
  readonly recentChats?: readonly RecentChat[];
}

type HistoryEvent = { readonly type: 'recentChats' } & Required<HistoryViewState>;

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly history: {
      readonly state: HistoryViewState;
      readonly event: HistoryEvent;
      readonly command: HistoryCommand;
    };
  }
}
