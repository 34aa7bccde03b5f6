// Retries a request that failed before the answer started. Retries are parts of the stream, so that the user sees them.
import type { Clock } from '../../base/clock';
import type { Failure } from '../../shared/conversation/failure';
import { excludes, type Quirk, withQuirk } from '../../shared/conversation/quirk';
import type { ChatModel, CompletionRequest, StreamPart } from '../ports';
import type { ModelFactRecorder } from './modelFactRecorder';
import { retryDelayMs } from './retryPolicy';

export interface RetryingChatModelDeps {
  /** Sends each attempt. */
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  readonly factRecorder: ModelFactRecorder;
}

/** How many quirks are tried for one question. */
const maxQuirkRetries = 2;

/** A request was adapted to a quirk because of a rejection. */
interface QuirkAttempt {
  readonly quirk: Quirk;
  readonly rejection: Failure;
}

/**
 * Retries after a pause where `retryDelayMs` allows it, and at once without what the gateway rejected.
 * Also records what the errors reveal about the model; a rejection is recorded only once the adapted
 * request got further: an answer started, or something else was rejected.
 */
export class RetryingChatModel implements ChatModel {
  constructor(private readonly deps: RetryingChatModelDeps) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const facts = await this.deps.factRecorder.startQuestion(request.model);
    let { quirks } = facts;
    const triedQuirks = new Set<Quirk>();
    let unconfirmed: readonly QuirkAttempt[] = [];
    const confirm = (isConfirmed: (attempt: QuirkAttempt) => boolean): void => {
      for (const { quirk, rejection } of unconfirmed.filter(isConfirmed)) {
        facts.recordRejection(quirk, rejection);
      }
      unconfirmed = unconfirmed.filter((attempt) => !isConfirmed(attempt));
    };
    if (quirks.includes('noImages') && request.messages.some(({ images }) => images?.length)) {
      yield { type: 'requestAdjusted', adjustment: { kind: 'imagesOmitted', quirk: 'noImages' } };
    }
    for (let retries = 0; ;) {
      const failure = yield* this.#attempt({ ...request, quirks }, signal, (part) => {
        confirm(() => true);
        if (part.type === 'failure') {
          facts.recordFailure(part.failure);
        }
      });
      if (failure === undefined || signal.aborted) {
        return;
      }
      const { quirk } = failure;
      if (quirk !== undefined) {
        // Something else is rejected now, so the gateway accepted the earlier adaptations.
        confirm((attempt) => !excludes(attempt.quirk, quirk));
      }
      const delayMs = retryDelayMs(failure, retries);
      // A quirk that is rejected again was misunderstood.
      if (quirk !== undefined && triedQuirks.size < maxQuirkRetries && !triedQuirks.has(quirk)) {
        triedQuirks.add(quirk);
        unconfirmed = [...unconfirmed, { quirk, rejection: failure }];
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
