// The time limit of a request: for the first token, between tokens, or in total.
import type { Clock } from '../../../base/clock';
import { DisposableValue, type Disposable } from '../../../base/disposable';

/** Node's timers run longer delays at once. */
export const maxTimerMs = 2 ** 31 - 1;

interface Expired {
  readonly kind: 'firstTokenTimeout' | 'idleTimeout' | 'totalTimeout' | 'settled';
  readonly timeoutSeconds: number;
}

/** Has one limit at a time, and calls `onExpired` at most once. */
export class TimeLimit implements Disposable {
  readonly #timer = new DisposableValue();
  #expired: Expired | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onExpired: () => void,
  ) {}

  /** The limit that was exceeded, if any. */
  get expired(): Expired | undefined {
    return this.#expired;
  }

  /** Replaces the current limit. @param timeoutSeconds 0 for no limit. */
  start(kind: Expired['kind'], timeoutSeconds: number): void {
    this.dispose();
    if (timeoutSeconds > 0) {
      const ms = Math.min(timeoutSeconds * 1000, maxTimerMs);
      this.#timer.value = this.clock.after(ms, () => {
        this.#expired ??= { kind, timeoutSeconds };
        this.onExpired();
      });
    }
  }

  dispose(): void {
    this.#timer.value = undefined;
  }
}
