// CachedIndex: keeps the word index up to date in the background. Without a usable index, everything is read.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as v from 'valibot';
import type { ConversationSummary } from './conversationHistory';
import type { Term } from './search/terms';
import type { MessageText } from './snippet';
import { isDamaged, removeIndex, WordIndex, wordsOf, type FolderWords } from './wordIndex';

/** A conversation's folder in one of its states. */
export interface FolderEntry {
  readonly name: string;
  /** Differs after each write to the conversation. */
  readonly state: string;
  /** Undefined if there is nothing to list. */
  readonly summary: ConversationSummary | undefined;
}

export type ListedFolder = FolderEntry & { readonly summary: ConversationSummary };

export function isListed(entry: FolderEntry): entry is ListedFolder {
  return entry.summary !== undefined;
}

/** What is to be indexed. */
export interface IndexSource {
  all(): Iterable<FolderEntry>;
  /** The folders in the order of indexing. */
  sorted(): readonly ListedFolder[];
  texts(name: string): Promise<readonly MessageText[]>;
}

const summarySchema = v.nullable(
  v.object({
    id: v.string(),
    title: v.string(),
    createdAt: v.number(),
    changedAt: v.number(),
    pinned: v.boolean(),
    workspace: v.exactOptional(v.string()),
  }),
);

/** Conversations per transaction. */
const batchSize = 32;

export class CachedIndex {
  /** The state of each folder whose words are indexed; the keys are folder names. */
  readonly #indexedStates = new Map<string, string>();
  /** Entries that are not in the index yet, undefined for a deleted folder; the keys are folder names. */
  readonly #unsaved = new Map<string, FolderEntry | undefined>();
  /** Running searches, for which indexing waits. */
  readonly #searches = new Set<Promise<void>>();
  #index: WordIndex | undefined;
  #recreating: Promise<void> = Promise.resolve();
  #indexing: Promise<void> | undefined;
  #isClosed = false;

  /** @param isEnabled Otherwise the index is not opened, and every folder is a candidate. */
  constructor(
    private readonly path: string,
    private readonly source: IndexSource,
    private readonly isEnabled: boolean,
    private readonly remove = removeIndex,
  ) {}

  /** Returns the entries that were last saved. */
  async open(): Promise<readonly FolderEntry[]> {
    this.#index = await this.#openIndex();
    const folders = this.#try((index) => index.folders()) ?? [];
    return folders.flatMap(({ name, state, summaryJson, indexedState }) => {
      const summary = v.safeParse(summarySchema, JSON.parse(summaryJson));
      if (!summary.success) {
        return [];
      }
      this.#indexedStates.set(name, indexedState);
      return [{ name, state, summary: summary.output ?? undefined }];
    });
  }

  /** Saves changed entries for the next start, and removes those of deleted folders. */
  update(changed: readonly FolderEntry[], deleted: readonly string[]): void {
    for (const entry of changed) {
      this.#unsaved.set(entry.name, entry);
    }
    for (const name of deleted) {
      this.#unsaved.set(name, undefined);
      this.#indexedStates.delete(name);
    }
    this.#saveEntries();
  }

  /** Returns the folders that may contain all terms, including those that are not indexed. */
  candidates(terms: readonly Term[], folders: readonly ListedFolder[]): readonly ListedFolder[] {
    const found = this.#try((index) => index.findFolders(terms));
    return found === undefined
      ? folders
      : folders.filter(
          ({ name, state }) => this.#indexedStates.get(name) !== state || found.has(name),
        );
  }

  /** Indexes changed conversations in the background. */
  startIndexing(): void {
    this.#indexing ??= this.#indexAll().finally(() => (this.#indexing = undefined));
  }

  /** Pauses indexing until `search` resolves. */
  yieldTo(search: Promise<void>): void {
    this.#searches.add(search);
    void search.then(() => this.#searches.delete(search));
  }

  /** Resolves when everything is indexed or indexing has failed. */
  async whenIndexed(): Promise<void> {
    await this.#recreating;
    await this.#indexing;
  }

  /** Recreates the index, so that its file has no words of deleted conversations. */
  async clear(): Promise<void> {
    await this.#recreate(() => this.#removeOrEmpty());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.whenIndexed();
    this.#closeIndex();
  }

  async #openIndex(): Promise<WordIndex | undefined> {
    return this.isEnabled ? await WordIndex.open(this.path) : undefined;
  }

  /** @param remove Removes or empties the file. */
  async #recreate(remove: () => void | Promise<void>): Promise<void> {
    this.#closeIndex();
    const recreated = this.#recreating.then(async () => {
      await this.#indexing;
      this.#closeIndex();
      await remove();
      this.#indexedStates.clear();
      this.#unsaved.clear();
      this.#index = await this.#openIndex();
      this.update([...this.source.all()], []);
      this.startIndexing();
    });
    this.#recreating = recreated.catch(() => undefined);
    await recreated;
  }

  #closeIndex(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  /** Windows cannot remove a file that another window has open. */
  async #removeOrEmpty(): Promise<void> {
    try {
      this.remove(this.path);
    } catch (error) {
      const index = await WordIndex.open(this.path);
      if (index === undefined) {
        throw error;
      }
      try {
        index.clear();
      } finally {
        index.close();
      }
    }
  }

  async #indexAll(): Promise<void> {
    for (;;) {
      const batch = this.source
        .sorted()
        .filter(({ name, state }) => this.#indexedStates.get(name) !== state)
        .slice(0, batchSize);
      if (this.#isClosed || batch.length === 0 || !(await this.#indexBatch(batch))) {
        return;
      }
    }
  }

  /** Returns false if the index cannot be written now. */
  #saveEntries(): boolean {
    if (this.#index === undefined) {
      // A new index receives all entries.
      this.#unsaved.clear();
      return false;
    }
    const rows = [...this.#unsaved].map(
      ([name, entry]) =>
        [name, entry && { ...entry, summaryJson: JSON.stringify(entry.summary ?? null) }] as const,
    );
    if (rows.length > 0 && this.#try((index) => index.saveFolders(new Map(rows))) === undefined) {
      return false;
    }
    this.#unsaved.clear();
    return true;
  }

  /** Returns false if the index cannot be written now. */
  async #indexBatch(batch: readonly ListedFolder[]): Promise<boolean> {
    // Words refer to the row of their folder.
    if (!this.#saveEntries()) {
      return false;
    }
    // Another window may have indexed some of them.
    const states = this.#try((index) => index.indexedStates(batch.map(({ name }) => name)));
    if (states === undefined) {
      return false;
    }
    const folderWords: FolderWords[] = [];
    for (const { name, state, summary } of batch) {
      if (states.get(name) !== state) {
        await Promise.all(this.#searches);
        const texts = await this.source.texts(name);
        const words = wordsOf([summary.title, ...texts.map(({ text }) => text)]);
        folderWords.push({ name, state, words });
        await yieldToEventLoop();
      }
    }
    if (this.#try((index) => index.indexFolders(folderWords)) === undefined) {
      return false;
    }
    for (const { name, state } of batch) {
      this.#indexedStates.set(name, state);
    }
    return true;
  }

  /** Undefined without an index, or on an error: another window has locked it, or the disk is full. */
  #try<T>(work: (index: WordIndex) => T): T | undefined {
    try {
      return this.#index === undefined ? undefined : work(this.#index);
    } catch (error) {
      if (isDamaged(error)) {
        // If the file cannot be removed, there is no index until the next start.
        this.#recreate(() => this.remove(this.path)).catch(() => undefined);
      }
      return undefined;
    }
  }
}
