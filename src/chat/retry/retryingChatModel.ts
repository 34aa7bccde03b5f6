// Retries a request that failed before the answer started. Retries are parts of the stream, so that the user sees them.
import type { Clock } from '../../base/clock';
import type { Failure } from '../../shared/conversation/failure';
import { type Quirk, withQuirk } from '../../shared/conversation/quirk';
import type { ChatModel, CompletionRequest, StreamPart } from '../ports';
import type { ModelFactRecorder } from './modelFactRecorder';
import { retryDelayMs } from './retryPolicy';

export interface RetryingChatModelDeps {
  /** Sends each attempt. */
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  readonly factRecorder: ModelFactRecorder;
}

/** How many quirks are tried for one question. A rejected request is not charged. */
const maxQuirkRetries = 5;

/**
 * Retries after a pause where `retryDelayMs` allows it, and at once without what the gateway rejected.
 * Also records what the errors reveal about the model; a rejection is recorded only once the adapted
 * request was answered, which alone proves that it was understood.
 */
export class RetryingChatModel implements ChatModel {
  constructor(private readonly deps: RetryingChatModelDeps) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const facts = await this.deps.factRecorder.startQuestion(request);
    let { quirks } = facts;
    const rejections = new Map<Quirk, Failure>();
    const observe = (part: StreamPart): void => {
      if (part.type === 'failure') {
        facts.recordFailure(part.failure);
      } else if (part.type === 'usage') {
        facts.recordUsage(part.usage);
      } else if (isContent(part)) {
        for (const [quirk, rejection] of rejections) {
          if (quirks.includes(quirk)) {
            facts.recordRejection(quirk, rejection);
          }
        }
        rejections.clear();
      }
    };
    if (quirks.includes('noImages') && request.messages.some(({ images }) => images?.length)) {
      yield { type: 'requestAdjusted', adjustment: { kind: 'imagesOmitted', quirk: 'noImages' } };
    }
    for (let retries = 0; ;) {
      const failure = yield* this.#attempt({ ...request, quirks }, signal, observe);
      if (failure === undefined || signal.aborted) {
        return;
      }
      const { quirk } = failure;
      const delayMs = retryDelayMs(failure, retries);
      // A quirk that is rejected again was misunderstood.
      if (quirk !== undefined && rejections.size < maxQuirkRetries && !rejections.has(quirk)) {
        rejections.set(quirk, failure);
        quirks = withQuirk(quirks, quirk);
        yield { type: 'requestAdjusted', adjustment: { kind: 'adapted', quirk, failure } };
      } else if (delayMs !== undefined) {
        retries += 1;
        yield* this.#wait(failure, delayMs, signal);
      } else {
        facts.recordFailure(failure);
        yield { type: 'failure', failure };
        return;
      }
      if (signal.aborted) {
        return;
      }
    }
  }

  /** Yields the parts of one request. Returns the failure if the request failed before any other part. */
  async *#attempt(
    request: CompletionRequest,
    signal: AbortSignal,
    onPart: (part: StreamPart) => void,
  ): AsyncGenerator<StreamPart, Failure | undefined> {
    let hasStarted = false;
    for await (const part of this.deps.chatModel.complete(request, signal)) {
      if (part.type === 'failure' && !hasStarted) {
        return part.failure;
      }
      if (part.type !== 'sent') {
        hasStarted = true;
        onPart(part);
      }
      yield part;
    }
    return undefined;
  }

  async *#wait(failure: Failure, delayMs: number, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const { clock } = this.deps;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = clock.after(delayMs, end);
    signal.addEventListener('abort', end, { once: true });
    const retryAt = clock.now() + delayMs;
    try {
      yield { type: 'retryScheduled', wait: { failure, delayMs, retryAt }, retryNow: end };
      await ended;
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', end);
    }
    if (!signal.aborted) {
      yield { type: 'requestAdjusted', adjustment: { kind: 'delayed', failure } };
    }
  }
}

function isContent({ type }: StreamPart): boolean {
  return type === 'text' || type === 'reasoning' || type === 'refusal' || type === 'toolCalls';
}
