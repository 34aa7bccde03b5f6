// What crosses between the extension host and the thread that lists and searches; both are of one build.
import type { HistoryPage, HistoryQuery } from '../../chat/ports';

/** Each but `cancel` is answered by messages of the same number. */
export type HistoryRequest =
  | { readonly type: 'find'; readonly number: number; readonly query: HistoryQuery }
  | { readonly type: 'cancel'; readonly number: number }
  /** These folders were changed here: the next pages tell it. */
  | { readonly type: 'look'; readonly number: number; readonly names: readonly string[] }
  /** The conversations that are not pinned and in which nothing was said since; of `names` where they are given. */
  | {
      readonly type: 'before';
      readonly number: number;
      readonly changedAt: number;
      readonly names?: readonly string[];
    }
  /** Nothing of what was removed stays in the index. */
  | { readonly type: 'clear'; readonly number: number }
  | { readonly type: 'close'; readonly number: number };

export type HistoryReply =
  | { readonly type: 'page'; readonly number: number; readonly page: HistoryPage }
  | { readonly type: 'ids'; readonly number: number; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly number: number }
  | { readonly type: 'failed'; readonly number: number; readonly reason: string };

export interface HistoryPlace {
  readonly conversations: string;
  readonly index: string;
}

/** What the thread is started with. */
export interface HistoryStart extends HistoryPlace {
  /** Without an index everything is read anew each time, and nothing is written. */
  readonly isIndexed: boolean;
}
