// All kept conversations, as lists and searches see them; the folders are the truth, the index saves reading them.
import { setImmediate as pause } from 'node:timers/promises';
import type {
  SearchResult,
  HistoryPage,
  HistoryQuery,
  ConversationSummary,
} from '../../chat/ports';
import { once } from '../../base/once';
import { type Term, termsOf } from './search/terms';
import { CachedIndex, type Listed, type Shown } from './cachedIndex';
import { findSnippet, type MessageText } from './snippet';

/** The store as far as lists and searches read it. */
export interface ConversationFolders {
  /** Of all folders that there are. */
  names(): readonly string[];
  /** Changes with whatever is written to the conversation; undefined where the folder is gone. */
  state(name: string): string | undefined;
  /** Undefined where it holds nothing that could be shown. */
  list(name: string): ConversationSummary | undefined | Promise<ConversationSummary | undefined>;
  texts(name: string): Promise<readonly MessageText[]>;
}

/** After so many folders whoever waits for the thread gets it. */
const foldersAtOnce = 200;
/** So many conversations are read between two pages of a search that has to read them. */
const readsPerPage = 25;

export class HistoryList {
  readonly #folders: ConversationFolders;
  readonly #entries = new Map<string, Listed>();
  readonly #index: CachedIndex;
  readonly #open = once(() => this.#readIndex());
  #sorted: readonly Shown[] | undefined;
  /** One look after another: none tells over what a later one has seen. */
  #looked: Promise<void> = Promise.resolve();
  /** Looks at everything: the one that has not begun yet, and the one that runs. */
  #next: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #hasLooked = false;

  /** `isIndexed`: else an index is neither read nor written, only removed. */
  constructor(folders: ConversationFolders, indexPath: string, isIndexed = true) {
    this.#folders = folders;
    const source = {
      all: () => this.#entries.values(),
      inOrder: () => this.#inOrder(),
      texts: (name: string) => this.#texts(name),
    };
    this.#index = new CachedIndex(indexPath, source, isIndexed);
  }

  async *find(
    query: HistoryQuery,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryPage, void, undefined> {
    await this.#open();
    if (query.refresh === true || !this.#hasLooked) {
      const look = (query.refresh === true ? undefined : this.#looking) ?? this.#lookAtAll();
      // Nobody waits for it before what is known is told, nor at all where that was enough.
      look.catch(() => undefined);
      if (this.#entries.size > 0) {
        yield* this.#pages(query, false, signal);
      }
      await look;
    }
    yield* this.#pages(query, true, signal);
  }

  /** Lists these folders again if they have changed. */
  async look(names: readonly string[]): Promise<void> {
    await this.#open();
    await this.#inTurn(() => this.#list(names, []));
    this.#index.fill();
  }

  /**
   * The conversations that are not pinned and in which nothing was said since, in ms since 1970; of these
   * folders where they are given.
   */
  async before(changedAt: number, names?: readonly string[]): Promise<readonly string[]> {
    await this.#open();
    await (names === undefined ? this.#lookAtAll() : this.look(names));
    const entries = names?.flatMap((name) => this.#entries.get(name) ?? []) ?? this.#inOrder();
    return entries.flatMap(({ listed }) =>
      listed === undefined || listed.pinned || listed.changedAt >= changedAt ? [] : [listed.id],
    );
  }

  /** Resolves when every word is in the index, or it can take no more for now. */
  indexed(): Promise<void> {
    return this.#index.filled();
  }

  /** No word stays in the index that is in no conversation any more. */
  async clear(): Promise<void> {
    await this.#open();
    await this.#lookAtAll();
    await this.#index.clear();
  }

  async close(): Promise<void> {
    await this.#looked;
    await this.#index.close();
  }

  async #readIndex(): Promise<void> {
    for (const entry of await this.#index.open()) {
      this.#entries.set(entry.name, entry);
    }
  }

  /** One that begins from now on: whoever asks wants to see what was done before. */
  #lookAtAll(): Promise<void> {
    this.#next ??= this.#inTurn(async () => {
      this.#looking = this.#next;
      this.#next = undefined;
      await this.#listAll().finally(() => (this.#looking = undefined));
    });
    return this.#next;
  }

