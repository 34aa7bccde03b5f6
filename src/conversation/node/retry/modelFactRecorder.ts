// Records what the errors of a question reveal about the model.
import type { Clock } from '../../../base/clock';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import type { Failure } from '../../../gateway/common/failure';
import type { KnownLimits } from '../../../gateway/common/maxTokens';
import type { Quirk } from '../../../gateway/common/quirk';
import type { Usage } from '../../../gateway/common/usage';
import {
  isAbout,
  isSameContent,
  limitsIn,
  quirksIn,
  type FactContent,
  type ModelFact,
  type ModelFacts,
} from './modelFacts';

const maxEvidenceUnits = 300;

export interface ModelFactRecorderDeps {
  readonly modelFacts: ModelFacts;
  readonly clock: Clock;
  /** The `gatewayId` of the current gateway; undefined without one. */
  readonly gateway: () => Promise<string | undefined>;
}

export class ModelFactRecorder {
  constructor(private readonly deps: ModelFactRecorderDeps) {}

  async startQuestion({
    model,
    apiFormat,
  }: Pick<CompletionRequest, 'model' | 'apiFormat'>): Promise<QuestionFactRecorder> {
    const { modelFacts, clock } = this.deps;
    const gateway = await this.deps.gateway();
    if (gateway === undefined) {
      return new QuestionFactRecorder([], { add: () => undefined, remove: () => undefined });
    }
    const subject = { gateway, model, apiFormat };
    const known = (await modelFacts.all()).filter((fact) => isAbout(fact, subject));
    return new QuestionFactRecorder(known, {
      add: (content, evidence) => {
        const at = clock.now();
        const excerpt = evidence.slice(0, maxEvidenceUnits).toWellFormed();
        void modelFacts.add({ ...subject, content, evidence: excerpt, at });
      },
      remove: (facts) => void modelFacts.remove(facts),
    });
  }
}

interface FactChanges {
  readonly add: (content: FactContent, evidence: string) => void;
  readonly remove: (facts: readonly ModelFact[]) => void;
}

/** Records the facts that one question reveals. A known fact keeps its first evidence. */
export class QuestionFactRecorder {
  constructor(
    private readonly known: readonly ModelFact[],
    private readonly changes: FactChanges,
  ) {}

  /** What the model is known to reject. */
  get quirks(): readonly Quirk[] {
    return quirksIn(this.known);
  }

  /** What is known about the model's limits. */
  get limits(): KnownLimits {
    return limitsIn(this.known);
  }

  /** Call it once a request for fewer tokens was answered. */
  recordOutputLimit({ maxOutputTokens, tokens, detail = '' }: Failure): void {
    if (tokens?.limit !== undefined) {
      // The maximum depended on the length of the prompt.
      this.#addIfNew({ type: 'contextLength', tokens: tokens.limit }, detail);
    } else if (maxOutputTokens !== undefined) {
      this.#addIfNew({ type: 'maxOutputTokens', tokens: maxOutputTokens }, detail);
    }
  }

  /** Call it once a request without the rejected parameter was answered. */
  recordRejection(quirk: Quirk, rejection: Failure): void {
    this.#addIfNew({ type: 'rejection', quirk }, rejection.detail ?? '');
  }

  recordFailure({ kind, tokens, detail = '' }: Failure): void {
    if (kind === 'contextTooLong' && tokens?.limit !== undefined) {
      this.#addIfNew({ type: 'contextLength', tokens: tokens.limit }, detail);
    }
  }

  /** A longer request than the model is known to accept refutes what is known. */
  recordUsage({ inputTokens = 0 }: Usage): void {
    const refuted = this.known.filter(
      ({ content }) => content.type === 'contextLength' && content.tokens < inputTokens,
    );
    if (refuted.length > 0) {
      this.changes.remove(refuted);
    }
  }

  #addIfNew(content: FactContent, evidence: string): void {
    if (!this.known.some((fact) => isSameContent(fact.content, content))) {
      this.changes.add(content, evidence);
    }
  }
}
