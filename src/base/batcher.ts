// Token deltas arrive by the thousand per second; the wire and the screen want some tens.
import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * Hands over the first item at once, and what follows within `intervalMs` together.
 * `flush` hands over what waits; `dispose` drops it.
 */
export class Batcher<T> implements Disposable {
  #waiting: T[] = [];
  #timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly intervalMs: number,
    private readonly deliver: (items: readonly T[]) => void,
  ) {}

  push(item: T): void {
    this.#waiting.push(item);
    if (this.#timer === undefined) {
      this.#send();
      this.#wait();
    }
  }

  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#send();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#waiting = [];
  }

  #wait(): void {
    this.#timer = this.clock.after(this.intervalMs, () => {
      this.#timer = undefined;
      if (this.#waiting.length > 0) {
        this.#send();
        this.#wait();
      }
    });
  }

  #send(): void {
    if (this.#waiting.length === 0) {
      return;
    }
    const items = this.#waiting;
    this.#waiting = [];
    this.deliver(items);
  }
}
