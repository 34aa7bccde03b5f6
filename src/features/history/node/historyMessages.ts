// Messages between the extension host and the history's worker thread. Both come from one build.
import type { HistoryPage, HistoryQuery } from '../../../conversation/node/historyPort';

/** Each but `cancel` is answered by replies with the same number. */
export type HistoryRequest = HistoryTask & { readonly number: number };

export type HistoryTask =
  | { readonly type: 'find'; readonly query: HistoryQuery }
  | { readonly type: 'cancel' }
  /** This window has changed these folders. */
  | { readonly type: 'refresh'; readonly names: readonly string[] }
  /** Asks for conversations that are not pinned and did not change since `time`, in ms since 1970. */
  | { readonly type: 'inactiveSince'; readonly time: number; readonly names?: readonly string[] }
  /** Removes deleted conversations from the index. */
  | { readonly type: 'clearIndex' }
  | { readonly type: 'close' };

export type HistoryReply = { readonly number: number } & (
  | { readonly type: 'page'; readonly page: HistoryPage }
  | { readonly type: 'ids'; readonly ids: readonly string[] }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly reason: string }
);

export interface HistoryPaths {
  /** The folder of all conversations. */
  readonly conversations: string;
  /** The SQLite file of the index. */
  readonly index: string;
}

/** The thread's `workerData`. */
export interface HistoryStart extends HistoryPaths {
  /** Without an index, the thread reads every conversation and writes nothing. */
  readonly isIndexed: boolean;
}
