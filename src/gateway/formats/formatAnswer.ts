// What the events of one answer mean together, whatever form and order they come in.
import type { StreamPart } from '../../chat/ports';
import type { Usage } from '../../shared/conversation/conversation';
import { ReportedError } from '../http/exchangeError';
import { newSuffix, type AnswerEvent, type ReadEvent } from './answerEvent';
import { ThinkTags } from './thinkTags';
import { ToolCallPieces } from './toolCalls';
import type { Taken, WireAnswer } from './apiFormats';

/** Turns the events of one answer into its parts; `read` knows the form and nothing else. */
export class FormatAnswer implements WireAnswer {
  readonly #think = new ThinkTags();
  readonly #toolCalls = new ToolCallPieces();
  /** The model that answers, until it has been said. */
  #model: string | undefined;
  #saidModel = false;
  #usage: Usage | undefined;
  #finishReason: string | undefined;
  #recognised = false;
  #received = false;
  /** What came so far, for those who send the whole answer again and again. */
  #text = '';
  #reasoning = '';
  #refusal = '';

  constructor(private readonly read: ReadEvent) {}

  /** A reason why the answer ended has come. */
  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** False where something came and none of it was an event of this form. */
  get recognised(): boolean {
    return this.#recognised || !this.#received;
  }

  /** Takes the next event. Its parts count also where it reports an error. */
  push(value: unknown): Taken {
    this.#received = true;
    const event = this.read(value);
    this.#recognised ||= event.recognised;
    this.#usage = event.usage ?? this.#usage;
    this.#finishReason = event.finishReason ?? this.#finishReason;
    this.#model = event.model ?? this.#model;
    const content = this.#contentOf(event);
    const hasContent = content.length > 0 || event.text !== '' || event.toolCalls.length > 0;
    return {
      parts: [...this.#modelOf(hasContent), ...content],
      hasContent,
      error: this.#errorOf(event),
    };
  }

  /** What was held back, and what was counted; all that there still is of an answer that did not end well. */
  rest(): readonly StreamPart[] {
    return [...this.#think.end(false), ...this.#usageParts()];
  }

  /** The last parts of an answer whose stream ended cleanly. */
  end(): readonly StreamPart[] {
    const calls = this.#toolCalls.calls();
    return [
      ...this.#think.end(this.finished),
      ...(calls.length === 0 ? [] : [{ type: 'toolCalls' as const, calls }]),
      ...this.#usageParts(),
      ...(this.#finishReason === undefined
        ? []
        : [{ type: 'finish' as const, reason: this.#finishReason }]),
    ];
  }

  #usageParts(): readonly StreamPart[] {
    return this.#usage === undefined ? [] : [{ type: 'usage', usage: this.#usage }];
  }

  #modelOf(hasContent: boolean): readonly StreamPart[] {
    if (this.#saidModel || this.#model === undefined || !(hasContent || this.finished)) {
      return [];
    }
    this.#saidModel = true;
    return [{ type: 'servedModel', model: this.#model }];
  }

  #contentOf(event: AnswerEvent): readonly StreamPart[] {
    const { cumulative } = event;
    if (!cumulative || !this.#toolCalls.any) {
      for (const piece of event.toolCalls) {
        this.#toolCalls.push(piece);
      }
    }
    const text = cumulative ? newSuffix(this.#text, event.text) : event.text;
    const reasoning = cumulative ? newSuffix(this.#reasoning, event.reasoning) : event.reasoning;
    const refusal = cumulative ? newSuffix(this.#refusal, event.refusal) : event.refusal;
    this.#text += text;
    this.#reasoning += reasoning;
    this.#refusal += refusal;
    return [
      ...(reasoning === ''
        ? []
        : [{ type: 'reasoning' as const, text: reasoning, ...fieldOf(event) }]),
      ...(text === '' ? [] : this.#think.push(text)),
      ...(refusal === '' && !event.declined ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ];
  }

  #errorOf(event: AnswerEvent): ReportedError | undefined {
    if (event.error !== undefined) {
      return new ReportedError(event.error);
    }
    return /^(?:error|abort|failed|cancelled)$/i.test(event.finishReason ?? '')
      ? new ReportedError(undefined)
      : undefined;
  }
}

function fieldOf({ reasoningField }: AnswerEvent): { readonly field?: string } {
  return reasoningField === undefined ? {} : { field: reasoningField };
}
