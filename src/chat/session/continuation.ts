// Continues an answer that was cut off. Joins it to the continuation, also where the model repeats some text.
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import { openFenceIn } from '../../shared/text/codeFence';
import type { ChatMessage, CompletionRequest } from '../ports';

/** Sent after the partial answer in API formats without prefill. */
export const continueInstruction =
  'Your last answer was cut off. Continue it exactly where it ended: start with the very next characters, including a space if one belongs there. Do not repeat anything, and do not add remarks of your own.';

export const continueInstructionMessage: ChatMessage = {
  role: 'user',
  content: continueInstruction,
};

/** Whether a model continues a request's last message if that is its own. Only the Claude-compatible format says so. */
export function supportsPrefill(apiFormat: ApiFormat): boolean {
  return apiFormat === 'messages';
}

/**
 * The messages after the question's own that make the model continue `partial`: a prefill, which must not
 * end in white space, where the API format supports one, else an instruction.
 */
export function continuationMessages(
  apiFormat: ApiFormat,
  partial: string,
): readonly ChatMessage[] {
  return supportsPrefill(apiFormat)
    ? [{ role: 'assistant', content: partial.trimEnd() }]
    : [{ role: 'assistant', content: partial }, continueInstructionMessage];
}

/** Extends the request of a question so that its answer is continued from `partial`. */
export function continuationRequest(
  request: CompletionRequest,
  partial: string,
): CompletionRequest {
  const messages = continuationMessages(request.apiFormat, partial);
  return { ...request, messages: [...request.messages, ...messages] };
}

/** Whether the request ends with the beginning of the answer. */
export function isPrefilled({ messages }: Pick<CompletionRequest, 'messages'>): boolean {
  return messages.at(-1)?.role === 'assistant';
}

/** Up to this many characters of the partial answer may be repeated. */
const maxOverlap = 400;

/**
 * Removes from the start of a continuation what repeats the end of the partial answer, and a fence that
 * reopens a code block that is still open. Holds text back only while it may be a repetition: at most
 * 400 characters.
 */
export class OverlapTrimmer {
  /** Whether the model may repeat text. It does not after a prefill. */
  mayOverlap = true;
  readonly #tail: string;
  readonly #inFence: boolean;
  #held: string | undefined = '';

  constructor(before: string) {
    this.#tail = before.slice(-maxOverlap);
    this.#inFence = openFenceIn(before) !== undefined;
  }

  /** Returns the text that continues the answer; `''` while it is held back. */
  push(text: string): string {
    if (this.#held === undefined) {
      return text;
    }
    this.#held += text;
    return this.#isUndecided(this.#held) ? '' : this.end();
  }

  /** Returns the rest of the text when the stream has ended. */
  end(): string {
    const held = this.#held ?? '';
    this.#held = undefined;
    if (!this.mayOverlap) {
      return withoutRepeatedSpace(this.#tail, held);
    }
    const text = this.#inFence ? held.replace(/^\s*`{3,}[^\s`][^\n`]*\n/u, '') : held;
    const trimmed = text.trimStart();
    const overlap = overlapLength(this.#tail, trimmed);
    return overlap > 0 ? trimmed.slice(overlap) : withoutRepeatedSpace(this.#tail, text);
  }

  #isUndecided(held: string): boolean {
    const text = held.trimStart();
    if (text === '') {
      return held.length < maxOverlap;
    }
    if (!this.mayOverlap || text.length > maxOverlap) {
      return false;
    }
    const isFenceLine = this.#inFence && /^`{1,2}$|^`{3,}[^\n`]*$/u.test(text);
    const rest = this.#inFence ? text.replace(/^`{3,}[^\s`][^\n`]*\n\s*/u, '') : text;
    return isFenceLine || wordStarts(this.#tail).some((at) => this.#tail.startsWith(rest, at));
  }
}

/** Length of the longest end of `tail`, from the start of a word, with which `text` starts. */
function overlapLength(tail: string, text: string): number {
  const start = wordStarts(tail).find((at) => {
    const end = tail.slice(at);
    return text.startsWith(end) && isOverlap(end);
  });
  return start === undefined ? 0 : tail.length - start;
}

/** Numbers and punctuation repeat by chance too often; scripts without spaces need three characters. */
function isOverlap(end: string): boolean {
  const letters = end.match(/\p{L}/gu)?.length ?? 0;
  return unspaced.test(end) ? letters >= 3 : letters >= 1;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Indices at which words start; in scripts without spaces every character. */
function wordStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let before = '';
  let at = 0;
  for (const character of text) {
    const isWord = /[\p{L}\p{N}]/u.test(character);
    if (!isWord || !/[\p{L}\p{N}]/u.test(before) || unspaced.test(character)) {
      starts.push(at);
    }
    before = character;
    at += character.length;
  }
  return starts;
}

/** `text` without the leading white space with which `tail` ends. */
function withoutRepeatedSpace(tail: string, text: string): string {
  const space = /\s*$/u.exec(tail)?.[0] ?? '';
  for (let length = space.length; length > 0; length--) {
    if (text.startsWith(space.slice(-length))) {
      return text.slice(length);
    }
  }
  return text;
}
