// The history of a store: read by a thread of its own, changed by the window's writer and by moves of folders.
import type { Clock } from '../../base/clock';
import type {
  ConversationHistory,
  HistoryPage,
  HistoryQuery,
  ConversationSummary,
  RemovedConversation,
} from '../../chat/ports';
import { day } from '../day';
import { forEachSettled } from '../forEachSettled';
import type { HistoryThread } from './historyThread';
import { type UnsavedConversation, withUnsaved } from './unsavedChats';
import type { Trash } from './trash';

/** The store as far as the history writes to it. */
interface NotedConversations {
  refused(): Promise<readonly UnsavedConversation[]>;
  /** In ms since 1970; 0 where no draft is kept. */
  draftedAt(id: string): Promise<number>;
  note(
    id: string,
    entry:
      | { readonly type: 'renamed'; readonly title: string }
      | { readonly type: 'pin'; readonly pinned: boolean }
      | { readonly type: 'delete'; readonly deleted: boolean },
  ): Promise<void>;
}

export interface StoredHistoryParts {
  readonly store: NotedConversations;
  readonly thread: HistoryThread;
  readonly trash: Trash;
  readonly clock: Clock;
}

export class StoredHistory implements ConversationHistory {
  readonly #parts: StoredHistoryParts;

  constructor(parts: StoredHistoryParts) {
    this.#parts = parts;
  }

  async *find(
    query: HistoryQuery,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryPage, void, undefined> {
    const refused = await this.#parts.store.refused();
    for await (const page of this.#parts.thread.find(query, signal)) {
      yield withUnsaved(page, query, refused);
    }
  }

  /** Every conversation that is kept, or would be if the disk took it. */
  async all(): Promise<readonly ConversationSummary[]> {
    const query: HistoryQuery = { text: '', limit: Infinity, refresh: true };
    let found: HistoryPage['results'] = [];
    for await (const page of this.find(query, new AbortController().signal)) {
      found = page.results;
    }
    return found.map(({ conversation }) => conversation);
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#parts.store.note(id, { type: 'renamed', title });
    await this.#parts.thread.look([id]);
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    await this.#parts.store.note(id, { type: 'pin', pinned });
    await this.#parts.thread.look([id]);
  }

  async remove(id: string): Promise<RemovedConversation> {
    const { store, thread, trash, clock } = this.#parts;
    await store.note(id, { type: 'delete', deleted: true });
    try {
      return { id, trashName: await trash.put(id, clock.now()) };
    } catch (error) {
      // It is still there: neither listed nor to be opened, nobody could bring it back.
      await store.note(id, { type: 'delete', deleted: false });
      throw error;
    } finally {
      await thread.look([id]);
    }
  }

  async restore({ id, trashName: trashed }: RemovedConversation): Promise<void> {
    const { store, thread, trash } = this.#parts;
    await trash.takeBack(trashed);
    await store.note(id, { type: 'delete', deleted: false });
    await thread.look([id]);
  }

  async deleteAll(): Promise<void> {
    const { thread, trash } = this.#parts;
    try {
      await trash.removeAll();
    } finally {
      await thread.clear();
    }
  }

  /**
   * Moves to the trash what nobody has said or typed anything in for `keepDays`, and removes what has been there for long, or was left half
   * written. What the disk does not let go of keeps nothing else from going. @throws the first that it has refused.
   */
  async cleanUp(keepDays: number, keeps: (id: string) => boolean): Promise<void> {
    const { trash, clock } = this.#parts;
    const steps = [
      () => trash.removeOld(clock.now()),
      () => trash.removeOldLeftovers(clock.now()),
      async () => {
        if (keepDays > 0) {
          await this.#removeOld(clock.now() - keepDays * day, keeps);
        }
      },
    ];
    await forEachSettled(steps, (step) => step());
  }

  /** `before`: in ms since 1970. */
  async #removeOld(before: number, keeps: (id: string) => boolean): Promise<void> {
    const { store, thread } = this.#parts;
    await forEachSettled(await thread.before(before), async (id) => {
      // While others go one may be opened, asked in or deleted, here and in other windows.
      const isOld = (await thread.before(before, [id])).length > 0;
      if (isOld && (await store.draftedAt(id)) < before && !keeps(id)) {
        await this.remove(id);
      }
    });
  }
}
