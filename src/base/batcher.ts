// Batches items in time: models stream thousands of deltas per second, protocol and screen need a few dozen.
import type { Clock } from './clock';
import { DisposableValue } from './disposable';

/**
 * Delivers the first item at once, and the items of each following `intervalMs` together. `flush` delivers pending items
 * now and stops the timer.
 */
export class Batcher<T> {
  readonly #pending: T[] = [];
  readonly #timer = new DisposableValue();

  constructor(
    private readonly clock: Clock,
    private readonly intervalMs: number,
    private readonly deliver: (items: readonly T[]) => void,
  ) {}

  push(item: T): void {
    this.#pending.push(item);
    if (this.#timer.value === undefined) {
      this.#deliver();
      this.#startTimer();
    }
  }

  flush(): void {
    this.#timer.value = undefined;
    this.#deliver();
  }

  #startTimer(): void {
    this.#timer.value = this.clock.after(this.intervalMs, () => {
      this.#timer.value = undefined;
      if (this.#pending.length > 0) {
        this.#deliver();
        this.#startTimer();
      }
    });
  }

  #deliver(): void {
    if (this.#pending.length > 0) {
      this.deliver(this.#pending.splice(0));
    }
  }
}
