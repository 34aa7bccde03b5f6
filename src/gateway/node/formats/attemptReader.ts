// Turns the events of one attempt at an answer into stream parts, whatever API format and order they arrive in.
import type { AnsweredFormat } from '../../common/answeredFormat';
import type { StreamPart } from '../../common/chatModel';
import type { Media } from '../../common/failure';
import { meaningOfFinish } from '../../common/finishReason';
import type { Usage } from '../../common/usage';
import { readErrorBody } from '../failures/errorBody';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import type { SseEvent } from '../http/sse';
import { isArray, isText, toJsonText } from '../json';
import { AnswerContent } from './answerContent';
import type { AnswerContext } from './answerContext';
import { readAnswerEvent, type AnswerEvent, type EventReader } from './answerEvent';
import { AnswerFiles } from './answerFiles';
import { AnswerSources } from './answerSources';

export interface EventContent {
  /** These are valid even if there is an `error`. */
  readonly parts: readonly StreamPart[];
  /** True even if the content is not emitted yet. */
  readonly hasContent: boolean;
  readonly error: ReportedError | ExchangeError | undefined;
  /** The events from the one on that begins the answer again; they were not read. */
  readonly rest?: readonly SseEvent[];
}

/** More would not be read. */
const maxUnknownParts = 8;
const maxNameLength = 64;

/** Text, reasoning, refusal and tool calls together may have this many UTF-16 code units. */
const maxAnswerUnits = 64 * 1024 * 1024;

export class AttemptReader {
  readonly #content: AnswerContent;
  readonly #files: AnswerFiles;
  readonly #sources = new AnswerSources();
  /** Lists arrived since the last part with sources. */
  #hasNewSources = false;
  #emittedSources = '';
  #model: string | undefined;
  #hasEmittedModel = false;
  #usage: Usage | undefined;
  /** Undefined again once content follows: some gateways send a reason with every event. */
  #finishReason: string | undefined;
  /** How many events had a finish reason. */
  #finishEvents = 0;
  #isSettling = false;
  #hasContent = false;
  #processedTokens = 0;
  /** The first content that cannot be shown. */
  #media: Media | undefined;
  #otherFormat: AnsweredFormat | undefined;
  /** What the answer has and Portico does not show. */
  readonly #unknownParts = new Set<string>();
  #finishMessage: string | undefined;
  #hasEvents = false;
  #hasRecognizedEvents = false;
  #hasGap = false;
  /** The last event with a message, or the first one that is not of this API format, unless content follows it. */
  #unread: unknown;

  constructor(
    private readonly eventReader: EventReader,
    context: AnswerContext,
    /** The files of earlier attempts. */
    fileCount = 0,
  ) {
    this.#content = new AnswerContent(context);
    this.#files = new AnswerFiles(context.continuedText, fileCount);
  }

  get hasContent(): boolean {
    return this.#hasContent;
  }

  get fileCount(): number {
    return this.#files.count;
  }

  /** The finish reason, if no content followed it. */
  get finishReason(): string | undefined {
    return this.#finishReason;
  }

  /**
   * The finish reason came by itself, after text, and is the first one: probably only usage and `[DONE]` follow.
   * Some gateways send one with every event (BerriAI/litellm#2195, MartialBE/one-hub#402), or with every event
   * without content, even before the text (router-for-me/CLIProxyAPI#5651).
   */
  get isSettling(): boolean {
    return this.#isSettling;
  }

  /** The answer is complete even if its connection breaks: one event had a finish reason, and no content followed. */
  get hasReliableEnd(): boolean {
    return this.#finishReason !== undefined && this.#finishEvents === 1 && this.#hasContent;
  }

