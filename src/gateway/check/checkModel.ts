// The stages of a check that cost tokens: one short answer in one piece, and one streamed.
import type { Clock } from '../../base/clock';
import type {
  CheckedModel,
  CheckEvent,
  CheckStage,
  Finding,
  StageResult,
} from '../../chat/connectionCheck';
import { endStateOf } from '../../chat/session/endState';
import type { ChatModel, CompletionRequest, StreamPart } from '../../chat/ports';
import type { Failure, FailureKind } from '../../shared/conversation/failure';
import { ended } from './probeStages';
import { timed } from './timed';

/** The settings' limits are shorter, but for who has set none. */
const limitSeconds = 900;

/** Long enough to come in pieces, short enough to cost next to nothing. */
const questions = {
  whole: 'Answer with the word OK and nothing else.',
  streamed: 'Count from 1 to 30 in digits, separated by blanks, and say nothing else.',
} as const;

/** Enough to see how they come, in pieces and ms; a model that says more is left, which costs less. */
const enough = { pieces: 60, ms: 250 };

/** After these the second question would only fail in the same way. */
const final: ReadonlySet<FailureKind> = new Set([
  'notConfigured',
  'keyMissing',
  'keyLost',
  'keyRejected',
  'insecure',
  'otherGateway',
  'forbidden',
  'noCredit',
  'modelGone',
  'unreachable',
  'certificate',
  'proxy',
  'redirected',
]);

export async function* checkModel(
  { chatModel, request }: CheckedModel,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent> {
  for (const stage of ['whole', 'streamed'] as const) {
    yield { type: 'begun', stage };
    const asked: CompletionRequest = {
      ...request,
      stream: stage === 'streamed',
      messages: [{ role: 'user', content: questions[stage] }],
    };
    const begunAt = clock.now();
    const heard = new Heard(clock);
    const end = await timed(clock, signal, limitSeconds, (own) =>
      listen(chatModel, asked, heard, own),
    );
    if (end.end === 'left') {
      return;
    }
    const failure: Failure | undefined =
      end.end === 'done' ? heard.failure : { kind: 'totalTimeout', limitSeconds, fixedLimit: true };
    yield ended(resultOf(stage, request.model, end.ms, begunAt, heard, failure));
    if (failure !== undefined && final.has(failure.kind)) {
      return;
    }
  }
}

async function listen(
  chatModel: ChatModel,
  request: CompletionRequest,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  for await (const part of chatModel.complete(request, signal)) {
    heard.take(part);
    if (part.type === 'retryScheduled') {
      // A check tells at once why there is no answer; the chat may wait.
      return;
    }
    if (request.stream && heard.pieces >= enough.pieces && heard.span >= enough.ms) {
      return;
    }
  }
}

/** What came of an answer, and when. */
class Heard {
  pieces = 0;
  firstAt = 0;
  #lastAt = 0;
  servedModel: string | undefined;
  #failure: Failure | undefined;
  #refused = false;
  #finishReason: string | undefined;

  constructor(private readonly clock: Clock) {}

  /** From the first piece to the last, in ms. */
  get span(): number {
    return this.#lastAt - this.firstAt;
  }

  take(part: StreamPart): void {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
      case 'toolCalls':
        this.#refused ||= part.type === 'refusal';
        this.pieces++;
        this.#lastAt = this.clock.now();
        this.firstAt = this.pieces === 1 ? this.#lastAt : this.firstAt;
        break;
      case 'servedModel':
        this.servedModel = part.model;
        break;
      case 'finish':
        this.#finishReason = part.reason;
        break;
      case 'retryScheduled':
        this.#failure = part.wait.failure;
        break;
      case 'failure':
        this.#failure = part.failure;
        break;
      default:
        // What tells of the way to the answer is not the answer.
        break;
    }
  }

  /** Why there is no answer, an empty one included. */
  get failure(): Failure | undefined {
    const { emptyReply } = endStateOf({
      stopped: false,
      failure: this.#failure,
      finishReason: this.#finishReason,
      refused: this.#refused,
      hasContent: this.pieces > 0,
    });
    return this.#failure ?? (emptyReply ? { kind: 'emptyReply' } : undefined);
  }
}

function resultOf(
  stage: CheckStage & ('whole' | 'streamed'),
  model: string,
  ms: number,
  begunAt: number,
  heard: Heard,
  failure: Failure | undefined,
): StageResult {
  const { servedModel } = heard;
  const served: readonly Finding[] =
    servedModel === undefined || servedModel === model
      ? []
      : [{ what: 'servedBy', model: servedModel }];
  if (failure !== undefined) {
    return { stage, outcome: 'failed', ms, findings: served, failure };
  }
  if (stage === 'whole') {
    return { stage, outcome: 'passed', ms, findings: served };
  }
  const waited = heard.firstAt - begunAt;
  const atOnce = heard.pieces < 2 || cameTogether(waited, heard.span);
  return {
    stage,
    outcome: atOnce ? 'warned' : 'passed',
    ms,
    findings: [
      { what: 'firstToken', ms: waited },
      { what: 'pieces', count: heard.pieces, ms: heard.span, atOnce },
      ...served,
    ],
  };
}

/**
 * Whether an answer was held back and handed over in one go: it took its time to begin, and then came
 * faster than a model writes. Of a fast answer nobody can tell, and nobody minds.
 */
function cameTogether(waitedMs: number, spanMs: number): boolean {
  return waitedMs >= 300 && spanMs < 50 && spanMs * 20 < waitedMs;
}
