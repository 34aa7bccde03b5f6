// HistoryList: lists and searches all saved conversations. The folders are the truth; the index saves reading them.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { once } from '../../../base/once';
import { CachedIndex, isListed, type FolderEntry, type ListedFolder } from './cachedIndex';
import type { HistoryQuery, SearchResult } from './conversationHistory';
import type { HistoryPages } from './historyThread';
import { parseQuery, type Term } from './search/terms';
import { findSnippet, isInTitle, phraseOf, type MessageText } from './snippet';
import { compareResults, compareSummaries } from './unsavedChats';

type FolderReadResult = Omit<FolderEntry, 'name'> | 'unchanged' | undefined;

/** The folders of saved conversations. */
export interface FolderReader {
  names(): readonly string[];
  /** Undefined if there is no such folder; `unchanged` if it is still in the known state. */
  read(name: string, knownState: string | undefined): FolderReadResult | Promise<FolderReadResult>;
  texts(name: string): Promise<readonly MessageText[]>;
}

/** Folders read before other requests get a turn. */
const maxFoldersAtOnce = 200;
/** Conversations read before a search sends a page. */
const readsPerPage = 25;

export class HistoryList {
  readonly #entries = new Map<string, FolderEntry>();
  readonly #index: CachedIndex;
  readonly #open = once(() => this.#readIndex());
  #sorted: readonly ListedFolder[] | undefined;
  /** Scans run one at a time, so that an older scan cannot overwrite a newer result. */
  #scans: Promise<void> = Promise.resolve();
  /** Full scans: one that has not started yet, and one that is running. */
  #nextScan: Promise<void> | undefined;
  #currentScan: Promise<void> | undefined;
  #isScanned = false;

  /** @param isIndexed Otherwise an existing index is not used, and can only be cleared. */
  constructor(
    private readonly folders: FolderReader,
    indexPath: string,
    isIndexed = true,
  ) {
    const source = {
      all: () => this.#entries.values(),
      sorted: () => this.#sortedFolders(),
      texts: (name: string) => this.#texts(name),
    };
    this.#index = new CachedIndex(indexPath, source, isIndexed);
  }

  async *find(query: HistoryQuery, signal: AbortSignal): HistoryPages {
    await this.#open();
    // A scan that an earlier search asked for finds what was saved just before, so it is awaited too.
    const pending = this.#nextScan ?? this.#currentScan;
    if (query.refresh === true || !this.#isScanned || pending !== undefined) {
      const scan = (query.refresh === true ? undefined : pending) ?? this.#scanAll();
      // Cached results are returned first, and the caller may want no more than these.
      scan.catch(() => undefined);
      if (this.#entries.size > 0) {
        yield* this.#pages(query, false, signal);
      }
      await scan;
    }
    yield* this.#pages(query, true, signal);
  }

  /** Reads these folders if they have changed. */
  async refresh(names: readonly string[]): Promise<void> {
    await this.#open();
    await this.#enqueue(() => this.#scan(names, []));
    this.#index.startIndexing();
  }

