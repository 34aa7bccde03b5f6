// Events between rooms that may not know each other.
import type { Disposable } from './disposable';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Calls each listener, in the order of subscription, for every value fired. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
