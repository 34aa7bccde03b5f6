// Messages between the extension host and the history's worker thread. Both come from one build.
import type { HistoryPage, HistoryQuery } from '../../chat/ports';

/** Each but `cancel` is answered by replies with the same number. */
export type HistoryRequest =
  | { readonly type: 'find'; readonly number: number; readonly query: HistoryQuery }
  | { readonly type: 'cancel'; readonly number: number }
  /** This window has changed these folders. */
  | { readonly type: 'refresh'; readonly number: number; readonly names: readonly string[] }
  /** Asks for the IDs of conversations that are not pinned and did not change since; of `names`, if given. */
  | {
      readonly type: 'inactiveSince';
      readonly number: number;
      /** In ms since 1970. */
      readonly time: number;
      readonly names?: readonly string[];
    }
  /** Removes deleted conversations from the index. */
  | { readonly type: 'clearIndex'; readonly number: number }
  | { readonly type: 'close'; readonly number: number };

export type HistoryReply =
  | { readonly type: 'page'; readonly number: number; readonly page: HistoryPage }
  | { readonly type: 'ids'; readonly number: number; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly number: number }
  | { readonly type: 'failed'; readonly number: number; readonly reason: string };

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
