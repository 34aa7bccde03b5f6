// What a model is asked, freed from the wire form that asked it.
import { isRecord } from '../http/json';

export interface Message {
  readonly role: string;
  readonly text: string;
}

export interface Question {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  /** Most tokens that the answer may have; undefined without a limit. */
  readonly maxTokens: number | undefined;
  readonly includeUsage: boolean;
}

/** One step of an answer. The last one of a whole answer is always a finish. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'finish'; readonly reason: FinishReason };

/** Each form has its own word for these; `unknown` is a word that no client knows. */
export type FinishReason = 'stop' | 'length' | 'filter' | 'unknown';

/** The text of a message's content: a string, or an array of parts that hold text. */
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

export function positiveNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

export function promptTokens({ messages }: Question): number {
  return messages.reduce((sum, message) => sum + 4 + tokens(message.text).length, 0);
}

/** Text in pieces of about four characters, as a model's tokens are. Joined they are the text. */
export function tokens(text: string): readonly string[] {
  return text.match(/\s*\S{1,5}|\s+$/gu) ?? [];
}

/** What a model says. An array is said in just these pieces, a text in tokens. */
export interface Spoken {
  readonly reasoning?: string;
  readonly text: string | readonly string[];
}

/** An answer's parts, piece by piece, cut after `maxTokens` of them as a model does it. */
export function* speak(spoken: Spoken, maxTokens = Infinity): Generator<Part> {
  let left = maxTokens;
  for (const kind of ['reasoning', 'text'] as const) {
    const said = spoken[kind] ?? '';
    for (const text of typeof said === 'string' ? tokens(said) : said) {
      if (left-- <= 0) {
        yield { kind: 'finish', reason: 'length' };
        return;
      }
      yield { kind, text };
    }
  }
  yield { kind: 'finish', reason: 'stop' };
}
