// VS Code's secret storage and memory, played by a map each.
import type * as vscode from 'vscode';
import { Emitter } from '../../../src/base/emitter';

export class MemorySecrets implements vscode.SecretStorage {
  readonly secrets = new Map<string, string>();
  readonly #changed = new Emitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** The keyring refuses: nothing is kept, without a word. */
  refuses = false;
  /** The keyring cannot be read, and what it throws quotes what it holds. */
  isLocked = false;
  /** How often it was read: in VS Code each time is a way to another process and back. */
  looks = 0;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.secrets.keys()]);
  }
  get(key: string): Promise<string | undefined> {
    this.looks += 1;
    return this.isLocked
      ? Promise.reject(new Error(`cannot decrypt ${this.secrets.get(key)}`))
      : Promise.resolve(this.secrets.get(key));
  }
  store(key: string, value: string): Promise<void> {
    if (!this.refuses) {
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

export class Memory implements vscode.Memento {
  readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }
  get<T>(key: string, otherwise?: T): T {
    return (this.values.get(key) ?? otherwise) as T;
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
