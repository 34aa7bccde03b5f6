// Questions and answers, independent of the API format.
import { isRecord, type Json } from '../http/json';
import type { OfferedTool, RequestCall, RequestResult } from '../tools/toolDialog';

export interface Message {
  readonly role: string;
  readonly text: string;
  readonly calls?: readonly RequestCall[];
  readonly results?: readonly RequestResult[];
  /** The reasoning that came back with the calls: its signature, where the format has one, or its text. */
  readonly signature?: string | undefined;
}

export interface Question {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  /** Maximum number of tokens of the answer; undefined without a limit. */
  readonly maxTokens: number | undefined;
  readonly includeUsage: boolean;
  readonly tools?: readonly OfferedTool[];
  /** Reasoning is asked for in encrypted form (Responses). */
  readonly encryptsReasoning?: boolean;
  /** The model must call a tool. */
  readonly requiresCall?: boolean;
}

/** A call in an answer. */
export interface AnswerCall {
  readonly name: string;
  /** JSON, or the text that a model wrote in its place; some servers send an object instead of text. */
  readonly arguments: string | Json;
  /** Absent: one of the format's own. Null: none. */
  readonly id?: string | null;
  /** Replaces the number of the call; null for none. */
  readonly index?: number | null;
  /** Length of the fragments of a stream, in characters. */
  readonly fragment?: number;
  /** Each fragment has the ID and the name. */
  readonly repeatsHead?: boolean;
}

/** One step of an answer. A complete answer ends with `finish`. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  /** A complete call, which streams send in fragments. */
  | { readonly kind: 'call'; readonly call: AnswerCall }
  | { readonly kind: 'finish'; readonly reason: FinishReason };

/** Each format has its own names for these; `unknown` is a reason that no client knows. */
export type FinishReason = 'stop' | 'length' | 'filter' | 'unknown' | 'calls';

/** The text of a message's content, which is a string or an array of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  if (!Array.isArray(content)) {
    return '';
  }
  return content
    .map((part: unknown) =>
      isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .join('');
}

/** A message with `role` and `content`, as most formats have it. */
export function readMessage(message: unknown): Message {
  const { role, content } = isRecord(message) ? message : {};
  return { role: typeof role === 'string' ? role : '', text: textOf(content) };
}

/** Puts a system prompt before the messages, unless it is empty. */
export function withSystemPrompt(text: string, messages: readonly Message[]): readonly Message[] {
  return text === '' ? messages : [{ role: 'system', text }, ...messages];
}

export function positiveNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

export function promptTokens({ messages }: Question): number {
  return messages.reduce((sum, message) => sum + 4 + tokens(message.text).length, 0);
}

/** Splits text into pieces of about four characters, like a model's tokens. */
export function tokens(text: string): readonly string[] {
  return text.match(/\s*\S{1,5}|\s+$/gu) ?? [];
}

/** The answer of a model. A string is sent in tokens, an array in exactly its elements. */
export interface ModelAnswer {
  readonly reasoning?: string;
  readonly text: string | readonly string[];
}

/** The parts of an answer, truncated after `maxTokens` like a model does it. */
export function* answerParts(answer: ModelAnswer, maxTokens = Infinity): Generator<AnswerPart> {
  let remaining = maxTokens;
  for (const kind of ['reasoning', 'text'] as const) {
    const content = answer[kind] ?? '';
    for (const text of typeof content === 'string' ? tokens(content) : content) {
      if (remaining-- <= 0) {
        yield { kind: 'finish', reason: 'length' };
        return;
      }
      yield { kind, text };
    }
  }
  yield { kind: 'finish', reason: 'stop' };
}
