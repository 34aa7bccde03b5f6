// The models that turned out to be unavailable since this window opened. A model list may still contain them.

/** By `gatewayId`. */
export class UnavailableModels {
  readonly #unavailable = new Map<string, ReadonlySet<string>>();

  of(gateway: string): ReadonlySet<string> {
    return this.#unavailable.get(gateway) ?? new Set();
  }

  add(gateway: string, model: string): void {
    this.#unavailable.set(gateway, new Set([...this.of(gateway), model]));
  }

  /** Call when these models have answered or were added to the gateway's list again. */
  forget(gateway: string, models: readonly string[]): void {
    const remaining = [...this.of(gateway)].filter((model) => !models.includes(model));
    this.#unavailable.set(gateway, new Set(remaining));
  }
}
