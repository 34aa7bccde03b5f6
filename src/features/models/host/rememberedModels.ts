// The models that the user has used, pinned or hidden: their IDs, a list for each gateway.
import * as v from 'valibot';
import type * as vscode from 'vscode';

const ids = v.fallback(v.array(v.string()), []);
const lists = v.fallback(v.record(v.string(), ids), {});

const maxRecent = 8;

export class RememberedModels {
  /** @param gatewayOf what the lists are stored by; undefined without a valid Base URL */
  constructor(
    private readonly mementoKey: `portico.${'recent' | 'pinned' | 'hidden'}Models`,
    private readonly memento: vscode.Memento,
    private readonly gatewayOf: (typedBaseUrl?: string) => Promise<string | undefined>,
  ) {}

  /** The list of the current gateway, or of another Base URL. */
  async at(typedBaseUrl?: string): Promise<readonly string[]> {
    const gateway = await this.gatewayOf(typedBaseUrl);
    return (gateway === undefined ? undefined : this.#all()[gateway]) ?? [];
  }

  /** Puts the model first; the list has the most recent ones. */
  async remember(model: string): Promise<void> {
    await this.#change((before) =>
      [model, ...before.filter((id) => id !== model)].slice(0, maxRecent),
    );
  }

  /** Adds the model, or removes it if it is listed. Returns the new list. */
  toggle(model: string, typedBaseUrl?: string): Promise<readonly string[]> {
    return this.#change(
      (before) =>
        before.includes(model) ? before.filter((id) => id !== model) : [...before, model],
      typedBaseUrl,
    );
  }

  async #change(
    change: (before: readonly string[]) => readonly string[],
    typedBaseUrl?: string,
  ): Promise<readonly string[]> {
    const gateway = await this.gatewayOf(typedBaseUrl);
    if (gateway === undefined) {
      return [];
    }
    const all = this.#all();
    const after = change(all[gateway] ?? []);
    await this.memento.update(this.mementoKey, { ...all, [gateway]: after });
    return after;
  }

  #all(): Readonly<Record<string, readonly string[]>> {
    return v.parse(lists, this.memento.get(this.mementoKey));
  }
}
