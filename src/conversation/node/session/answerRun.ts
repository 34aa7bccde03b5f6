// AnswerRun: collects the parts of one answer's stream, and emits batched text and one end.
import { assertNever } from '../../../base/assertNever';
import { Batcher } from '../../../base/batcher';
import type { Clock } from '../../../base/clock';
import { omitUndefined } from '../../../base/omitUndefined';
import type { AnswerFile } from '../../../gateway/common/answerFile';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import { endStateOf, type EndState } from '../../../gateway/common/endState';
import type { RequestAdjustment, RetryWait } from '../../../gateway/common/requestAdjustment';
import { type Price } from '../../../gateway/common/usage';
import type { Outcome, ToolOutcome, ToolRound } from '../../common/conversation';
import type { LoggedRequest } from '../request/sentRequestLog';
import type { OverlapTrimmer } from './overlapTrimmer';
import type { LoopPart } from './toolLoop';

/** Two frames: of the intervals measured, the one that costs the page least. */
const textIntervalMs = 33;

export interface Delta {
  readonly text: string;
  readonly reasoning: string;
}

/** The started request. */
export interface RunStart {
  readonly apiFormat: ApiFormat;
  /** The model's price in the gateway's list, if any. */
  readonly listedPrice?: Price | undefined;
  readonly parts: AsyncIterable<LoopPart>;
  /** Joins a continuation to the text so far; undefined for a new answer. */
  readonly overlapTrimmer: OverlapTrimmer | undefined;
}

/** How a run ended, and what is known about the answer. */
export interface RunEnd extends Omit<Outcome, 'endedAt'> {
  readonly stopped: boolean;
  /** The model refused in the API format's own field. */
  readonly refused: boolean;
}

export interface RunListener {
  onText(delta: Delta): void;
  /** The text has a placeholder for it, which may follow. */
  onFile(file: AnswerFile): void;
  /** @param outcome the end of the request that asked for them */
  onToolsCalled(round: Pick<ToolRound, 'runs' | 'reasoning'>, outcome: Outcome): void;
  onToolReturned(callId: string, result: ToolOutcome): void;
  /** All text so far of this run turned out to be reasoning. */
  onTextReclassified(): void;
  /** The last `length` UTF-16 units of the reasoning were text, which follows. */
  onReasoningRetracted(length: number): void;
  /** Text and reasoning so far of this request count no more. */
  onRestarted(): void;
  /** The attempt failed before any content; a retry follows after a pause. */
  onRetryScheduled(wait: RetryWait): void;
  /** The model has processed `share` of the prompt, from 0 to 1; nothing else has arrived. */
  onPromptProgress(share: number): void;
  onAdjustment(adjustment: RequestAdjustment): void;
  onSent(request: LoggedRequest): void;
  /** Called once, after the last text. */
  onEnd(end: RunEnd): void;
}

export class AnswerRun {
  readonly #abort = new AbortController();
  readonly #batcher: Batcher<Delta>;
  #outcome: { -readonly [K in keyof Outcome]?: Outcome[K] } = {};
  #overlapTrimmer: OverlapTrimmer | undefined;
  #refused = false;
  #retryNow = (): void => {};
  #isOver = false;

