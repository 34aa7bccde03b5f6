// The models that turned out to be unavailable since this window opened. A model list may still contain them.
import { Emitter } from '../../../base/emitter';

export class UnavailableModels {
  readonly #unavailable = new Map<string, ReadonlySet<string>>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  of(gateway: string): ReadonlySet<string> {
    return this.#unavailable.get(gateway) ?? new Set();
  }

  add(gateway: string, model: string): void {
    this.#unavailable.set(gateway, new Set([...this.of(gateway), model]));
    this.#changed.fire();
  }

  /** Call when these models have answered or were added to the gateway's list again. */
  forget(gateway: string, models: readonly string[]): void {
    const unavailable = [...this.of(gateway)];
    const remaining = unavailable.filter((model) => !models.includes(model));
    if (remaining.length < unavailable.length) {
      this.#unavailable.set(gateway, new Set(remaining));
      this.#changed.fire();
    }
  }
}
