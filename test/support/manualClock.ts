// A clock that moves only when a test moves it.
import type { Clock } from '../../src/base/clock';
import type { Disposable } from '../../src/base/disposable';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  /** The number of pending timers. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): Disposable {
    const timer = { at: this.#now + ms, task };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  }

  /** Advances by `ms`, and runs the timers that become due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(({ at }) => at <= end)
        .toSorted((a, b) => a.at - b.at);
      if (next === undefined) {
        this.#now = end;
        return;
      }
      this.#timers.delete(next);
      this.#now = next.at;
      next.task();
    }
  }
}
