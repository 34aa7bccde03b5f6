// StoredHistory: lists, searches, renames, pins and deletes saved conversations.
import type { Clock } from '../../../base/clock';
import { forEachSettled } from '../../../storage/node/disk';
import type { MetadataEntry } from '../../../storage/node/journal/entry';
import type { JournalStore } from '../../../storage/node/journal/journalStore';
import type {
  ConversationHistory,
  ConversationSummary,
  HistoryPage,
  HistoryQuery,
  TrashedConversation,
} from './conversationHistory';
import type { HistoryPages, HistoryThread } from './historyThread';
import { dayMs } from './staleFiles';
import type { Trash } from './trash';
import { withUnsaved } from './unsavedChats';

export interface StoredHistoryDeps {
  readonly store: Pick<JournalStore, 'unsavedConversations' | 'draftSavedAt' | 'saveMetadata'>;
  readonly thread: HistoryThread;
  readonly trash: Trash;
  readonly clock: Clock;
}

export class StoredHistory implements ConversationHistory {
  constructor(private readonly deps: StoredHistoryDeps) {}

  async *find(query: HistoryQuery, signal: AbortSignal): HistoryPages {
    const unsaved = await this.deps.store.unsavedConversations();
    for await (const page of this.deps.thread.find(query, signal)) {
      yield withUnsaved(page, query, unsaved);
    }
  }

  /** All conversations, including those that could not be saved. */
  all(): Promise<readonly ConversationSummary[]> {
    return this.#list({ text: '', limit: Infinity, refresh: true });
  }

  /** The pinned and the latest conversations, about `limit`. */
  latest(limit: number): Promise<readonly ConversationSummary[]> {
    return this.#list({ text: '', limit, refresh: true });
  }

  async #list(query: HistoryQuery): Promise<readonly ConversationSummary[]> {
    let results: HistoryPage['results'] = [];
    for await (const page of this.find(query, new AbortController().signal)) {
      ({ results } = page);
    }
    return results.map(({ conversation }) => conversation);
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#saveMetadata(id, { type: 'renamed', title });
  }

  async pin(id: string, pinned: boolean): Promise<void> {
    await this.#saveMetadata(id, { type: 'pinChanged', pinned });
  }

  async remove(id: string): Promise<TrashedConversation> {
    const { store, thread, trash, clock } = this.deps;
    await store.saveMetadata(id, { type: 'deletionChanged', deleted: true });
    try {
      return { id, trashName: await trash.add(id, clock.now()) };
    } catch (error) {
      // It was not moved. Marked as deleted, it could neither be opened nor restored.
      await store.saveMetadata(id, { type: 'deletionChanged', deleted: false });
      throw error;
    } finally {
      await thread.refresh([id]);
    }
  }

  async restore({ id, trashName }: TrashedConversation): Promise<void> {
    await this.deps.trash.restore(trashName);
    await this.#saveMetadata(id, { type: 'deletionChanged', deleted: false });
  }

  async deleteAll(): Promise<void> {
    const { thread, trash } = this.deps;
    try {
      await trash.removeAll();
    } finally {
      await thread.clearIndex();
    }
  }

  /**
   * Moves conversations without a change or a typed draft for `keepDays` to the trash, unless that is 0, and
   * removes expired trash and stale files. @throws the first error, after everything else is done.
   */
  async cleanUp(keepDays: number, isOpen: (id: string) => boolean): Promise<void> {
    const now = this.deps.clock.now();
    const steps = [() => this.deps.trash.cleanUp(now)];
    if (keepDays > 0) {
      steps.push(() => this.#removeInactive(now - keepDays * dayMs, isOpen));
    }
    await forEachSettled(steps, (step) => step());
  }

  /** @param time In ms since 1970. */
  async #removeInactive(time: number, isOpen: (id: string) => boolean): Promise<void> {
    const { store, thread } = this.deps;
    await forEachSettled(await thread.inactiveSince(time), async (id) => {
      // Meanwhile any window may have opened, changed or deleted it.
      const isInactive = (await thread.inactiveSince(time, [id])).length > 0;
      if (isInactive && (await store.draftSavedAt(id)) < time && !isOpen(id)) {
        await this.remove(id);
      }
    });
  }

  async #saveMetadata(id: string, entry: MetadataEntry): Promise<void> {
    await this.deps.store.saveMetadata(id, entry);
    await this.deps.thread.refresh([id]);
  }
}
