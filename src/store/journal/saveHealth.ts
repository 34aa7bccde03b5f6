// Whether everything can be saved is one state, however many files are written.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';

const firstPause = 1000;
const longestPause = 30_000;

export class SaveHealth implements Disposable {
  readonly #failed = new Emitter<unknown>();
  readonly #recovered = new Emitter<void>();
  readonly #failing = new Set<object>();

  /** Fires each time the disk refuses, with its reason. What it refused is kept in memory and tried again. */
  readonly onDidFail = this.#failed.event;
  /** Fires when nothing waits any more that the disk had refused. */
  readonly onDidRecover = this.#recovered.event;

  failed(by: object, error: unknown): void {
    this.#failing.add(by);
    this.#failed.fire(error);
  }

  saved(by: object): void {
    if (this.#failing.delete(by) && this.#failing.size === 0) {
      this.#recovered.fire();
    }
  }

  dispose(): void {
    this.#failed.dispose();
    this.#recovered.dispose();
  }
}

/** How long to wait after so many failures in a row, in ms. */
export function pauseAfter(failures: number): number {
  return Math.min(firstPause * 2 ** (failures - 1), longestPause);
}
