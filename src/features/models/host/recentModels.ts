// The recently used models by `gatewayId`: model IDs mean nothing to another gateway or key.
import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { Gateways } from '../../setup/host/gateways';

const mementoKey = 'portico.recentModels';
const maxRecent = 8;
const ids = v.fallback(v.array(v.string()), []);

export class RecentModels {
  constructor(
    private readonly memento: vscode.Memento,
    private readonly gateways: Gateways,
  ) {}

  /** IDs of the models used at the current gateway, or at another Base URL, most recent first. */
  async at(typedBaseUrl?: string): Promise<readonly string[]> {
    return this.#of(await this.gateways.currentId(typedBaseUrl));
  }

  async remember(model: string): Promise<void> {
    const gateway = await this.gateways.currentId();
    if (gateway === undefined) {
      return;
    }
    const others = this.#of(gateway).filter((id) => id !== model);
    const models = [model, ...others].slice(0, maxRecent);
    await this.memento.update(mementoKey, { ...this.#all(), [gateway]: models });
  }

  #of(gateway: string | undefined): readonly string[] {
    return (gateway === undefined ? undefined : this.#all()[gateway]) ?? [];
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(v.fallback(v.record(v.string(), ids), {}), this.memento.get(mementoKey));
  }
}
