// The models that the user pinned or hid in the picker, by the gateway's origin: another key there keeps them.
import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { Gateways } from '../../setup/host/gateways';

const ids = v.fallback(v.array(v.string()), []);

export class MarkedModels {
  constructor(
    private readonly mementoKey: 'portico.pinnedModels' | 'portico.hiddenModels',
    private readonly memento: vscode.Memento,
    private readonly gateways: Pick<Gateways, 'current'>,
  ) {}

  /** IDs of the models marked at the current gateway, or at another Base URL. */
  async at(typedBaseUrl?: string): Promise<readonly string[]> {
    const origin = (await this.gateways.current(typedBaseUrl))?.origin;
    return (origin === undefined ? undefined : this.#all()[origin]) ?? [];
  }

  /** Marks the model, or removes the mark. Returns the IDs that are marked then. */
  async toggle(model: string, typedBaseUrl?: string): Promise<readonly string[]> {
    const origin = (await this.gateways.current(typedBaseUrl))?.origin;
    if (origin === undefined) {
      return [];
    }
    const before = this.#all()[origin] ?? [];
    const after = before.includes(model) ? before.filter((id) => id !== model) : [...before, model];
    await this.memento.update(this.mementoKey, { ...this.#all(), [origin]: after });
    return after;
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(v.fallback(v.record(v.string(), ids), {}), this.memento.get(this.mementoKey));
  }
}