  /** The conversations (of `names`, if given) that are not pinned and have not changed since `time`, in ms since 1970. */
  async inactiveSince(time: number, names?: readonly string[]): Promise<readonly string[]> {
    await this.#open();
    await (names === undefined ? this.#scanAll() : this.refresh(names));
    const entries =
      names?.flatMap((name) => this.#entries.get(name) ?? []) ?? this.#sortedFolders();
    return entries.flatMap(({ summary }) =>
      summary === undefined || summary.pinned || summary.changedAt >= time ? [] : [summary.id],
    );
  }

  /** Resolves when all words are indexed or indexing has failed. */
  whenIndexed(): Promise<void> {
    return this.#index.whenIndexed();
  }

  /** Removes deleted conversations from the index file. */
  async clearIndex(): Promise<void> {
    await this.#open();
    await this.#scanAll();
    await this.#index.clear();
  }

  async close(): Promise<void> {
    await this.#scans;
    await this.#index.close();
  }

  async #readIndex(): Promise<void> {
    for (const entry of await this.#index.open()) {
      this.#entries.set(entry.name, entry);
    }
  }

  /** Returns a scan that has not started yet, so that it sees everything written so far. */
  #scanAll(): Promise<void> {
    this.#nextScan ??= this.#enqueue(async () => {
      this.#currentScan = this.#nextScan;
      this.#nextScan = undefined;
      await this.#scanFolders().finally(() => (this.#currentScan = undefined));
    });
    return this.#nextScan;
  }

  #enqueue(scan: () => Promise<void>): Promise<void> {
    const scanned = this.#scans.then(scan);
    this.#scans = scanned.catch(() => undefined);
    return scanned;
  }

  async #scanFolders(): Promise<void> {
    // Cached results are sent first.
    await yieldToEventLoop();
    const names = this.folders.names();
    const existing = new Set(names);
    await this.#scan(
      names,
      [...this.#entries.keys()].filter((name) => !existing.has(name)),
    );
    this.#isScanned = true;
    this.#index.startIndexing();
  }

  async #scan(names: readonly string[], deleted: readonly string[]): Promise<void> {
    const changed: FolderEntry[] = [];
    const removed = [...deleted];
    for (const [index, name] of names.entries()) {
      if (index % maxFoldersAtOnce === maxFoldersAtOnce - 1) {
        await yieldToEventLoop();
      }
      const content = await this.folders.read(name, this.#entries.get(name)?.state);
      if (content === undefined) {
        removed.push(name);
      } else if (content !== 'unchanged') {
        changed.push({ name, ...content });
      }
    }
    for (const entry of changed) {
      this.#entries.set(entry.name, entry);
    }
    for (const name of removed) {
      this.#entries.delete(name);
    }
    if (changed.length > 0 || removed.length > 0) {
      this.#sorted = undefined;
      this.#index.update(changed, removed);
    }
  }

  #sortedFolders(): readonly ListedFolder[] {
    this.#sorted ??= [...this.#entries.values()]
      .filter(isListed)
      .toSorted((a, b) => compareSummaries(a.summary, b.summary));
    return this.#sorted;
  }

  async *#pages(query: HistoryQuery, isFinal: boolean, signal: AbortSignal): HistoryPages {
    const folders = this.#sortedFolders().filter(
      ({ summary }) => query.workspace === undefined || summary.workspace === query.workspace,
    );
    if (query.text.trim() === '') {
      const results = folders
        .slice(0, query.limit)
        .map(({ summary }) => ({ conversation: summary }));
      yield { results, hasMore: folders.length > query.limit, isFinal };
      return;
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#index.yieldTo(ended);
    try {
      yield* this.#search(folders, query, isFinal, signal);
    } finally {
      end();
    }
  }

  async *#search(
    folders: readonly ListedFolder[],
    { text, limit }: HistoryQuery,
    isFinal: boolean,
    signal: AbortSignal,
  ): HistoryPages {
    const terms = parseQuery(text);
    const results: SearchResult[] = [];
    let sentCount = 0;
    const phrase = phraseOf(text);
    const candidates = terms.length === 0 ? [] : this.#index.candidates(terms, folders);
    // Those with the title are read first: a search ends at its limit.
    const { titled = [], others = [] } = Object.groupBy(candidates, ({ summary }) =>
      isInTitle(summary.title, terms) ? 'titled' : 'others',
    );
    const ranked = (): readonly SearchResult[] => results.toSorted(compareResults);
    for (const [index, candidate] of [...titled, ...others].entries()) {
      const result = await this.#searchIn(candidate, terms, phrase);
      if (signal.aborted) {
        return;
      }
      if (result !== undefined && results.length === limit) {
        yield { results: ranked(), hasMore: true, isFinal };
        return;
      }
      results.push(...(result === undefined ? [] : [result]));
      if (index % readsPerPage === readsPerPage - 1) {
        await yieldToEventLoop();
        if (results.length > sentCount) {
          sentCount = results.length;
          yield { results: ranked(), hasMore: false, isFinal: false };
        }
      }
    }
    yield { results: ranked(), hasMore: false, isFinal };
  }

  async #searchIn(
    { name, summary }: ListedFolder,
    terms: readonly Term[],
    phrase: string,
  ): Promise<SearchResult | undefined> {
    const found = findSnippet(summary.title, await this.#texts(name), terms, phrase);
    return found && { conversation: summary, ...found };
  }

  /** Empty if the folder was deleted or cannot be read. */
  #texts(name: string): Promise<readonly MessageText[]> {
    return this.folders.texts(name).catch(() => []);
  }
}
