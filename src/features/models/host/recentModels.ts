// The recently used models by `gatewayId`: model IDs mean nothing to another gateway or key.
import type * as vscode from 'vscode';
import * as v from 'valibot';

const mementoKey = 'portico.recentModels';
const maxRecent = 8;
const ids = v.fallback(v.array(v.string()), []);

export class RecentModels {
  constructor(private readonly memento: vscode.Memento) {}

  /** Model IDs, most recent first. */
  of(gateway: string): readonly string[] {
    return this.#all()[gateway] ?? [];
  }

  async remember(gateway: string, model: string): Promise<void> {
    const others = this.of(gateway).filter((id) => id !== model);
    const models = [model, ...others].slice(0, maxRecent);
    await this.memento.update(mementoKey, { ...this.#all(), [gateway]: models });
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(v.fallback(v.record(v.string(), ids), {}), this.memento.get(mementoKey));
  }
}
