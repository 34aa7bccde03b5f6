// An answer that was cut off goes on where it ended, whether the model takes up its own words or begins a little earlier.
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import type { ChatMessage, CompletionRequest } from '../ports';

/** What a form that takes no prefill is told behind the answer so far. */
export const continueInstruction =
  'Your last answer was cut off. Continue it exactly where it ended: begin with the very next characters, a blank included where one belongs there. Repeat nothing, and add no remark of your own.';

export const instructionToContinue: ChatMessage = { role: 'user', content: continueInstruction };

/**
 * What is sent after the question's own messages to have `partial` continued: as a prefill, which may not
 * end in a blank, where the form knows the model's own words by that, else with an instruction.
 */
export function continuationMessages(form: ApiFormat, partial: string): readonly ChatMessage[] {
  return form === 'messages'
    ? [{ role: 'assistant', content: partial.trimEnd() }]
    : [{ role: 'assistant', content: partial }, instructionToContinue];
}

/** The request of a question with what has its answer go on from `partial`. */
export function continuing(request: CompletionRequest, partial: string): CompletionRequest {
  const more = continuationMessages(request.apiFormat, partial);
  return { ...request, messages: [...request.messages, ...more] };
}

/** Whether the model is to go on from the beginning of an answer as from its own words. */
export function isPrefilled({ messages }: Pick<CompletionRequest, 'messages'>): boolean {
  return messages.at(-1)?.role === 'assistant';
}

/** How much of the answer so far may come again, in characters. */
const longestRepetition = 400;

/**
 * Joins a continuation to the answer so far without doubling words: what comes again at its beginning is
 * dropped, and so is a fence that opens the code block anew which is still open. Text is held back only
 * while it may still be a repetition, so at most 400 characters of it.
 */
export class OverlapTrimmer {
  /** Whether the model may begin a little earlier; one that goes on from a prefill does not. */
  repeats = true;
  readonly #tail: string;
  readonly #inFence: boolean;
  #held: string | undefined = '';

  constructor(before: string) {
    this.#tail = before.slice(-longestRepetition);
    this.#inFence = endsInFence(before);
  }

  /** Takes the next piece and gives what goes on with the answer. */
  push(text: string): string {
    if (this.#held === undefined) {
      return text;
    }
    this.#held += text;
    return this.#isUndecided(this.#held) ? '' : this.end();
  }

  /** What was held back and is no repetition, when no more comes. */
  end(): string {
    const held = this.#held ?? '';
    this.#held = undefined;
    if (!this.repeats) {
      return withoutBlanksAgain(this.#tail, held);
    }
    const text = this.#inFence ? held.replace(/^\s*`{3,}[^\s`][^\n`]*\n/u, '') : held;
    const trimmed = text.trimStart();
    const again = repeatedLength(this.#tail, trimmed);
    return again > 0 ? trimmed.slice(again) : withoutBlanksAgain(this.#tail, text);
  }

  #isUndecided(held: string): boolean {
    const text = held.trimStart();
    if (text === '') {
      return held.length < longestRepetition;
    }
    if (!this.repeats || text.length > longestRepetition) {
      return false;
    }
    const isFenceLine = this.#inFence && /^`{1,2}$|^`{3,}[^\n`]*$/u.test(text);
    const begun = this.#inFence ? text.replace(/^`{3,}[^\s`][^\n`]*\n\s*/u, '') : text;
    return isFenceLine || wordStarts(this.#tail).some((at) => this.#tail.startsWith(begun, at));
  }
}

/** The length of the longest end of `tail`, from the start of a word on, with which `text` begins. */
function repeatedLength(tail: string, text: string): number {
  const start = wordStarts(tail).find((at) => {
    const end = tail.slice(at);
    return text.startsWith(end) && countsAsRepeated(end);
  });
  return start === undefined ? 0 : tail.length - start;
}

/** Numbers and single signs stand beside their like too often; scripts without blanks need three signs. */
function countsAsRepeated(end: string): boolean {
  const letters = end.match(/\p{L}/gu)?.length ?? 0;
  return unspaced.test(end) ? letters >= 3 : letters >= 1;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Where words begin, the first one first; in scripts without blanks at every sign. */
function wordStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let before = '';
  let at = 0;
  for (const sign of text) {
    const isWord = /[\p{L}\p{N}]/u.test(sign);
    if (!isWord || !/[\p{L}\p{N}]/u.test(before) || unspaced.test(sign)) {
      starts.push(at);
    }
    before = sign;
    at += sign.length;
  }
  return starts;
}

/** `text` without the blanks at its beginning with which `tail` ends already. */
function withoutBlanksAgain(tail: string, text: string): string {
  const blanks = /\s*$/u.exec(tail)?.[0] ?? '';
  for (let length = blanks.length; length > 0; length--) {
    if (text.startsWith(blanks.slice(-length))) {
      return text.slice(length);
    }
  }
  return text;
}

/** Whether a fenced code block is open at the end. */
function endsInFence(text: string): boolean {
  let open: string | undefined;
  for (const [, fence = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})([^\n]*)$/gmu)) {
    if (open === undefined) {
      open = fence;
    } else if (fence.startsWith(open) && info.trim() === '') {
      open = undefined;
    }
  }
  return open !== undefined;
}
