// What the chunks of one answer mean together, whatever order their dialect brings them in.
import type { StreamPart } from '../../chat/ports';
import type { Usage } from '../../shared/conversation';
import { ReportedError } from '../exchangeError';
import { readChatChunk, type ChatChunk } from './chatChunk';
import { ThinkTags } from './thinkTags';
import { ToolCallPieces } from './toolCalls';
import type { Taken, WireAnswer } from './wire';

/** Turns the chunks of one answer into its parts. */
export class ChatAnswer implements WireAnswer {
  readonly #think = new ThinkTags();
  readonly #toolCalls = new ToolCallPieces();
  #saidModel = false;
  #usage: Usage | undefined;
  #finishReason: string | undefined;
  #recognised = false;
  #received = false;
  /** What came so far, for those who send the whole answer again and again. */
  #text = '';
  #reasoning = '';
  #refusal = '';

  /** A reason why the answer ended has come. */
  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** False where something came and none of it was a chunk of this form. */
  get recognised(): boolean {
    return this.#recognised || !this.#received;
  }

  /** Takes the next chunk. Its parts count also where it reports an error. */
  push(value: unknown): Taken {
    this.#received = true;
    const chunk = readChatChunk(value);
    this.#recognised ||= chunk.recognised;
    this.#usage = chunk.usage ?? this.#usage;
    this.#finishReason = chunk.finishReason ?? this.#finishReason;
    const content = this.#contentOf(chunk);
    const hasContent = content.length > 0 || chunk.text !== '' || chunk.toolCalls.length > 0;
    return {
      parts: [...this.#modelOf(chunk, hasContent), ...content],
      hasContent,
      error: this.#errorOf(chunk),
    };
  }

  /** What was held back; all that there still is of an answer that did not end well. */
  rest(): readonly StreamPart[] {
    return this.#think.end(false);
  }

  /** The last parts of an answer whose stream ended cleanly. */
  end(): readonly StreamPart[] {
    const calls = this.#toolCalls.calls();
    return [
      ...this.#think.end(this.finished),
      ...(calls.length === 0 ? [] : [{ type: 'toolCalls' as const, calls }]),
      ...(this.#usage === undefined ? [] : [{ type: 'usage' as const, usage: this.#usage }]),
      ...(this.#finishReason === undefined
        ? []
        : [{ type: 'finish' as const, reason: this.#finishReason }]),
    ];
  }

  #modelOf(chunk: ChatChunk, hasContent: boolean): readonly StreamPart[] {
    if (this.#saidModel || chunk.model === undefined || !(hasContent || this.finished)) {
      return [];
    }
    this.#saidModel = true;
    return [{ type: 'servedModel', model: chunk.model }];
  }

  #contentOf(chunk: ChatChunk): readonly StreamPart[] {
    if (!chunk.cumulative || !this.#toolCalls.any) {
      for (const piece of chunk.toolCalls) {
        this.#toolCalls.push(piece);
      }
    }
    const text = chunk.cumulative ? beyond(this.#text, chunk.text) : chunk.text;
    const reasoning = chunk.cumulative ? beyond(this.#reasoning, chunk.reasoning) : chunk.reasoning;
    const refusal = chunk.cumulative ? beyond(this.#refusal, chunk.refusal) : chunk.refusal;
    this.#text += text;
    this.#reasoning += reasoning;
    this.#refusal += refusal;
    return [
      ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : this.#think.push(text)),
      ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ];
  }

  #errorOf(chunk: ChatChunk): ReportedError | undefined {
    if (chunk.error !== undefined) {
      return new ReportedError(chunk.error);
    }
    return /^(?:error|abort)$/i.test(chunk.finishReason ?? '')
      ? new ReportedError(undefined)
      : undefined;
  }
}

/** What `whole` adds to what came so far; nothing where it tells another story. */
function beyond(soFar: string, whole: string): string {
  const goesOn = whole.length > soFar.length && whole.startsWith(soFar);
  return goesOn ? whole.slice(soFar.length) : '';
}
