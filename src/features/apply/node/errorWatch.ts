// Finds the errors that the accepted changes of an answer have led to, in the changed files and in those that were open, by
// what language servers report before and after. What the user or another answer changes later is not blamed on it.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { overlaps, type LineRange } from '../common/fileText';
import { moveLines, type LineChange } from './lineChange';
import { compareErrors, knownError, type FoundError, type KnownError } from './newErrors';

/** TypeScript's server says nothing of a file without errors, so these are known once its text has been open this long. */
const knownMs = 5_000;
/** Servers report the errors of a change one by one: syntax first, then types. */
const quietMs = 1_000;
/** Some are never quiet: those that build while the user types. */
const maxWaitMs = 15_000;

/** What an answer has led to in one file. */
export interface ErrorsOfFile<E> {
  readonly uri: string;
  readonly errors: readonly E[];
  /** Whether the errors before are known. */
  readonly areNew: boolean;
}

export interface ErrorWatchDeps<E> {
  readonly clock: Clock;
  readonly errorsOf: (uri: string) => readonly E[];
  /** The keys are answers; those without errors are left out. */
  readonly show: (found: ReadonlyMap<string, readonly ErrorsOfFile<E>[]>) => void;
}

interface WatchedFile<E extends FoundError> {
  /** The errors that were there before, or came with what somebody else changed. */
  readonly known: KnownError<E>[];
  readonly blamed: KnownError<E>[];
  /** Those of the blamed ones that were reported last. */
  current: readonly E[];
  /** Lines of the answer that nobody has changed since. */
  written: readonly LineRange[];
  /** Whether what these programs had to report before was known. */
  readonly isKnown: (source: string) => boolean;
}

interface Watch<E extends FoundError> {
  readonly files: Map<string, WatchedFile<E>>;
  /** The servers have not been quiet since the last Accept. */
  isWaiting: boolean;
  /** Something else was changed since. */
  isEdited: boolean;
}

export class ErrorWatch<E extends FoundError> implements Disposable {
  readonly #deps: ErrorWatchDeps<E>;
  readonly #watches = new Map<string, Watch<E>>();
  /** When their texts came. The keys are open files. */
  readonly #openedAt = new Map<string, number>();
  /** The answers whose changes are being written, by file. */
  readonly #writing = new Map<string, string>();
  /** Runs until the servers are quiet, or until `#showBy`. */
  #timer: Disposable | undefined;
  #showBy: number | undefined;

  constructor(deps: ErrorWatchDeps<E>) {
    this.#deps = deps;
  }

  didOpen(uri: string): void {
    this.#openedAt.set(uri, this.#deps.clock.now());
  }

  didClose(uri: string): void {
    this.#openedAt.delete(uri);
  }

  /** Writes a change of an answer; what it leads to is watched from then on, unless `write` returns false. */
  async accept(answerId: string, uri: string, write: () => Promise<boolean>): Promise<boolean> {
    const before = this.#watches.get(answerId);
    const watch = before ?? this.#start(uri);
    // Nothing separates errors of an earlier Accept of the answer from those that were there before.
    watch.files.set(uri, watch.files.get(uri) ?? this.#watched(uri, false));
    this.#watches.set(answerId, watch);
    this.#writing.set(uri, answerId);
    const isWritten = await write().finally(() => this.#writing.delete(uri));
    if (isWritten) {
      watch.isWaiting = true;
      watch.isEdited = false;
      this.#showBy = undefined;
      this.#showAfter(maxWaitMs);
    } else if (before === undefined) {
      this.#watches.delete(answerId);
    }
    return isWritten;
  }

  didChange(uri: string, changes: readonly LineChange[]): void {
    this.didOpen(uri);
    for (const [answerId, watch] of this.#watches) {
      const isOwn = this.#writing.get(uri) === answerId;
      watch.isEdited ||= !isOwn;
      const file = watch.files.get(uri);
      for (const change of changes) {
        for (const error of [...(file?.known ?? []), ...(file?.blamed ?? [])]) {
          error.at = moveLines(error.at, change);
        }
        if (file !== undefined) {
          const kept = file.written.filter((span) => !overlaps(span, change));
          const own = isOwn ? [{ start: change.start, end: change.start + change.count }] : [];
          file.written = [...kept.map((span) => moveLines(span, change)), ...own];
        }
      }
    }
  }

  /** A server has reported something about these files. */
  didReport(uris: readonly string[]): void {
    let isWatched = false;
    for (const watch of this.#watches.values()) {
      for (const uri of uris) {
        const file = watch.files.get(uri);
        if (file !== undefined) {
          this.#read(watch, file, uri);
          isWatched = true;
        }
      }
    }
    if (isWatched) {
      this.#showAfter(quietMs);
    }
  }

  /** What an answer has led to, as it was reported last. */
  found(answerId: string): readonly ErrorsOfFile<E>[] {
    return [...(this.#watches.get(answerId)?.files ?? [])]
      .filter(([, { current }]) => current.length > 0)
      .map(([uri, { current: errors, isKnown }]) => {
        return { uri, errors, areNew: errors.every(({ source }) => isKnown(source)) };
      });
  }

  /** The answer's changes were undone. */
  forget(answerId: string): void {
    if (this.#watches.delete(answerId)) {
      this.#show();
    }
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  /** The changed file is named first. */
  #start(changed: string): Watch<E> {
    const uris = [changed, ...this.#openedAt.keys()];
    const files = new Map(uris.map((uri) => [uri, this.#watched(uri, true)]));
    return { files, isWaiting: true, isEdited: false };
  }

  #watched(uri: string, isBefore: boolean): WatchedFile<E> {
    const known = isBefore ? this.#deps.errorsOf(uri).map(knownError) : [];
    const { clock } = this.#deps;
    const isOld = isBefore && clock.now() - (this.#openedAt.get(uri) ?? Infinity) >= knownMs;
    // Of several programs, the slower ones may not have reported yet.
    const sources = new Set(known.map(({ error }) => error.source));
    const isKnown = (source: string): boolean => isOld || sources.has(source);
    return { known, blamed: [], current: [], written: [], isKnown };
  }

  #read({ isWaiting, isEdited }: Watch<E>, file: WatchedFile<E>, uri: string): void {
    const { known, blamed } = file;
    const { same, fresh } = compareErrors([...known, ...blamed], this.#deps.errorsOf(uri));
    for (const [one, error] of same) {
      Object.assign(one, knownError(error));
    }
    for (const error of fresh) {
      const one = knownError(error);
      // The user may type before the first report.
      const isOwnLine = file.written.some(
        ({ start, end }) => start <= error.line && error.line < end,
      );
      (isEdited && !(isWaiting && isOwnLine) ? known : blamed).push(one);
    }
    const now = new Set([...same.values(), ...fresh]);
    file.current = blamed.map(({ error }) => error).filter((error) => now.has(error));
  }

  #showAfter(ms: number): void {
    const now = this.#deps.clock.now();
    this.#showBy ??= now + maxWaitMs;
    this.#timer?.dispose();
    this.#timer = this.#deps.clock.after(Math.min(ms, this.#showBy - now), () => {
      this.#showBy = undefined;
      this.#watches.forEach((watch) => (watch.isWaiting = false));
      this.#show();
    });
  }

  #show(): void {
    const found = [...this.#watches.keys()].map((id) => [id, this.found(id)] as const);
    this.#deps.show(new Map(found.filter(([, files]) => files.length > 0)));
  }
}