  #inTurn(look: () => Promise<void>): Promise<void> {
    const looked = this.#looked.then(look);
    this.#looked = looked.catch(() => undefined);
    return looked;
  }

  async #listAll(): Promise<void> {
    // Whoever asked is told first what is known already.
    await pause();
    const names = this.#folders.names();
    const there = new Set(names);
    const gone = [...this.#entries.keys()].filter((name) => !there.has(name));
    await this.#list(names, gone);
    this.#hasLooked = true;
    this.#index.fill();
  }

  async #list(names: readonly string[], gone: readonly string[]): Promise<void> {
    const changed: Listed[] = [];
    const dropped = [...gone];
    for (const [at, name] of names.entries()) {
      if (at % foldersAtOnce === foldersAtOnce - 1) {
        await pause();
      }
      const state = this.#folders.state(name);
      if (state === undefined) {
        dropped.push(name);
      } else if (state !== this.#entries.get(name)?.state) {
        changed.push({ name, state, listed: await this.#folders.list(name) });
      }
    }
    for (const entry of changed) {
      this.#entries.set(entry.name, entry);
    }
    for (const name of dropped) {
      this.#entries.delete(name);
    }
    if (changed.length > 0 || dropped.length > 0) {
      this.#sorted = undefined;
      this.#index.keep(changed, dropped);
    }
  }

  /** The pinned ones first, then the newest. */
  #inOrder(): readonly Shown[] {
    this.#sorted ??= [...this.#entries.values()]
      .filter(isShown)
      .toSorted(
        ({ listed: a }, { listed: b }) =>
          Number(b.pinned) - Number(a.pinned) || b.changedAt - a.changedAt,
      );
    return this.#sorted;
  }

  async *#pages(
    query: HistoryQuery,
    whole: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryPage, void, undefined> {
    const shown = this.#inOrder().filter(
      ({ listed }) => query.workspace === undefined || listed.workspace === query.workspace,
    );
    if (query.text.trim() === '') {
      const results = shown.slice(0, query.limit).map(({ listed }) => ({ conversation: listed }));
      yield { results, hasMore: shown.length > query.limit, isFinal: whole };
      return;
    }
    let end = (): void => undefined;
    this.#index.giveWayTo(new Promise((resolve) => (end = resolve)));
    try {
      yield* this.#search(shown, query, whole, signal);
    } finally {
      end();
    }
  }

  async *#search(
    shown: readonly Shown[],
    { text, limit }: HistoryQuery,
    whole: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<HistoryPage, void, undefined> {
    const terms = termsOf(text);
    const results: SearchResult[] = [];
    let told = 0;
    const candidates = terms.length === 0 ? [] : this.#index.having(terms, shown);
    for (const [at, candidate] of candidates.entries()) {
      const one = await this.#findIn(candidate, terms);
      if (signal.aborted) {
        return;
      }
      if (one !== undefined && results.length === limit) {
        yield { results, hasMore: true, isFinal: whole };
        return;
      }
      results.push(...(one === undefined ? [] : [one]));
      if (at % readsPerPage === readsPerPage - 1) {
        await pause();
        if (results.length > told) {
          told = results.length;
          yield { results: [...results], hasMore: false, isFinal: false };
        }
      }
    }
    yield { results, hasMore: false, isFinal: whole };
  }

  async #findIn(
    { name, listed }: Shown,
    terms: readonly Term[],
  ): Promise<SearchResult | undefined> {
    const match = findSnippet(listed.title, await this.#texts(name), terms);
    return match === undefined ? undefined : { conversation: listed, ...match };
  }

  /** None of a folder that is gone by now, or that the disk does not give. */
  #texts(name: string): Promise<readonly MessageText[]> {
    return this.#folders.texts(name).catch(() => []);
  }
}

function isShown(entry: Listed): entry is Shown {
  return entry.listed !== undefined;
}
