// Which models were used lately, by `gatewayId`: a model of one gateway means nothing to another, nor one key's to the next.
import type * as vscode from 'vscode';
import * as v from 'valibot';

const recentKey = 'portico.recentModels';
const mostRecent = 8;
const ids = v.fallback(v.array(v.string()), []);

export class RecentModels {
  constructor(private readonly remembered: vscode.Memento) {}

  /** Model IDs, the one used last first. */
  of(gateway: string): readonly string[] {
    return this.#all()[gateway] ?? [];
  }

  async remember(gateway: string, model: string): Promise<void> {
    const others = this.of(gateway).filter((id) => id !== model);
    await this.#save(gateway, [model, ...others].slice(0, mostRecent));
  }

  async #save(gateway: string, models: readonly string[]): Promise<void> {
    await this.remembered.update(recentKey, { ...this.#all(), [gateway]: models });
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(v.fallback(v.record(v.string(), ids), {}), this.remembered.get(recentKey));
  }
}
