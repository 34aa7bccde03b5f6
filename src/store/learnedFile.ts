// What was learned of models outlives the window, so that no question is refused twice for the same reason.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { type LearnedFact, type LearnedFacts, replaces } from '../chat/learned';
import { quirks } from '../shared/quirk';

const taught = v.variant('about', [
  v.object({ about: v.literal('refusal'), quirk: v.picklist(quirks) }),
  v.object({ about: v.literal('contextLength'), tokens: v.number() }),
  v.object({ about: v.literal('usage'), comes: v.boolean() }),
  v.object({ about: v.literal('reasoning'), field: v.string() }),
]);
const fact = v.object({
  origin: v.string(),
  model: v.string(),
  taught,
  evidence: v.string(),
  at: v.number(),
});
const facts = v.array(v.unknown());

/** Beyond this the oldest are dropped: a model that is asked again teaches them anew. */
const mostFacts = 2_000;

/** A JSON array, replaced whole; changes follow one another, and begin with what other windows wrote. */
export class LearnedFile implements LearnedFacts {
  #written: Promise<void> = Promise.resolve();

  constructor(private readonly path: string) {}

  async all(): Promise<readonly LearnedFact[]> {
    await this.#written;
    return this.#read();
  }

  learn(learned: LearnedFact): Promise<void> {
    return this.#change((known) => [...known.filter((one) => !replaces(learned, one)), learned]);
  }

  forget(forgotten: readonly LearnedFact[]): Promise<void> {
    return this.#change((known) =>
      known.filter((one) => !forgotten.some((other) => replaces(other, one))),
    );
  }

  #change(change: (known: readonly LearnedFact[]) => readonly LearnedFact[]): Promise<void> {
    // A disk that refuses costs one more refusal, not the answer.
    this.#written = this.#written.then(() => this.#replace(change)).catch(() => undefined);
    return this.#written;
  }

  async #replace(change: (known: readonly LearnedFact[]) => readonly LearnedFact[]): Promise<void> {
    const changed = JSON.stringify(change(await this.#read()).slice(-mostFacts));
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.${process.pid}`;
    await writeFile(unfinished, changed, { mode: 0o600 });
    await rename(unfinished, this.path);
  }

  /** Facts that cannot be read, a newer version's say, are passed over. */
  async #read(): Promise<readonly LearnedFact[]> {
    try {
      const read = v.parse(facts, JSON.parse(await readFile(this.path, 'utf8')));
      return read.flatMap((one) => {
        const parsed = v.safeParse(fact, one);
        return parsed.success ? [parsed.output] : [];
      });
    } catch {
      return [];
    }
  }
}
