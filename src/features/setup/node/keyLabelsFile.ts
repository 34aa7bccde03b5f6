// KeyLabelsFile: the labels of each origin's API keys. VS Code cannot list secrets, only return one by its name.
import * as v from 'valibot';
import { JsonFile } from '../../../storage/node/jsonFile';

export interface OriginKeyLabels {
  /** Oldest first, without the default key, which has no label. */
  readonly labels: readonly string[];
  /** Label of the key selected last; `''` for the default key. That key may no longer be stored. */
  readonly chosen?: string;
}

/** The labels of the stored API keys, by origin; they outlive the keys. Never rejects. */
export interface KeyLabels {
  of(origin: string): Promise<OriginKeyLabels>;
  add(origin: string, label: string): Promise<void>;
  /** Also deselects the label. */
  remove(origin: string, label: string): Promise<void>;
  choose(origin: string, label: string): Promise<void>;
}

const originLabels = v.object({ labels: v.array(v.string()), chosen: v.exactOptional(v.string()) });
const file = v.fallback(v.record(v.string(), originLabels), {});

type Labels = Readonly<Record<string, OriginKeyLabels>>;

/** A JSON object by origin. The keys themselves are in the secret storage. */
export class KeyLabelsFile implements KeyLabels {
  readonly #file: JsonFile<Labels>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => v.parse(file, json));
  }

  async of(origin: string): Promise<OriginKeyLabels> {
    return labelsOf(await this.#file.read(), origin);
  }

  add(origin: string, label: string): Promise<void> {
    return this.#change(origin, (known) => ({
      ...known,
      labels: [...known.labels.filter((other) => other !== label), label],
    }));
  }

  remove(origin: string, label: string): Promise<void> {
    return this.#change(origin, ({ labels, chosen }) => ({
      labels: labels.filter((other) => other !== label),
      ...(chosen === undefined || chosen === label ? {} : { chosen }),
    }));
  }

  choose(origin: string, label: string): Promise<void> {
    return this.#change(origin, (known) => ({ ...known, chosen: label }));
  }

  #change(origin: string, change: (known: OriginKeyLabels) => OriginKeyLabels): Promise<void> {
    return this.#file.update((known) => ({ ...known, [origin]: change(labelsOf(known, origin)) }));
  }
}

function labelsOf(known: Labels, origin: string): OriginKeyLabels {
  return known[origin] ?? { labels: [] };
}
