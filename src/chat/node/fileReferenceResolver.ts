// FileReferenceResolver: looks up the paths that pages have found in answers, one by one, and reports those that exist.
import type { Disposable } from '../../base/disposable';

/** Paths that wait. Further ones are dropped: those references stay text. */
const maxPending = 2_000;

export interface FileReferenceResolverDeps {
  /** Resolves to undefined if there is no such file. */
  readonly find: (path: string) => Promise<unknown>;
  /** Called once per batch with the paths that exist, if there are any. */
  readonly onResolved: (paths: readonly string[]) => void;
  readonly reportError: (error: unknown) => void;
}

export class FileReferenceResolver implements Disposable {
  readonly #deps: FileReferenceResolverDeps;
  #pending = new Set<string>();
  #running: Promise<void> | undefined;
  #isDisposed = false;

  constructor(deps: FileReferenceResolverDeps) {
    this.#deps = deps;
  }

  /** Resolves when these paths have been looked up. */
  async resolve(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (this.#pending.size < maxPending) {
        this.#pending.add(path);
      }
    }
    this.#running ??= this.#work().finally(() => (this.#running = undefined));
    return this.#running;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#pending.clear();
  }

  async #work(): Promise<void> {
    while (this.#pending.size > 0 && !this.#isDisposed) {
      const batch = [...this.#pending];
      const existing: string[] = [];
      for (const path of batch) {
        this.#pending.delete(path);
        try {
          if ((await this.#deps.find(path)) !== undefined) {
            existing.push(path);
          }
        } catch (error) {
          this.#deps.reportError(error);
        }
      }
      if (existing.length > 0 && !this.#isDisposed) {
        this.#deps.onResolved(existing);
      }
    }
  }
}
