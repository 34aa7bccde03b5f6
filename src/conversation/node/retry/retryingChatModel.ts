// Retries a request that failed before the answer started. Retries are parts of the stream, so that the user sees them.
import type { Clock } from '../../../base/clock';
import type { ChatModel, CompletionRequest, StreamPart } from '../../../gateway/common/chatModel';
import type { Failure } from '../../../gateway/common/failure';
import { requiresLimit, withinLimits } from '../../../gateway/common/maxTokens';
import { withQuirk, type Quirk } from '../../../gateway/common/quirk';
import type { ModelFactRecorder } from './modelFactRecorder';
import { loadingDelayMs, retryDelayMs } from './retryPolicy';

export interface RetryingChatModelDeps {
  /** Sends each attempt. */
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  readonly factRecorder: ModelFactRecorder;
}

/** How many quirks are tried for one question. A rejected request is not charged. */
const maxQuirkRetries = 5;

/**
 * Retries after a pause where `retryDelayMs` allows it, until a local server has loaded its model, and at once without
 * what the gateway rejected. It records what the errors reveal about the model; a rejection is recorded only once the
 * adapted request was answered, which alone proves that it was understood, and not if the gateway said the same again in
 * between.
 */
export class RetryingChatModel implements ChatModel {
  constructor(private readonly deps: RetryingChatModelDeps) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const facts = await this.deps.factRecorder.startQuestion(request);
    let quirks = (request.quirks ?? []).reduce(withQuirk, facts.quirks);
    const rejections = new Map<Quirk, Failure>();
    /** What was omitted in vain. */
    const misread = new Set<Quirk>();
    let limited = withinLimits(request, facts.limits);
    let rejectedLimit: Failure | undefined;
    const observe = (part: StreamPart): void => {
      if (part.type === 'failure') {
        facts.recordFailure(part.failure);
      } else if (part.type === 'usage') {
        facts.recordUsage(part.usage);
      } else if (isContent(part)) {
        for (const [quirk, rejection] of rejections) {
          if (quirks.includes(quirk) && !misread.has(quirk)) {
            facts.recordRejection(quirk, rejection);
          }
        }
        rejections.clear();
        if (rejectedLimit !== undefined) {
          facts.recordOutputLimit(rejectedLimit);
          rejectedLimit = undefined;
        }
      }
    };
    if (quirks.includes('noImages') && request.messages.some(({ images }) => images?.length)) {
      yield { type: 'requestAdjusted', adjustment: { kind: 'imagesOmitted', quirk: 'noImages' } };
    }
    let loading: { readonly since: number; tries: number; readonly ended: StreamPart } | undefined;
    for (let retries = 0; ;) {
      const attempt = { ...limited, quirks };
      const failure = yield* this.#attempt(attempt, signal, observe, loading?.ended);
      if (failure === undefined || signal.aborted) {
        return;
      }
      const { quirk } = failure;
      // A quirk that is rejected again was misunderstood.
      const isNewQuirk = quirk !== undefined && !rejections.has(quirk);
      const delayMs = retryDelayMs(failure, retries);
      const lowered = loweredLimit(limited, failure);
      const now = this.deps.clock.now();
      const { since, tries } = loading ?? { since: now, tries: 0 };
      const loadingMs = loadingDelayMs(failure, tries, now - since);
      if (lowered !== undefined && rejectedLimit === undefined) {
        rejectedLimit = failure;
        limited = lowered;
        yield { type: 'requestAdjusted', adjustment: { kind: 'maxTokensLowered', failure } };
      } else if (isNewQuirk && rejections.size < maxQuirkRetries) {
        for (const [other, { detail }] of rejections) {
          if (detail === failure.detail) misread.add(other);
        }
        rejections.set(quirk, failure);
        quirks = withQuirk(quirks, quirk);
        yield { type: 'requestAdjusted', adjustment: { kind: 'adapted', quirk, failure } };
      } else if (loadingMs !== undefined) {
        const ended = {
          type: 'requestAdjusted',
          adjustment: { kind: 'delayed', failure },
        } as const;
        loading = { since, tries: tries + 1, ended };
        yield* this.#wait(failure, loadingMs, signal, tries === 0 ? 'announced' : 'silent');
      } else if (delayMs !== undefined) {
        retries += 1;
        yield* this.#wait(failure, delayMs, signal, 'announced');
        if (!signal.aborted) {
          yield { type: 'requestAdjusted', adjustment: { kind: 'delayed', failure } };
        }
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

  /**
   * Yields the parts of one request. Returns the failure if the request failed before any other part.
   * @param beforeContent precedes the first part that is not about the request itself
   */
  async *#attempt(
    request: CompletionRequest,
    signal: AbortSignal,
    onPart: (part: StreamPart) => void,
    beforeContent: StreamPart | undefined,
  ): AsyncGenerator<StreamPart, Failure | undefined> {
    let hasStarted = false;
    for await (const part of this.deps.chatModel.complete(request, signal)) {
      if (part.type === 'failure' && !hasStarted) {
        return part.failure;
      }
      if (part.type !== 'sent' && part.type !== 'requestAdjusted') {
        if (!hasStarted && beforeContent !== undefined) {
          yield beforeContent;
        }
        hasStarted = true;
        onPart(part);
      }
      yield part;
    }
    return undefined;
  }

  async *#wait(
    failure: Failure,
    delayMs: number,
    signal: AbortSignal,
    kind: 'announced' | 'silent',
  ): AsyncGenerator<StreamPart> {
    const { clock } = this.deps;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = clock.after(delayMs, end);
    signal.addEventListener('abort', end, { once: true });
    const retryAt = clock.now() + delayMs;
    try {
      if (kind === 'announced') {
        yield { type: 'retryScheduled', wait: { failure, delayMs, retryAt }, retryNow: end };
      }
      await ended;
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', end);
    }
  }
}

/** The request with the limit that a rejection named, unless it is the user's own. */
function loweredLimit(
  request: CompletionRequest,
  { maxOutputTokens, tokens }: Failure,
): CompletionRequest | undefined {
  const { apiFormat, maxTokens } = request;
  return maxOutputTokens === undefined || maxTokens !== undefined || !requiresLimit(apiFormat)
    ? undefined
    : withinLimits(request, { maxOutputTokens, contextLength: tokens?.limit });
}

function isContent({ type }: StreamPart): boolean {
  return type === 'text' || type === 'reasoning' || type === 'refusal' || type === 'toolCalls';
}
