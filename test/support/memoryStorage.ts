// VS Code's SecretStorage and Memento in memory.
import type * as vscode from 'vscode';
import { Emitter } from '../../src/base/emitter';

export class MemorySecrets implements vscode.SecretStorage {
  readonly secrets = new Map<string, string>();
  readonly #changed = new Emitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** The keyring silently stores nothing. */
  ignoresWrites = false;
  /** The keyring cannot be read, and its error quotes the secret. */
  isLocked = false;
  /** In VS Code each read is a round trip to another process. */
  reads = 0;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.secrets.keys()]);
  }
  get(key: string): Promise<string | undefined> {
    this.reads += 1;
    return this.isLocked
      ? Promise.reject(new Error(`cannot decrypt ${this.secrets.get(key)}`))
      : Promise.resolve(this.secrets.get(key));
  }
  store(key: string, value: string): Promise<void> {
    if (!this.ignoresWrites) {
      this.secrets.set(key, value);
    }
    this.#changed.fire({ key });
    return Promise.resolve();
  }
  delete(key: string): Promise<void> {
    this.secrets.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }
}

export class MemoryMemento implements vscode.Memento {
  readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }
  get<T>(key: string, defaultValue?: T): T {
    return (this.values.get(key) ?? defaultValue) as T;
  }
  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.values.delete(key);
    } else {
      this.values.set(key, value);
    }
    return Promise.resolve();
  }
}