  /**
   * The error behind a stream that ended: a finish reason that names a fault of the server, only content that
   * cannot be shown, or an event that was not understood, which may report an error in a form that no other gateway uses.
   */
  get errorAtEnd(): ReportedError | ExchangeError | undefined {
    const reason = this.#finishReason;
    const meaning = meaningOfFinish(reason ?? '');
    if (meaning === 'fault') {
      return new ReportedError(
        [this.#finishMessage, `finish_reason: ${reason}`].filter(isText).join('\n'),
      );
    }
    if (meaning === 'normal' && !this.#hasContent && this.#finishMessage !== undefined) {
      return new ReportedError(this.#finishMessage);
    }
    if (meaning === 'normal' && this.#content.length === 0 && this.#media !== undefined) {
      return new ExchangeError({ kind: 'emptyReply', media: this.#media });
    }
    const isExplained = reason !== undefined && (meaning !== 'normal' || this.#content.length > 0);
    if (!isExplained && this.lastWords !== undefined) {
      return new ReportedError(this.#unread);
    }
    if (!isExplained && this.#hasGap && this.#content.length === 0) {
      return new ExchangeError({ kind: 'malformedStream' });
    }
    if (reason !== undefined) {
      return undefined;
    }
    return this.#hasEvents && !this.#hasRecognizedEvents
      ? new ExchangeError({ kind: 'notApi', detail: toJsonText(this.#unread) })
      : undefined;
  }

  /** The message of an event that no content followed: it may explain a break. */
  get lastWords(): string | undefined {
    return readErrorBody(this.#unread).message;
  }

  /** Reads the next events, up to an error. */
  push(events: readonly SseEvent[]): EventContent {
    const parts: StreamPart[] = [];
    let hasContent = false;
    for (const [at, { data, isError, isDamaged }] of events.entries()) {
      this.#hasEvents = true;
      if (isDamaged === true) {
        appendParts(parts, this.#hasGap ? noParts : [{ type: 'gap' }]);
        this.#hasGap = true;
        continue;
      }
      // Gemini's stream may arrive as one array.
      const bodies = isArray(data) && data.length > 0 ? data : undefined;
      for (let index = 0; index < (bodies?.length ?? 1); index++) {
        const body = bodies === undefined ? data : bodies[index];
        const event = readAnswerEvent(this.eventReader, body, isError);
        if (event.startsAttempt === true && this.#hasContent) {
          const unread = { data: bodies?.slice(index) ?? data, isError };
          const rest = [unread, ...events.slice(at + 1)];
          appendParts(parts, this.#content.joinedParts());
          return { parts: this.#files.read(parts), hasContent, error: undefined, rest };
        }
        const content = this.#read(body, event);
        appendParts(parts, content.parts);
        hasContent ||= content.hasContent;
        if (content.error !== undefined) {
          appendParts(parts, this.#content.joinedParts());
          return { parts: this.#files.read(parts), hasContent, error: content.error };
        }
      }
    }
    appendParts(parts, this.#content.joinedParts());
    return { parts: this.#files.read(parts), hasContent, error: undefined };
  }

  #read(body: unknown, event: AnswerEvent): EventContent {
    this.#hasRecognizedEvents ||= event.isRecognized;
    this.#usage = event.usage ?? this.#usage;
    this.#model = event.model ?? this.#model;
    const lengthBefore = this.#content.length;
    const content = this.#content.push(event);
    this.#media ??= event.media;
    this.#noteUnknown(event);
    this.#finishMessage = event.finishMessage ?? this.#finishMessage;
    const isHeld = (event.text !== '' || event.reasoning !== '') && this.#content.mayHoldText;
    const hasContent =
      this.#content.length > lengthBefore || isHeld || event.isRefused || event.media !== undefined;
    this.#hasContent ||= hasContent;
    this.#readFinish(event.finishReason, hasContent);
    this.#noteUnread(body, event, hasContent);
    const model = this.#modelParts(hasContent);
    const progress = this.#progressParts(event);
    const sources = this.#sourceParts(event);
    const format = this.#formatParts(event, hasContent);
    return {
      parts:
        model.length + progress.length + sources.length + format.length === 0
          ? content
          : [...model, ...progress, ...format, ...content, ...sources],
      hasContent,
      error: this.#errorOf(event),
    };
  }

  /** Sound and videos are named beside a text; alone they are why the answer is empty. */
  #noteUnknown({ media, unknownParts = [] }: AnswerEvent): void {
    const unshown = media === undefined || media === 'image' ? [] : [media];
    for (const name of [...unknownParts, ...unshown]) {
      if (this.#unknownParts.size < maxUnknownParts) {
        this.#unknownParts.add(name.slice(0, maxNameLength));
      }
    }
  }

  #formatParts({ otherFormat }: AnswerEvent, hasContent: boolean): readonly StreamPart[] {
    if (otherFormat === undefined || !hasContent || this.#otherFormat !== undefined) {
      return noParts;
    }
    this.#otherFormat = otherFormat;
    return [{ type: 'otherFormat', format: otherFormat }];
  }

  #noteUnread(body: unknown, { isRecognized, mayBeError }: AnswerEvent, hasContent: boolean): void {
    if (hasContent) {
      this.#unread = undefined;
    } else if (mayBeError) {
      this.#unread = body;
    } else if (!isRecognized) {
      this.#unread ??= body;
    }
  }

  #readFinish(reason: string | undefined, hasContent: boolean): void {
    if (reason !== undefined) {
      this.#isSettling = !hasContent && this.#content.hasText && this.#finishEvents === 0;
      this.#finishEvents += 1;
      this.#finishReason = reason;
    } else if (hasContent) {
      this.#isSettling = false;
      this.#finishReason = undefined;
    }
  }

  #errorOf({ error }: AnswerEvent): EventContent['error'] {
    if (error !== undefined) {
      return new ReportedError(error);
    }
    return this.#content.length > maxAnswerUnits
      ? new ExchangeError({ kind: 'tooLarge' })
      : undefined;
  }

  /** Returns the last parts of an answer that was interrupted or failed. */
  interrupt(): readonly StreamPart[] {
    return this.#lastParts(false);
  }

  /** Returns the last parts of an answer whose stream ended cleanly. */
  end(): readonly StreamPart[] {
    const reason = this.#finishReason;
    return reason === undefined
      ? this.#lastParts(false)
      : [...this.#lastParts(meaningOfFinish(reason) === 'normal'), { type: 'finish', reason }];
  }

  #lastParts(isComplete: boolean): readonly StreamPart[] {
    const blocks = this.eventReader.reasoningBlocks?.() ?? [];
    return [
      ...this.#files.read(this.#content.end(isComplete, blocks)),
      ...this.#files.end(),
      ...this.#newSources(),
      ...this.#unknown(),
      ...(this.#usage === undefined ? [] : [{ type: 'usage' as const, usage: this.#usage }]),
    ];
  }

  /** The failure names media that are all that came. */
  #unknown(): readonly StreamPart[] {
    const names = [...this.#unknownParts].filter(
      (name) => this.#content.length > 0 || name !== this.#media,
    );
    return names.length === 0 ? noParts : [{ type: 'unknownParts', names }];
  }

  /** Only once there is content: what came before is no answer, and may be retried. */
  #sourceParts({ sources }: AnswerEvent): readonly StreamPart[] {
    if (sources !== undefined && sources.length > 0) {
      this.#sources.push(sources);
      this.#hasNewSources = true;
    }
    return this.#hasNewSources && this.#hasContent ? this.#newSources() : noParts;
  }

  /** Some gateways repeat them with each event. */
  #newSources(): readonly StreamPart[] {
    if (!this.#hasNewSources) {
      return noParts;
    }
    this.#hasNewSources = false;
    const sources = this.#sources.list(this.#content.text);
    const json = JSON.stringify(sources);
    if (sources.length === 0 || json === this.#emittedSources) {
      return noParts;
    }
    this.#emittedSources = json;
    return [{ type: 'sources', sources }];
  }

  /** Emits the model once, with the first content: earlier events may name the requested one. */
  #modelParts(hasContent: boolean): readonly StreamPart[] {
    const isDue = hasContent || this.#finishReason !== undefined;
    if (this.#hasEmittedModel || this.#model === undefined || !isDue) {
      return noParts;
    }
    this.#hasEmittedModel = true;
    return [{ type: 'servedModel', model: this.#model }];
  }

  /** Reports progress before content, and only if it grew: a server that repeats it may hang. */
  #progressParts({ promptProgress }: AnswerEvent): readonly StreamPart[] {
    if (promptProgress === undefined || this.#hasContent) {
      return noParts;
    }
    const { processed, total } = promptProgress;
    if (processed <= this.#processedTokens) {
      return noParts;
    }
    this.#processedTokens = processed;
    return [{ type: 'promptProgress', share: processed / total }];
  }
}

const noParts: readonly StreamPart[] = [];

/** Joins consecutive texts of one type: each part costs the consumer a turn of its event loop. */
function appendParts(parts: StreamPart[], added: readonly StreamPart[]): void {
  for (const part of added) {
    const last = parts[parts.length - 1];
    if (part.type === 'text' && last?.type === 'text') {
      parts[parts.length - 1] = { type: 'text', text: last.text + part.text };
    } else if (part.type === 'reasoning' && last?.type === 'reasoning') {
      parts[parts.length - 1] = { type: 'reasoning', text: last.text + part.text };
    } else {
      parts.push(part);
    }
  }
}
