// SaveHealth: whether everything can be saved, as one state for all files.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';

const minRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;

export class SaveHealth implements Disposable {
  readonly #didFail = new Emitter<unknown>();
  readonly #didRecover = new Emitter<void>();
  readonly #failing = new Set<object>();

  /** Fires with the error each time a write fails. Its data stays in memory, and the write is retried. */
  readonly onDidFail = this.#didFail.event;
  /** Fires when the last failing writer has succeeded. */
  readonly onDidRecover = this.#didRecover.event;

  reportFailure(writer: object, error: unknown): void {
    this.#failing.add(writer);
    this.#didFail.fire(error);
  }

  reportSuccess(writer: object): void {
    if (this.#failing.delete(writer) && this.#failing.size === 0) {
      this.#didRecover.fire();
    }
  }

  dispose(): void {
    this.#didFail.dispose();
    this.#didRecover.dispose();
  }
}

/** @param failures In a row. @returns ms. */
export function retryDelay(failures: number): number {
  return Math.min(minRetryDelayMs * 2 ** (failures - 1), maxRetryDelayMs);
}
