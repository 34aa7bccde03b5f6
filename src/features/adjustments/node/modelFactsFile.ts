// ModelFactsFile: what Portico has learned about models, so that no window repeats a rejected request.
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { Emitter } from '../../../base/emitter';
import {
  isExpired,
  isSameFact,
  replaces,
  type ModelFact,
  type ModelFacts,
} from '../../../conversation/node/retry/modelFacts';
import { apiFormats } from '../../../gateway/common/apiFormat';
import { quirks } from '../../../gateway/common/quirk';
import { JsonFile, readItems } from '../../../storage/node/jsonFile';

const content = v.variant('type', [
  v.object({ type: v.literal('rejection'), quirk: v.picklist(quirks) }),
  v.object({ type: v.literal('contextLength'), tokens: v.number() }),
  v.object({ type: v.literal('maxOutputTokens'), tokens: v.number() }),
]);
const factSchema = v.object({
  gateway: v.string(),
  model: v.string(),
  apiFormat: v.picklist(apiFormats),
  content,
  evidence: v.string(),
  at: v.number(),
});

/** The oldest facts beyond this are dropped; they are learned again if needed. */
const maxFacts = 2_000;

/** A JSON array. */
export class ModelFactsFile implements ModelFacts {
  readonly #file: JsonFile<readonly ModelFact[]>;
  readonly #changed = new Emitter<void>();

  /** Fires when this window has changed the facts. */
  readonly onDidChange = this.#changed.event;

  constructor(
    path: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#file = new JsonFile(path, (json) => readItems(json, factSchema));
  }

  all(): Promise<readonly ModelFact[]> {
    return this.#file.read().then((facts) => this.#current(facts));
  }

  add(fact: ModelFact): Promise<void> {
    return this.#update((known) =>
      [...this.#current(known).filter((other) => !replaces(fact, other)), fact].slice(-maxFacts),
    );
  }

  remove(facts: readonly ModelFact[]): Promise<void> {
    return this.#update((known) =>
      known.filter((other) => !facts.some((fact) => isSameFact(fact, other))),
    );
  }

  async forget(gateway: string, models: readonly string[]): Promise<void> {
    const ids = new Set(models);
    const isForgotten = (fact: ModelFact): boolean =>
      fact.gateway === gateway && ids.has(fact.model);
    if ((await this.#file.read()).some(isForgotten)) {
      await this.#update((known) => known.filter((fact) => !isForgotten(fact)));
    }
  }

  async #update(change: (known: readonly ModelFact[]) => readonly ModelFact[]): Promise<void> {
    await this.#file.update(change);
    this.#changed.fire();
  }

  #current(facts: readonly ModelFact[]): readonly ModelFact[] {
    const now = this.clock.now();
    return facts.filter((fact) => !isExpired(fact, now));
  }
}
