// An exchange waits for one thing at a time, and each wait has its own limit.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { FailureKind } from '../../shared/conversation/failure';

type TimeoutKind = Extract<FailureKind, 'firstTokenTimeout' | 'idleTimeout' | 'totalTimeout'>;

interface Expired {
  readonly kind: TimeoutKind | 'settled';
  readonly limitSeconds: number;
}

/** Runs `onExpired` when the wait of the moment is over; at most once. */
export class TimeLimit implements Disposable {
  #timer: Disposable | undefined;
  #expired: Expired | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onExpired: () => void,
  ) {}

  /** The wait that was over before it ended, if any. */
  get expired(): Expired | undefined {
    return this.#expired;
  }

  /** Begins a wait in place of the one before. @param limitSeconds 0 for no limit. */
  begin(kind: Expired['kind'], limitSeconds: number): void {
    this.dispose();
    if (limitSeconds > 0) {
      // Longer delays than this run at once in Node.
      const ms = Math.min(limitSeconds * 1000, 2 ** 31 - 1);
      this.#timer = this.clock.after(ms, () => {
        this.#expired ??= { kind, limitSeconds };
        this.onExpired();
      });
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
