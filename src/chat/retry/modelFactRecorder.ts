// Records what the errors of a question reveal about the model.
import type { Clock } from '../../base/clock';
import type { Failure } from '../../shared/conversation/failure';
import type { Quirk } from '../../shared/conversation/quirk';
import { type FactContent, type ModelFact, type ModelFacts, quirksIn } from './modelFacts';

const maxEvidenceLength = 300;

export interface ModelFactRecorderDeps {
  readonly modelFacts: ModelFacts;
  readonly clock: Clock;
  /** Of the current gateway; undefined without one. */
  readonly origin: () => string | undefined;
}

export class ModelFactRecorder {
  constructor(private readonly deps: ModelFactRecorderDeps) {}

  async startQuestion(model: string): Promise<QuestionFactRecorder> {
    const { modelFacts, clock } = this.deps;
    const origin = this.deps.origin();
    if (origin === undefined) {
      return new QuestionFactRecorder([], () => undefined);
    }
    const all = await modelFacts.all();
    const known = all.filter((fact) => fact.origin === origin && fact.model === model);
    return new QuestionFactRecorder(known, (content, evidence) => {
      const at = clock.now();
      const excerpt = evidence.slice(0, maxEvidenceLength);
      void modelFacts.add({ origin, model, content, evidence: excerpt, at });
    });
  }
}

/** Records the facts that one question reveals. A known fact keeps its first evidence. */
export class QuestionFactRecorder {
  constructor(
    private readonly known: readonly ModelFact[],
    private readonly add: (content: FactContent, evidence: string) => void,
  ) {}

  /** What the model is known to reject. */
  get quirks(): readonly Quirk[] {
    return quirksIn(this.known);
  }

  /** To be called once a request without the rejected parameter was accepted. */
  recordRejection(quirk: Quirk, rejection: Failure): void {
    this.#addIfNew({ type: 'rejection', quirk }, rejection.detail ?? '');
  }

  recordFailure({ kind, tokens, detail = '' }: Failure): void {
    if (kind === 'contextTooLong' && tokens?.limit !== undefined) {
      this.#addIfNew({ type: 'contextLength', tokens: tokens.limit }, detail);
    }
  }

  #addIfNew(content: FactContent, evidence: string): void {
    const json = JSON.stringify(content);
    if (!this.known.some((fact) => JSON.stringify(fact.content) === json)) {
      this.add(content, evidence);
    }
  }
}
