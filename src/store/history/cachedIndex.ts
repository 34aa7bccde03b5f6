// The index and its filling: it may be missing, damaged or shared with other windows, and nobody waits for it.
import { setImmediate as pause } from 'node:timers/promises';
import type { ConversationSummary } from '../../chat/ports';
import type { Term } from './search/terms';
import type { MessageText } from './snippet';
import { isDamaged, removeIndex, type TakenWords, WordIndex, wordsOf } from './wordIndex';

/** A conversation's folder in one of its states. */
export interface Listed {
  readonly name: string;
  /** Changes with whatever is written to the conversation. */
  readonly state: string;
  /** Undefined where there is nothing to be shown. */
  readonly listed: ConversationSummary | undefined;
}

export type Shown = Listed & { readonly listed: ConversationSummary };

/** What is to be in the index. */
export interface IndexSource {
  all(): Iterable<Listed>;
  /** Those are taken in first that come first. */
  inOrder(): readonly Shown[];
  texts(name: string): Promise<readonly MessageText[]>;
}

/** Taken into the index together. */
const conversationsAtOnce = 32;

export class CachedIndex {
  readonly #path: string;
  readonly #source: IndexSource;
  /** Else there is none: everything has to be read. */
  readonly #isWanted: boolean;
  readonly #remove: (path: string) => void;
  /** By name of the folder: the state in which its words were taken in. */
  readonly #taken = new Map<string, string>();
  /** By name of the folder: what the index was not told yet; undefined for one that is gone. */
  readonly #untold = new Map<string, Listed | undefined>();
  /** Searches come before the filling. */
  readonly #urgent = new Set<Promise<void>>();
  #index: WordIndex | undefined;
  #renewing: Promise<void> = Promise.resolve();
  #filling: Promise<void> | undefined;
  #closed = false;

  constructor(path: string, source: IndexSource, isWanted: boolean, remove = removeIndex) {
    this.#path = path;
    this.#source = source;
    this.#isWanted = isWanted;
    this.#remove = remove;
  }

  /** What was listed the last time. */
  async open(): Promise<readonly Listed[]> {
    this.#index = await this.#opened();
    const folders = this.#ask((index) => index.folders()) ?? [];
    return folders.flatMap(({ name, state, listed: json, indexed }) => {
      const listed: unknown = JSON.parse(json);
      if (listed !== null && !isKept(listed)) {
        return [];
      }
      this.#taken.set(name, indexed);
      return [{ name, state, listed: listed ?? undefined }];
    });
  }

  /** Keeps what was listed, for the next time, and forgets what is gone. */
  keep(listed: readonly Listed[], gone: readonly string[]): void {
    for (const one of listed) {
      this.#untold.set(one.name, one);
    }
    for (const name of gone) {
      this.#untold.set(name, undefined);
      this.#taken.delete(name);
    }
    this.#tell();
  }

  /** Those of the folders that may have all terms: where the index does not know, they may. */
  having(terms: readonly Term[], folders: readonly Shown[]): readonly Shown[] {
    const found = this.#ask((index) => index.find(terms));
    return found === undefined
      ? folders
      : folders.filter(({ name, state }) => this.#taken.get(name) !== state || found.has(name));
  }

  /** Takes in what is not in it yet, without being waited for. */
  fill(): void {
    this.#filling ??= this.#takeAll().finally(() => (this.#filling = undefined));
  }

  /** What runs until `urgent` resolves has the thread for itself. */
  giveWayTo(urgent: Promise<void>): void {
    this.#urgent.add(urgent);
    void urgent.then(() => this.#urgent.delete(urgent));
  }

  /** Resolves when all is in it, or it can take no more for now. */
  async filled(): Promise<void> {
    await this.#renewing;
    await this.#filling;
  }

  /** Nothing is left in the file of what was removed. */
  async clear(): Promise<void> {
    await this.#renew(() => this.#removeOrEmpty());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.filled();
    this.#drop();
  }

  async #opened(): Promise<WordIndex | undefined> {
    return this.#isWanted ? await WordIndex.open(this.#path) : undefined;
  }

  /** Begins with an empty file, once `remove` has seen to the one that is there. */
  async #renew(remove: () => void | Promise<void>): Promise<void> {
    this.#drop();
    const renewed = this.#renewing.then(async () => {
      await this.#filling;
      this.#drop();
      await remove();
      this.#taken.clear();
      this.#untold.clear();
      this.#index = await this.#opened();
      this.keep([...this.#source.all()], []);
      this.fill();
    });
    this.#renewing = renewed.catch(() => undefined);
    await renewed;
  }

