// The only place that touches a key at rest: VS Code's SecretStorage, one secret per origin.
import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { type Event, Emitter } from '../base/emitter';
import type { OriginsWithKey } from '../chat/ports';

const secretPrefix = 'portico.apiKey:';

export type KeyState = 'stored' | 'none' | 'lost';

/** Keys by origin. A key of one origin is never given out for another. */
export class KeyVault implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #secrets: vscode.SecretStorage;
  readonly #origins: OriginsWithKey;
  readonly #subscription: Disposable;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, origins: OriginsWithKey) {
    this.#secrets = secrets;
    this.#origins = origins;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) {
        this.#changed.fire();
      }
    });
  }

  async get(origin: string): Promise<string | undefined> {
    return this.#secrets.get(secretPrefix + origin);
  }

  /** `lost`: it was stored, and VS Code did not keep it. */
  async state(origin: string): Promise<KeyState> {
    if ((await this.get(origin)) !== undefined) {
      return 'stored';
    }
    return (await this.#origins.has(origin)) ? 'lost' : 'none';
  }

  /** Returns whether the key could be read back after it was stored. */
  async store(origin: string, key: string): Promise<boolean> {
    const kept = await this.#storeAndRead(secretPrefix + origin, key);
    if (kept) {
      await this.#origins.add(origin);
    }
    this.#changed.fire();
    return kept;
  }

  /** An error of the storage is not passed on: it might quote the key. */
  async #storeAndRead(name: string, key: string): Promise<boolean> {
    try {
      await this.#secrets.store(name, key);
      return (await this.#secrets.get(name)) === key;
    } catch {
      return false;
    }
  }

  async remove(origin: string): Promise<void> {
    await this.#secrets.delete(secretPrefix + origin);
    await this.#origins.remove(origin);
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
