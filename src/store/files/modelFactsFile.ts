// ModelFactsFile: what Portico has learned about models, so that no window repeats a rejected request.
import * as v from 'valibot';
import { type ModelFact, type ModelFacts, replaces } from '../../chat/retry/modelFacts';
import { quirks } from '../../shared/conversation/quirk';
import { JsonFile } from './jsonFile';

const content = v.variant('type', [
  v.object({ type: v.literal('rejection'), quirk: v.picklist(quirks) }),
  v.object({ type: v.literal('contextLength'), tokens: v.number() }),
]);
const factSchema = v.object({
  origin: v.string(),
  model: v.string(),
  content,
  evidence: v.string(),
  at: v.number(),
});
const anyArray = v.fallback(v.array(v.unknown()), []);

/** The oldest facts beyond this are dropped; they are learned again if needed. */
const maxFacts = 2_000;

/** A JSON array. */
export class ModelFactsFile implements ModelFacts {
  readonly #file: JsonFile<readonly ModelFact[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, readFacts);
  }

  all(): Promise<readonly ModelFact[]> {
    return this.#file.read();
  }

  add(fact: ModelFact): Promise<void> {
    return this.#file.update((known) =>
      [...known.filter((other) => !replaces(fact, other)), fact].slice(-maxFacts),
    );
  }

  remove(facts: readonly ModelFact[]): Promise<void> {
    return this.#file.update((known) =>
      known.filter((other) => !facts.some((fact) => replaces(fact, other))),
    );
  }
}

/** Skips facts that cannot be read, such as those of a newer version. */
function readFacts(json: unknown): readonly ModelFact[] {
  return v.parse(anyArray, json).flatMap((item) => {
    const parsed = v.safeParse(factSchema, item);
    return parsed.success ? [parsed.output] : [];
  });
}
