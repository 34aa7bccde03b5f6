// Where a gateway cannot have begun an answer the question is asked again, in sight and within limits.
import type { Clock } from '../base/clock';
import type { Failure } from '../shared/failure';
import type { ChatModel, CompletionRequest, StreamPart } from './ports';
import { pauseBeforeRepeat } from './retryPolicy';

export class PatientModel implements ChatModel {
  constructor(
    private readonly model: ChatModel,
    private readonly clock: Clock,
  ) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    for (let repeated = 0; ; repeated++) {
      const failure = yield* this.#askOnce(request, signal);
      if (failure === undefined || signal.aborted) {
        return;
      }
      const ms = pauseBeforeRepeat(failure, repeated);
      if (ms === undefined) {
        yield { type: 'failure', failure };
        return;
      }
      yield* this.#wait(failure, ms, signal);
      if (signal.aborted) {
        return;
      }
    }
  }

  /** All parts of one answer; returns the failure of one that brought nothing else. */
  async *#askOnce(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart, Failure | undefined> {
    let begun = false;
    for await (const part of this.model.complete(request, signal)) {
      if (part.type === 'failure' && !begun) {
        return part.failure;
      }
      begun = true;
      yield part;
    }
    return undefined;
  }

  async *#wait(failure: Failure, ms: number, signal: AbortSignal): AsyncGenerator<StreamPart> {
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = this.clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
    const until = this.clock.now() + ms;
    try {
      yield { type: 'waits', wait: { failure, ms, until }, askNow: end };
      await over;
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', end);
    }
    if (!signal.aborted) {
      yield { type: 'askedAgain', again: { kind: 'waited', failure } };
    }
  }
}
