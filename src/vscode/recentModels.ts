// Which models were used lately, by Base URL: a model of one gateway means nothing to another. Its keys share them.
import type * as vscode from 'vscode';
import * as v from 'valibot';

const recentKey = 'portico.recentModels';
const mostRecent = 8;
const ids = v.fallback(v.array(v.string()), []);

export class RecentModels {
  constructor(private readonly remembered: vscode.Memento) {}

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
