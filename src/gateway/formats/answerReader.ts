// Turns the events of one answer into stream parts, whatever API format and order they arrive in.
import { readErrorBody } from '../failures/errorBody';
import type { StreamPart } from '../../chat/ports';
import type { Usage } from '../../shared/conversation/conversation';
import { ExchangeError, ReportedError } from '../http/exchangeError';
import type { SseEvent } from '../http/sse';
import { isArray, toJsonText } from '../json';
import { type AnswerEvent, type EventReader, newSuffix, readAnswerEvent } from './answerEvent';
import { ThinkTags } from './thinkTags';
import { ToolCallAssembler } from './toolCalls';

interface EventContent {
  /** Valid even beside an error. */
  readonly parts: readonly StreamPart[];
  /** True even if the content is not emitted yet. */
  readonly hasContent: boolean;
  readonly error: ReportedError | undefined;
}

export class AnswerReader {
  readonly #thinkTags = new ThinkTags();
  readonly #toolCalls = new ToolCallAssembler();
  #model: string | undefined;
  #hasEmittedModel = false;
  #usage: Usage | undefined;
  #finishReason: string | undefined;
  #hasEvents = false;
  #hasRecognizedEvents = false;
  /** The first event that is not of this API format, unless content follows it. */
  #unread: unknown;
  /** The texts so far, to find what a cumulative event adds to them. */
  #text = '';
  #reasoning = '';
  #refusal = '';

  constructor(private readonly eventReader: EventReader) {}

  /** The answer has a finish reason. */
  get isFinished(): boolean {
    return this.#finishReason !== undefined;
  }

  /**
   * The error behind a stream that ended without an answer, or without its end: an event that was not
   * understood may report it in a form of its own.
   */
  get errorAtEnd(): ReportedError | ExchangeError | undefined {
    if (this.isFinished) {
      return undefined;
    }
    if (readErrorBody(this.#unread).message !== undefined) {
      return new ReportedError(this.#unread);
    }
    return this.#hasEvents && !this.#hasRecognizedEvents
      ? new ExchangeError({ kind: 'notApi', detail: toJsonText(this.#unread) })
      : undefined;
  }

  /** Reads the next event, or several: Gemini's stream may arrive as one array. */
  push({ data, isError }: SseEvent): EventContent {
    this.#hasEvents = true;
    const contents = (isArray(data) && data.length > 0 ? data : [data]).map((body) =>
      this.#read(body, readAnswerEvent(this.eventReader, body, isError)),
    );
    return {
      parts: contents.flatMap(({ parts }) => parts),
      hasContent: contents.some(({ hasContent }) => hasContent),
      error: contents.find(({ error }) => error !== undefined)?.error,
    };
  }

  #read(body: unknown, event: AnswerEvent): EventContent {
    this.#hasRecognizedEvents ||= event.isRecognized;
    this.#usage = event.usage ?? this.#usage;
    this.#finishReason = event.finishReason ?? this.#finishReason;
    this.#model = event.model ?? this.#model;
    const content = this.#contentParts(event);
    const hasContent = content.length > 0 || event.text !== '' || event.toolCalls.length > 0;
    if (hasContent) {
      this.#unread = undefined;
    } else if (!event.isRecognized) {
      this.#unread ??= body;
    }
    return {
      parts: [...this.#modelParts(hasContent), ...content],
      hasContent,
      error: errorOf(event),
    };
  }

  /** Returns the last parts of an answer that was interrupted or failed. */
  interrupt(): readonly StreamPart[] {
    return [...this.#thinkTags.end(false), ...this.#usageParts()];
  }

  /** Returns the last parts of an answer whose stream ended cleanly. */
  end(): readonly StreamPart[] {
    const { calls } = this.#toolCalls;
    const reason = this.#finishReason;
    return [
      ...this.#thinkTags.end(this.isFinished),
      ...(calls.length === 0 ? [] : [{ type: 'toolCalls' as const, calls }]),
      ...this.#usageParts(),
      ...(reason === undefined ? [] : [{ type: 'finish' as const, reason }]),
    ];
  }

  #usageParts(): readonly StreamPart[] {
    return this.#usage === undefined ? [] : [{ type: 'usage', usage: this.#usage }];
  }

  /** Emits the model once, with the first content: earlier events may name the requested one. */
  #modelParts(hasContent: boolean): readonly StreamPart[] {
    if (this.#hasEmittedModel || this.#model === undefined || !(hasContent || this.isFinished)) {
      return [];
    }
    this.#hasEmittedModel = true;
    return [{ type: 'servedModel', model: this.#model }];
  }

  #contentParts(event: AnswerEvent): readonly StreamPart[] {
    const { isCumulative } = event;
    if (!isCumulative || this.#toolCalls.calls.length === 0) {
      for (const delta of event.toolCalls) {
        this.#toolCalls.push(delta);
      }
    }
    const text = isCumulative ? newSuffix(this.#text, event.text) : event.text;
    const reasoning = isCumulative ? newSuffix(this.#reasoning, event.reasoning) : event.reasoning;
    const refusal = isCumulative ? newSuffix(this.#refusal, event.refusal) : event.refusal;
    this.#text += text;
    this.#reasoning += reasoning;
    this.#refusal += refusal;
    return [
      ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : this.#thinkTags.push(text)),
      ...(refusal === '' && !event.isRefused ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ];
  }
}

function errorOf({ error, finishReason = '' }: AnswerEvent): ReportedError | undefined {
  if (error !== undefined) {
    return new ReportedError(error);
  }
  return /^(?:error|abort|failed|cancelled)$/i.test(finishReason)
    ? new ReportedError(undefined)
    : undefined;
}
