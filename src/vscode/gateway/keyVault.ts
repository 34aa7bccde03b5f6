// The only place that touches a key at rest: VS Code's SecretStorage, one secret per origin and label.
import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { type Event, Emitter } from '../../base/emitter';
import type { KeyLabels, OriginsWithKey } from '../../chat/ports';

const secretPrefix = 'portico.apiKey:';

export type KeyState = 'stored' | 'none' | 'lost';

/** `lost`: it was stored, and VS Code did not keep it. */
export type ReadKey =
  { readonly state: 'stored'; readonly key: string } | { readonly state: 'none' | 'lost' };

/** Which key: an origin may have several, each under a label. */
export interface KeyRef {
  readonly origin: string;
  /** `''` for the key without a label. */
  readonly label: string;
}

/** Keys by origin and label. A key of one origin is never given out for another. */
export class KeyVault implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #secrets: vscode.SecretStorage;
  readonly #origins: OriginsWithKey;
  readonly #labels: KeyLabels;
  readonly #subscription: Disposable;

  readonly onDidChange: Event<void> = this.#changed.event;

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

  /** Undefined where VS Code does not give it, for whatever reason. Never rejects. */
  async get(ref: KeyRef): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretName(ref));
    } catch {
      // An error of the storage is not passed on: it might quote the key.
      return undefined;
    }
  }

  /** The key, or what has become of it. One look into the secrets, which are another process's. */
  async read(ref: KeyRef): Promise<ReadKey> {
    const key = await this.get(ref);
    if (key !== undefined) {
      return { state: 'stored', key };
    }
    return { state: (await this.#wasStored(ref)) ? 'lost' : 'none' };
  }

  async state(ref: KeyRef): Promise<KeyState> {
    const { state } = await this.read(ref);
    return state;
  }

  /** The labels of the keys that were stored for an origin, lost ones too; `''` for the one without. */
  async labels(origin: string): Promise<readonly string[]> {
    const bare = { origin, label: '' };
    const { labels } = await this.#labels.of(origin);
    return (await this.state(bare)) === 'none' ? labels : ['', ...labels];
  }

  /**
   * The label of the key that an origin uses: the one chosen last, stored or not, since no other may
   * pay in its place; without a choice the first.
   */
  async chosenLabel(origin: string): Promise<string> {
    const { chosen = '', labels } = await this.#labels.of(origin);
    if (chosen !== '' || labels.length === 0) {
      return chosen;
    }
    return (await this.labels(origin))[0] ?? '';
  }

  async choose({ origin, label }: KeyRef): Promise<void> {
    await this.#labels.choose(origin, label);
    this.#changed.fire();
  }

  /** Returns whether the key could be read back after it was stored. */
  async store(ref: KeyRef, key: string): Promise<boolean> {
    const before = await this.labels(ref.origin);
    const chosen = await this.chosenLabel(ref.origin);
    const kept = (await this.#storeAndRead(ref, key)) && (await this.#note(ref));
    if (kept && before.length > 0 && !before.includes(ref.label)) {
      // A key that joins others waits to be chosen.
      await this.#labels.choose(ref.origin, chosen);
    }
    this.#changed.fire();
    return kept;
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
  }

  async #storeAndRead(ref: KeyRef, key: string): Promise<boolean> {
    try {
      await this.#secrets.store(secretName(ref), key);
    } catch {
      // It might quote the key too.
      return false;
    }
    return (await this.get(ref)) === key;
  }

  /** A key whose label the disk did not take could not be found again. */
  async #note(ref: KeyRef): Promise<boolean> {
    if (ref.label === '') {
      await this.#origins.add(ref.origin);
      return true;
    }
    await this.#labels.add(ref.origin, ref.label);
    return this.#wasStored(ref);
  }

  async #wasStored({ origin, label }: KeyRef): Promise<boolean> {
    return label === ''
      ? this.#origins.has(origin)
      : (await this.#labels.of(origin)).labels.includes(label);
  }
}

/** The key without a label keeps the name that it had when an origin had one key. An origin holds no `#`. */
function secretName({ origin, label }: KeyRef): string {
  return `${secretPrefix}${origin}${label === '' ? '' : `#${encodeURIComponent(label)}`}`;
}
