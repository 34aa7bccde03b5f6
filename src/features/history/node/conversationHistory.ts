// The saved conversations of all windows: what lists, searches, renames and deletes them.

/** A row of the history. */
export interface ConversationSummary {
  readonly id: string;
  /** Set by the user or taken from the first question; `''` without either. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When the last question or answer was added, in milliseconds since 1970. */
  readonly changedAt: number;
  readonly pinned: boolean;
  /** URI of the folder that was open when the conversation started. */
  readonly workspace?: string;
}

/** The part of a message that matches a search. */
export interface Snippet {
  readonly messageId: string;
  /** A single line; an ellipsis marks where it was cut. */
  readonly text: string;
  /** Ranges of `text` that match, in UTF-16 code units. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

export interface SearchResult {
  readonly conversation: ConversationSummary;
  /**
   * How well it matches; absent without a search text. 0: the title has all words. 1: a message has the text exactly as it
   * was typed. 2: the words are elsewhere.
   */
  readonly rank?: 0 | 1 | 2;
  /** Absent without a search text, or if only the title matches. */
  readonly snippet?: Snippet;
}

export interface HistoryQuery {
  /** Each word must start a word in the title or a message. Blank text matches everything. */
  readonly text: string;
  /** Only conversations that started in this folder. */
  readonly workspace?: string;
  readonly limit: number;
  /** Rescans the disk for what other windows wrote. The first page does not wait for it. */
  readonly refresh?: boolean;
}

export interface HistoryPage {
  /** Are sorted by rank; within a rank pinned conversations come first, then the newest. */
  readonly results: readonly SearchResult[];
  /** There are more results than the limit. */
  readonly hasMore: boolean;
  /** The scan of the disk is complete; earlier pages hold what was found so far. */
  readonly isFinal: boolean;
}

/** A conversation in the trash. */
export interface TrashedConversation {
  readonly id: string;
  readonly trashName: string;
}

/** The saved conversations of all windows. */
export interface ConversationHistory {
  /** Each page replaces the one before. Ends early when `signal` aborts. */
  find(query: HistoryQuery, signal: AbortSignal): AsyncIterable<HistoryPage>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** Moves a conversation to the trash, where it is deleted after 30 days. */
  remove(id: string): Promise<TrashedConversation>;
  restore(removed: TrashedConversation): Promise<void>;
  /** Deletes all conversations permanently, including the trash. */
  deleteAll(): Promise<void>;
}
