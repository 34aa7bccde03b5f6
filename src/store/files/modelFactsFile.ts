// What was learned of models outlives the window, so that no question is refused twice for the same reason.
import * as v from 'valibot';
import { type ModelFact, type ModelFacts, replaces } from '../../chat/retry/modelFacts';
import { quirks } from '../../shared/conversation/quirk';
import { JsonFile } from './jsonFile';

const content = v.variant('about', [
  v.object({ about: v.literal('refusal'), quirk: v.picklist(quirks) }),
  v.object({ about: v.literal('contextLength'), tokens: v.number() }),
  v.object({ about: v.literal('usage'), isReported: v.boolean() }),
  v.object({ about: v.literal('reasoning'), field: v.string() }),
]);
const fact = v.object({
  origin: v.string(),
  model: v.string(),
  content,
  evidence: v.string(),
  at: v.number(),
});
const facts = v.fallback(v.array(v.unknown()), []);

/** Beyond this the oldest are dropped: a model that is asked again teaches them anew. */
const mostFacts = 2_000;

/** A JSON array. A disk that refuses costs one more refusal, not the answer. */
export class ModelFactsFile implements ModelFacts {
  readonly #file: JsonFile<readonly ModelFact[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, readFacts);
  }

  all(): Promise<readonly ModelFact[]> {
    return this.#file.read();
  }

  add(learned: ModelFact): Promise<void> {
    return this.#file.change((known) =>
      [...known.filter((one) => !replaces(learned, one)), learned].slice(-mostFacts),
    );
  }

  remove(forgotten: readonly ModelFact[]): Promise<void> {
    return this.#file.change((known) =>
      known.filter((one) => !forgotten.some((other) => replaces(other, one))),
    );
  }
}

/** Facts that cannot be read, a newer version's say, are passed over. */
function readFacts(json: unknown): readonly ModelFact[] {
  return v.parse(facts, json).flatMap((one) => {
    const parsed = v.safeParse(fact, one);
    return parsed.success ? [parsed.output] : [];
  });
}