  constructor(
    private readonly clock: Clock,
    private readonly listener: RunListener,
  ) {
    this.#batcher = new Batcher(clock, textIntervalMs, (deltas) => {
      listener.onText({
        text: deltas.map(({ text }) => text).join(''),
        reasoning: deltas.map(({ reasoning }) => reasoning).join(''),
      });
    });
  }

  /** Runs the request that `start` sends with the given signal. An error of `start` ends the answer. */
  async follow(start: (signal: AbortSignal) => Promise<RunStart>): Promise<void> {
    try {
      const { apiFormat, listedPrice, parts, overlapTrimmer } = await start(this.#abort.signal);
      this.#outcome.apiFormat = apiFormat;
      if (listedPrice !== undefined) {
        this.#outcome.listedPrice = listedPrice;
      }
      this.#overlapTrimmer = overlapTrimmer;
      for await (const part of parts) {
        if (this.#isOver) {
          return;
        }
        this.#handle(part);
      }
    } catch (error) {
      this.#outcome.failure = {
        kind: 'unexpected',
        detail: error instanceof Error ? error.name : '',
      };
    }
    this.#end(false);
  }

  /** Ends the pause before an automatic retry. */
  retryNow(): void {
    this.#retryNow();
  }

  /** Ends the answer as stopped, keeps its text and closes the connection. */
  stop(): void {
    this.#end(true);
    this.#abort.abort();
  }

  /** Closes the connection; the text so far is emitted, the end is not. */
  abandon(): void {
    this.#isOver = true;
    this.#flush();
    this.#abort.abort();
  }

  #end(stopped: boolean): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#flush();
    this.listener.onEnd({ stopped, refused: this.#refused, ...this.#outcome });
  }

  /** Emits the text that is still batched or held by the overlap trimmer. */
  #flush(): void {
    this.#push(this.#overlapTrimmer?.end() ?? '', '');
    this.#batcher.flush();
  }

  #push(text: string, reasoning: string): void {
    if (text !== '' || reasoning !== '') {
      this.#batcher.push({ text, reasoning });
    }
  }

  /** What is known of a request whose answer has calls goes into their round; another request may follow. */
  #endRequest({ runs, reasoning }: LoopPart & { readonly type: 'toolsCalled' }): void {
    this.#flush();
    const outcome = { endedAt: this.clock.now(), ...this.#outcome };
    const { apiFormat, listedPrice } = outcome;
    this.#outcome = omitUndefined({ apiFormat, listedPrice });
    this.#overlapTrimmer = undefined;
    this.listener.onToolsCalled({ runs, ...(reasoning && { reasoning }) }, outcome);
  }

  #recordContentTime(text: string): void {
    if (text !== '') {
      this.#outcome.lastContentAt = this.clock.now();
      this.#outcome.firstContentAt ??= this.#outcome.lastContentAt;
    }
  }

  #handle(part: LoopPart): void {
    switch (part.type) {
      case 'reasoning':
        this.#recordContentTime(part.text);
        this.#push('', part.text);
        return;
      case 'file':
        this.listener.onFile(part.file);
        return;
      case 'textReclassified':
        this.#flush();
        delete this.#outcome.firstTextAt;
        this.#overlapTrimmer?.restart();
        this.listener.onTextReclassified();
        return;
      case 'reasoningRetracted':
        this.#batcher.flush();
        this.listener.onReasoningRetracted(part.length);
        return;
      case 'answerRestarted':
        this.#flush();
        this.#refused = false;
        delete this.#outcome.firstTextAt;
        delete this.#outcome.sources;
        this.#overlapTrimmer?.restart();
        this.listener.onRestarted();
        return;
      case 'refusal':
      case 'text':
        this.#refused ||= part.type === 'refusal';
        this.#recordContentTime(part.text);
        if (part.text !== '') {
          this.#outcome.firstTextAt ??= this.clock.now();
        }
        this.#push(this.#overlapTrimmer?.push(part.text) ?? part.text, '');
        return;
      case 'sent':
        this.#outcome.sentAt = this.clock.now();
        delete this.#outcome.quirks;
        if (part.quirks !== undefined && part.quirks.length > 0) {
          this.#outcome.quirks = part.quirks;
        }
        if (this.#overlapTrimmer !== undefined) {
          this.#overlapTrimmer.mayOverlap = !part.prefilled;
        }
        this.listener.onSent({ ...part.request, sentAt: this.#outcome.sentAt });
        return;
      case 'retryScheduled':
        // No answer was started, so nothing is charged; nothing is running now.
        delete this.#outcome.sentAt;
        this.#retryNow = part.retryNow;
        this.listener.onRetryScheduled(part.wait);
        return;
      case 'promptProgress':
        this.listener.onPromptProgress(part.share);
        return;
      case 'requestAdjusted':
        this.listener.onAdjustment(part.adjustment);
        return;
      case 'gap':
        this.#outcome.hasGap = true;
        return;
      case 'otherFormat':
        this.#outcome.otherFormat = part.format;
        return;
      case 'unknownParts':
        this.#outcome.unknownParts = part.names;
        return;
      case 'toolCalls':
        this.#outcome.toolCalls = part.calls.map(({ id: _id, ...call }) => call);
        return;
      case 'toolsCalled':
        this.#endRequest(part);
        return;
      case 'toolReturned':
        this.listener.onToolReturned(part.callId, part.result);
        return;
      case 'toolsWithdrawn':
        this.#outcome.toolsWithdrawn = true;
        return;
      case 'toolsPaused':
        this.#outcome.pausedAt = part.bound;
        return;
      case 'servedModel':
        this.#outcome.servedModel = part.model;
        return;
      case 'sources':
        this.#outcome.sources = part.sources;
        return;
      case 'usage':
        this.#outcome.usage = part.usage;
        return;
      case 'finish':
        this.#outcome.finishReason = part.reason;
        return;
      case 'failure':
        this.#outcome.failure = part.failure;
        return;
      default:
        assertNever(part);
    }
  }
}

/** The end state and the outcome of a run that has ended at `endedAt` (in ms since 1970). */
export function concludeRun(
  { stopped, refused, ...known }: RunEnd,
  hasContent: boolean,
  endedAt: number,
): { readonly state: EndState; readonly outcome: Outcome } {
  const { failure, finishReason, pausedAt } = known;
  const isStopped = stopped || pausedAt !== undefined;
  const { state, emptyReply } = endStateOf({
    stopped: isStopped,
    refused,
    hasContent,
    failure,
    finishReason,
  });
  const outcome = { endedAt, ...known };
  return { state, outcome: emptyReply ? { ...outcome, failure: { kind: 'emptyReply' } } : outcome };
}
