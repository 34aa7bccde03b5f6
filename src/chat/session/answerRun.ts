// One request for an answer, from its sending to its end: parts come in, batched deltas and one ending go out.
import { assertNever } from '../../base/assertNever';
import { Batcher } from '../../base/batcher';
import type { Clock } from '../../base/clock';
import type { AutoRetry, RetryWait } from '../../shared/conversation/autoRetry';
import type { Outcome, Price } from '../../shared/conversation/conversation';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import type { OverlapTrimmer } from './continuation';
import type { StreamPart } from '../ports';
import type { LoggedRequest } from '../request/sentRequestLog';

/** How often a running answer's text goes on, in ms: two frames (facts: 33 ms costs least). */
const deltaIntervalMs = 33;

export interface Delta {
  readonly text: string;
  readonly reasoning: string;
}

/** How a run ended and what is known of its answer. */
export interface RunEnd extends Omit<Outcome, 'endedAt'> {
  readonly stopped: boolean;
  /** The model declined by the form's own field. */
  readonly refused: boolean;
}

/** What a run listens to. */
export interface RunStart {
  readonly apiFormat: ApiFormat;
  /** What the gateway's list asks for the model, where it says so. */
  readonly listedPrice: Price | undefined;
  readonly parts: AsyncIterable<StreamPart>;
  /** Joins the text to that of an answer which goes on; undefined for a new one. */
  readonly overlapTrimmer: OverlapTrimmer | undefined;
}

export interface RunListener {
  onText(delta: Delta): void;
  /** No answer came, and the question will be asked again by itself. */
  onRetryScheduled(wait: RetryWait): void;
  onAutoRetry(again: AutoRetry): void;
  onSent(request: LoggedRequest): void;
  /** Called once, after the last delta. */
  onEnd(end: RunEnd): void;
}

/** The parts of one answer, told to a listener until it ends, is stopped or disposed of. */
export class AnswerRun {
  readonly #abort = new AbortController();
  readonly #batcher: Batcher<Delta>;
  readonly #known: { -readonly [K in keyof Outcome]?: Outcome[K] } = {};
  #seam: OverlapTrimmer | undefined;
  #refused = false;
  #askNow = (): void => {};
  #over = false;

  constructor(
    private readonly clock: Clock,
    private readonly listener: RunListener,
  ) {
    this.#batcher = new Batcher(clock, deltaIntervalMs, (deltas) => {
      listener.onText({
        text: deltas.map(({ text }) => text).join(''),
        reasoning: deltas.map(({ reasoning }) => reasoning).join(''),
      });
    });
  }

  /** Asks and listens. `ask` is given the signal that a stop aborts; what it throws ends the answer. */
  async follow(ask: (signal: AbortSignal) => Promise<RunStart>): Promise<void> {
    try {
      const {
        apiFormat: form,
        listedPrice,
        parts,
        overlapTrimmer: seam,
      } = await ask(this.#abort.signal);
      this.#known.apiFormat = form;
      if (listedPrice !== undefined) {
        this.#known.listedPrice = listedPrice;
      }
      this.#seam = seam;
      for await (const part of parts) {
        if (this.#over) {
          return;
        }
        this.#take(part);
      }
    } catch (error) {
      this.#known.failure = {
        kind: 'unexpected',
        detail: error instanceof Error ? error.name : '',
      };
    }
    this.#end(false);
  }

  /** Cuts the pause short after which the question is asked again by itself. */
  retryNow(): void {
    this.#askNow();
  }

  /** Ends the answer, keeps what came and closes the connection. */
  stop(): void {
    this.#end(true);
    this.#abort.abort();
  }

  /** Closes the connection; what came is told, the end is not. */
  abandon(): void {
    this.#over = true;
    this.#flush();
    this.#abort.abort();
  }

  #end(stopped: boolean): void {
    if (this.#over) {
      return;
    }
    this.#over = true;
    this.#flush();
    this.#batcher.dispose();
    this.listener.onEnd({ stopped, refused: this.#refused, ...this.#known });
  }

  /** What the seam held back belongs to what came. */
  #flush(): void {
    this.#push(this.#seam?.end() ?? '', '');
    this.#batcher.flush();
  }

  #push(text: string, reasoning: string): void {
    if (text !== '' || reasoning !== '') {
      this.#batcher.push({ text, reasoning });
    }
  }

  #noteContent(text: string): void {
    if (text !== '') {
      this.#known.lastContentAt = this.clock.now();
      this.#known.firstContentAt ??= this.#known.lastContentAt;
    }
  }

  #take(part: StreamPart): void {
    switch (part.type) {
      case 'reasoning':
        this.#noteContent(part.text);
        this.#push('', part.text);
        return;
      case 'refusal':
      case 'text':
        this.#refused ||= part.type === 'refusal';
        this.#noteContent(part.text);
        this.#push(this.#seam?.push(part.text) ?? part.text, '');
        return;
      case 'sent':
        this.#known.sentAt = this.clock.now();
        if (this.#seam !== undefined) {
          this.#seam.repeats = !part.prefilled;
        }
        this.listener.onSent({ ...part.request, sentAt: this.#known.sentAt });
        return;
      case 'retryScheduled':
        // What left was refused before it cost anything; nothing is under way now.
        delete this.#known.sentAt;
        this.#askNow = part.retryNow;
        this.listener.onRetryScheduled(part.wait);
        return;
      case 'autoRetried':
        this.listener.onAutoRetry(part.autoRetry);
        return;
      case 'toolCalls':
        this.#known.toolCalls = part.calls;
        return;
      case 'servedModel':
        this.#known.servedModel = part.model;
        return;
      case 'usage':
        this.#known.usage = part.usage;
        return;
      case 'finish':
        this.#known.finishReason = part.reason;
        return;
      case 'failure':
        this.#known.failure = part.failure;
        return;
      default:
        assertNever(part);
    }
  }
}