  #drop(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  /** Windows removes no file that another window has open. */
  async #removeOrEmpty(): Promise<void> {
    try {
      this.#remove(this.#path);
    } catch (error) {
      const index = await WordIndex.open(this.#path);
      if (index === undefined) {
        throw error;
      }
      try {
        index.empty();
      } finally {
        index.close();
      }
    }
  }

  async #takeAll(): Promise<void> {
    for (;;) {
      const waiting = this.#source
        .inOrder()
        .filter(({ name, state }) => this.#taken.get(name) !== state)
        .slice(0, conversationsAtOnce);
      if (this.#closed || waiting.length === 0 || !(await this.#take(waiting))) {
        return;
      }
    }
  }

  /** False where the index can be told nothing for now. */
  #tell(): boolean {
    if (this.#index === undefined) {
      // Another begins with everything.
      this.#untold.clear();
      return false;
    }
    const untold = [...this.#untold];
    const rows = untold.flatMap(([, one]) =>
      one === undefined ? [] : [{ ...one, listed: JSON.stringify(one.listed ?? null) }],
    );
    const gone = untold.flatMap(([name, one]) => (one === undefined ? [name] : []));
    if (untold.length > 0 && this.#ask((index) => index.list(rows, gone)) === undefined) {
      return false;
    }
    this.#untold.clear();
    return true;
  }

  /** False where the index can take nothing for now. */
  async #take(waiting: readonly Shown[]): Promise<boolean> {
    // The words of a folder that is not listed have no place.
    if (!this.#tell()) {
      return false;
    }
    // Another window may have been faster.
    const states = this.#ask((index) => index.indexedStates(waiting.map(({ name }) => name)));
    if (states === undefined) {
      return false;
    }
    const taken: TakenWords[] = [];
    for (const { name, state, listed } of waiting) {
      if (states.get(name) !== state) {
        await Promise.all(this.#urgent);
        const texts = await this.#source.texts(name);
        const words = wordsOf([listed.title, ...texts.map(({ text }) => text)]);
        taken.push({ name, state, words });
        await pause();
      }
    }
    if (this.#ask((index) => index.take(taken)) === undefined) {
      return false;
    }
    for (const { name, state } of waiting) {
      this.#taken.set(name, state);
    }
    return true;
  }

  /** Undefined where there is no index, or it cannot do this now: another window holds it, the disk is full. */
  #ask<T>(work: (index: WordIndex) => T): T | undefined {
    try {
      return this.#index === undefined ? undefined : work(this.#index);
    } catch (error) {
      if (isDamaged(error)) {
        // Where the file cannot be removed, everything is read until the next start.
        this.#renew(() => this.#remove(this.#path)).catch(() => undefined);
      }
      return undefined;
    }
  }
}

/** Of what was written here: by hand, since there may be ten thousand of them to be shown at once. */
function isKept(value: unknown): value is ConversationSummary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'title' in value &&
    typeof value.title === 'string' &&
    'createdAt' in value &&
    typeof value.createdAt === 'number' &&
    'changedAt' in value &&
    typeof value.changedAt === 'number' &&
    'pinned' in value &&
    typeof value.pinned === 'boolean' &&
    (!('workspace' in value) || typeof value.workspace === 'string')
  );
}
