// VS Code gives a secret back only by its name, so the labels that name an origin's keys are kept beside them.
import * as v from 'valibot';
import type { KeyLabels, OriginKeyLabels } from '../../chat/ports';
import { JsonFile } from './jsonFile';

const ofOrigin = v.object({ labels: v.array(v.string()), chosen: v.exactOptional(v.string()) });
const file = v.fallback(v.record(v.string(), ofOrigin), {});

type Labels = Readonly<Record<string, OriginKeyLabels>>;

/** A JSON object of origins. It holds labels only: no key, and none of the keys without a label. */
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
    return this.#file.change((known) => ({ ...known, [origin]: change(labelsOf(known, origin)) }));
  }
}

function labelsOf(known: Labels, origin: string): OriginKeyLabels {
  return known[origin] ?? { labels: [] };
}
