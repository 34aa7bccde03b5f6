// API keys in VS Code's SecretStorage, one secret per origin and label. No other code reads or writes a stored key.
import type * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import type { KeyLabels } from '../node/keyLabelsFile';

/** The origins for which a default key (one without a label) was ever stored; it outlives the keys. Never rejects. */
export interface OriginsWithKey {
  has(origin: string): Promise<boolean>;
  add(origin: string): Promise<void>;
  remove(origin: string): Promise<void>;
}

const secretPrefix = 'portico.apiKey:';

export type KeyState = 'stored' | 'none' | 'lost';

/** `lost`: the key was stored, but VS Code no longer has it. */
export type StoredKey =
  { readonly state: 'stored'; readonly key: string } | { readonly state: 'none' | 'lost' };

export interface KeyRef {
  readonly origin: string;
  /** `''` for the default key. */
  readonly label: string;
}

/** The keys of one origin, for one request: their labels are read once. */
export interface OriginKeys {
  /**
   * The label of the key that was selected last, stored or not: another key may be charged to another budget.
   * If none was selected, the first one.
   */
  readonly selectedLabel: string;
  read(label: string): Promise<StoredKey>;
}

/** A key of one origin is never returned for another. */
export class KeyVault implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #stored = new Emitter<KeyRef>();
  readonly #secrets: vscode.SecretStorage;
  readonly #origins: OriginsWithKey;
  readonly #labels: KeyLabels;
  readonly #subscription: Disposable;

  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires when this window has stored a key. */
  readonly onDidStore: Event<KeyRef> = this.#stored.event;

  constructor(secrets: vscode.SecretStorage, origins: OriginsWithKey, labels: KeyLabels) {
    this.#secrets = secrets;
    this.#origins = origins;
    this.#labels = labels;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) {
        this.#changed.fire();
      }
    });
  }

  /** Undefined if VS Code does not return it, for whatever reason. Never rejects. */
  async get(ref: KeyRef): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretName(ref));
    } catch {
      // The storage's error is not passed on: it might quote the key.
      return undefined;
    }
  }

  async keysOf(origin: string): Promise<OriginKeys> {
    const { chosen = '', labels } = await this.#labels.of(origin);
    const read = (label: string): Promise<StoredKey> => this.#read({ origin, label }, labels);
    if (chosen !== '' || labels.length === 0) {
      return { selectedLabel: chosen, read };
    }
    const defaultKey = await read('');
    return {
      selectedLabel: defaultKey.state === 'none' ? (labels[0] ?? '') : '',
      read: (label) => (label === '' ? Promise.resolve(defaultKey) : read(label)),
    };
  }

  async state(ref: KeyRef): Promise<KeyState> {
    const { labels } = await this.#labels.of(ref.origin);
    return (await this.#read(ref, labels)).state;
  }

  /** The labels of the keys that were stored for an origin, including lost ones; `''` for the default key. */
  async labels(origin: string): Promise<readonly string[]> {
    const { labels } = await this.#labels.of(origin);
    const { state } = await this.#read({ origin, label: '' }, labels);
    return state === 'none' ? labels : ['', ...labels];
  }

  async choose({ origin, label }: KeyRef): Promise<void> {
    await this.#labels.choose(origin, label);
    this.#changed.fire();
  }

  /** Returns whether the key could be read back. An additional key is not selected by being stored. */
  async store(ref: KeyRef, key: string): Promise<boolean> {
    const labels = await this.labels(ref.origin);
    const { selectedLabel } = await this.keysOf(ref.origin);
    const isStored = (await this.#storeAndRead(ref, key)) && (await this.#saveLabel(ref));
    if (isStored && labels.length > 0 && !labels.includes(ref.label)) {
      await this.#labels.choose(ref.origin, selectedLabel);
    }
    this.#changed.fire();
    if (isStored) {
      this.#stored.fire(ref);
    }
    return isStored;
  }

  async remove(ref: KeyRef): Promise<void> {
    await this.#secrets.delete(secretName(ref));
    await (ref.label === ''
      ? this.#origins.remove(ref.origin)
      : this.#labels.remove(ref.origin, ref.label));
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#stored.dispose();
  }

  /** `labels`: the origin's saved ones. */
  async #read(ref: KeyRef, labels: readonly string[]): Promise<StoredKey> {
    const key = await this.get(ref);
    if (key !== undefined) {
      return { state: 'stored', key };
    }
    const wasStored =
      ref.label === '' ? await this.#origins.has(ref.origin) : labels.includes(ref.label);
    return { state: wasStored ? 'lost' : 'none' };
  }

  async #storeAndRead(ref: KeyRef, key: string): Promise<boolean> {
    try {
      await this.#secrets.store(secretName(ref), key);
    } catch {
      // This error might quote the key too.
      return false;
    }
    return (await this.get(ref)) === key;
  }

  /** False if the label could not be saved: without it the key cannot be found. */
  async #saveLabel({ origin, label }: KeyRef): Promise<boolean> {
    if (label === '') {
      await this.#origins.add(origin);
      return true;
    }
    await this.#labels.add(origin, label);
    return (await this.#labels.of(origin)).labels.includes(label);
  }
}

/** An origin contains no `#`. */
function secretName({ origin, label }: KeyRef): string {
  return `${secretPrefix}${origin}${label === '' ? '' : `#${encodeURIComponent(label)}`}`;
}
