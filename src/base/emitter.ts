// Events as in VS Code's API, for code that cannot import `vscode`; but an error of a listener reaches who fires.
import type { Disposable } from './disposable';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Calls all listeners in the order of subscription. A listener that subscribed twice is called twice. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const subscription = (value: T): void => listener(value);
    this.#listeners.add(subscription);
    return { dispose: () => void this.#listeners.delete(subscription) };
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
