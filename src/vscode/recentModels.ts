// Which models were used lately, by Base URL: a model of one gateway means nothing to another. Its keys share them.
import type * as vscode from 'vscode';
import * as v from 'valibot';

/** Before gateways had names there was one list for all of them. */
const oldKey = 'portico.recentModels';
const recentKey = 'portico.recentModelsOfGateways';
const mostRecent = 8;
const ids = v.fallback(v.array(v.string()), []);

export class RecentModels {
  /** `inUse`: the Base URL that takes over the list of all, undefined where none is set. */
  constructor(
    private readonly remembered: vscode.Memento,
    inUse: string | undefined,
  ) {
    const old = v.parse(ids, remembered.get(oldKey));
    if (old.length > 0 && inUse !== undefined) {
      void this.#save(inUse, old);
      void remembered.update(oldKey, undefined);
    }
  }

  /** Model IDs, the one used last first. */
  of(baseUrl: string): readonly string[] {
    return this.#all()[baseUrl] ?? [];
  }

  async remember(baseUrl: string, model: string): Promise<void> {
    const others = this.of(baseUrl).filter((id) => id !== model);
    await this.#save(baseUrl, [model, ...others].slice(0, mostRecent));
  }

  async #save(baseUrl: string, models: readonly string[]): Promise<void> {
    await this.remembered.update(recentKey, { ...this.#all(), [baseUrl]: models });
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(v.fallback(v.record(v.string(), ids), {}), this.remembered.get(recentKey));
  }
}
