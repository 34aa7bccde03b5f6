// Where a gateway cannot have begun an answer the question is asked again, in sight and within limits.
import type { Clock } from '../../base/clock';
import type { Failure } from '../../shared/conversation/failure';
import { excludes, type Quirk, withQuirk } from '../../shared/conversation/quirk';
import type { ModelFactRecorder } from './modelFactRecorder';
import type { ChatModel, CompletionRequest, StreamPart } from '../ports';
import { retryDelayMs } from './retryPolicy';

/** How often one question is asked again without what was refused. */
const mostQuirkRetries = 2;

/** What was left out in the hope of an answer, and the refusal that asked for it. */
interface Trial {
  readonly quirk: Quirk;
  readonly refusal: Failure;
}

/**
 * Asks again after a pause (`retryDelayMs`), and at once without what was refused; each time is a
 * part of the answer. What the answers teach is kept, and a refusal only once the asking without it helped:
 * an answer came, or something else was refused.
 */
export class RetryingChatModel implements ChatModel {
  constructor(
    private readonly model: ChatModel,
    private readonly clock: Clock,
    private readonly lessons: ModelFactRecorder,
  ) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const lesson = await this.lessons.begin(request.model);
    let { quirks } = lesson;
    const trials: Trial[] = [];
    const learned = new Set<Trial>();
    const helped = (which: (trial: Trial) => boolean): void => {
      for (const trial of trials.filter((one) => !learned.has(one) && which(one))) {
        learned.add(trial);
        lesson.refused(trial.quirk, trial.refusal);
      }
    };
    if (quirks.includes('noImages') && request.messages.some(({ images }) => images?.length)) {
      yield { type: 'autoRetried', again: { kind: 'omitted', quirk: 'noImages' } };
    }
    for (let repeated = 0; ;) {
      const failure = yield* this.#askOnce({ ...request, quirks }, signal, (part) => {
        helped(() => true);
        lesson.take(part);
      });
      if (failure === undefined || signal.aborted) {
        return;
      }
      const { quirk } = failure;
      if (quirk !== undefined) {
        // What is refused now is another thing, so the gateway got past those before.
        helped((trial) => !excludes(trial.quirk, quirk));
      }
      const ms = retryDelayMs(failure, repeated);
      if (quirk !== undefined && mayTry(quirk, trials)) {
        trials.push({ quirk, refusal: failure });
        quirks = withQuirk(quirks, quirk);
        yield { type: 'autoRetried', again: { kind: 'quirk', quirk, failure } };
      } else if (ms !== undefined) {
        repeated += 1;
        yield* this.#wait(failure, ms, signal);
      } else {
        lesson.take({ type: 'failure', failure });
        yield { type: 'failure', failure };
        return;
      }
      if (signal.aborted) {
        return;
      }
    }
  }

  /** All parts of one answer; returns the failure of one that brought nothing else. */
  async *#askOnce(
    request: CompletionRequest,
    signal: AbortSignal,
    onPart: (part: StreamPart) => void,
  ): AsyncGenerator<StreamPart, Failure | undefined> {
    let begun = false;
    for await (const part of this.model.complete(request, signal)) {
      if (part.type === 'failure' && !begun) {
        return part.failure;
      }
      if (part.type !== 'sent') {
        begun = true;
        onPart(part);
      }
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
      yield { type: 'retryScheduled', wait: { failure, ms, until }, askNow: end };
      await over;
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', end);
    }
    if (!signal.aborted) {
      yield { type: 'autoRetried', again: { kind: 'waited', failure } };
    }
  }
}

/** Each once: what was refused again was not understood. */
function mayTry(quirk: Quirk, trials: readonly Trial[]): boolean {
  return trials.length < mostQuirkRetries && trials.every((trial) => trial.quirk !== quirk);
}
