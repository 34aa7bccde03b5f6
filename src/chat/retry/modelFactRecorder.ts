// What one question teaches about the model that it was asked of.
import type { Clock } from '../../base/clock';
import type { Usage } from '../../shared/conversation/conversation';
import type { Failure } from '../../shared/conversation/failure';
import type { Quirk } from '../../shared/conversation/quirk';
import type { ModelFact, ModelFacts, FactContent } from './modelFacts';
import type { StreamPart } from '../ports';

const longestEvidence = 300;

export class ModelFactRecorder {
  /** @param origin Of the gateway that the next request goes to; undefined where none is set. */
  constructor(
    private readonly facts: ModelFacts,
    private readonly clock: Clock,
    private readonly origin: () => string | undefined,
  ) {}

  /** For one question, with what is known of the model so far. */
  async begin(model: string): Promise<QuestionFacts> {
    const origin = this.origin();
    if (origin === undefined) {
      return new QuestionFacts([], () => {});
    }
    const all = await this.facts.all();
    const known = all.filter((fact) => fact.origin === origin && fact.model === model);
    return new QuestionFacts(known, (taught, evidence) => {
      const shown = evidence.slice(0, longestEvidence);
      void this.facts.learn({ origin, model, taught, evidence: shown, at: this.clock.now() });
    });
  }
}

/** One question's part in it. What is known already is not learned anew: the first evidence stays. */
export class QuestionFacts {
  readonly #known: readonly ModelFact[];
  readonly #learn: (taught: FactContent, evidence: string) => void;
  #usageCame = false;
  #reasoned = false;

  constructor(known: readonly ModelFact[], learn: (taught: FactContent, evidence: string) => void) {
    this.#known = known;
    this.#learn = learn;
  }

  /** What the model is known to refuse. */
  get quirks(): readonly Quirk[] {
    return this.#known.flatMap(({ taught }) => (taught.about === 'refusal' ? [taught.quirk] : []));
  }

  /** Without what was refused an answer came. */
  refused(quirk: Quirk, refusal: Failure): void {
    this.#take({ about: 'refusal', quirk }, refusal.detail ?? '');
  }

  /** A part of an answer. */
  take(part: StreamPart): void {
    switch (part.type) {
      case 'reasoning':
        if (part.field !== undefined && !this.#reasoned) {
          this.#reasoned = true;
          this.#take({ about: 'reasoning', field: part.field }, part.field);
        }
        return;
      case 'usage':
        this.#usageCame = true;
        this.#take({ about: 'usage', comes: true }, usageText(part.usage));
        return;
      case 'finish':
        if (!this.#usageCame) {
          this.#take({ about: 'usage', comes: false }, `finish_reason: ${part.reason}`);
        }
        return;
      case 'failure': {
        const limit = part.failure.tokens?.limit;
        if (part.failure.kind === 'contextTooLong' && limit !== undefined) {
          this.#take({ about: 'contextLength', tokens: limit }, part.failure.detail ?? '');
        }
        return;
      }
      default:
        return;
    }
  }

  #take(taught: FactContent, evidence: string): void {
    const isKnown = this.#known.some((fact) => isSame(fact.taught, taught));
    if (!isKnown) {
      this.#learn(taught, evidence);
    }
  }
}

function usageText({ inputTokens, outputTokens }: Usage): string {
  return JSON.stringify({ inputTokens, outputTokens });
}

function isSame(a: FactContent, b: FactContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
