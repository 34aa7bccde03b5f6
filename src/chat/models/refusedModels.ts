// A list may name a model long after it has gone: what refused a moment ago should not be what is offered next.

/** Which models of each gateway, by its `gatewayId`, were refused as gone since this window opened. */
export class RefusedModels {
  readonly #refused = new Map<string, ReadonlySet<string>>();

  of(gateway: string): ReadonlySet<string> {
    return this.#refused.get(gateway) ?? new Set();
  }

  add(gateway: string, model: string): void {
    this.#refused.set(gateway, new Set([...this.of(gateway), model]));
  }

  /** They have answered, or come into the gateway's list anew. */
  forget(gateway: string, models: readonly string[]): void {
    const left = [...this.of(gateway)].filter((model) => !models.includes(model));
    this.#refused.set(gateway, new Set(left));
  }
}
