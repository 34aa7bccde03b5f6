// Link reference definitions, read character by character: the label, the destination and the title.
import { isSpace } from './spaces';

/** 'ended': the character is the closing one, or the space or line break after a destination. */
export type PartState = 'inside' | 'ended' | 'failed';

const maxLabelLength = 999;
const maxParentheses = 32;
const punctuation = /[!-/:-@[-`{-~]/u;

/** `[…]` with some text, but without brackets that are not escaped. */
export class LinkLabelReader {
  #length = 0;
  #hasText = false;
  #escaped = false;

  /** Reads a character after the opening bracket. */
  accept(character: string): PartState {
    const escaped = this.#escaped;
    this.#escaped = character === '\\' && !escaped;
    if (character === ']' && !escaped) {
      return this.#hasText ? 'ended' : 'failed';
    }
    this.#length += 1;
    this.#hasText ||= !isSpace(character) && character !== '\n';
    return this.#length > maxLabelLength || (character === '[' && !escaped) ? 'failed' : 'inside';
  }
}

/** `<…>`, or text without spaces in which parentheses are balanced. */
export class LinkDestinationReader {
  /** Whether it is between angle brackets. */
  readonly isBracketed: boolean;
  #parentheses = 0;
  #escaped = false;

  /** `first` is an angle bracket, which is not accepted again, or the first character of the text, which is. */
  constructor(first: string) {
    this.isBracketed = first === '<';
  }

  /** Whether the text may end here. */
  get mayEnd(): boolean {
    return !this.isBracketed && this.#parentheses === 0;
  }

  accept(character: string): PartState {
    const escaped = this.#escaped && punctuation.test(character);
    this.#escaped = character === '\\' && !escaped;
    if (escaped) {
      return 'inside';
    }
    return this.isBracketed ? acceptBracketed(character) : this.#acceptBare(character);
  }

  #acceptBare(character: string): PartState {
    if (isSpace(character) || character === '\n') {
      return this.mayEnd ? 'ended' : 'failed';
    }
    if (character === '(') {
      this.#parentheses += 1;
    } else if (character === ')') {
      this.#parentheses -= 1;
    }
    const isControl = character < ' ' || character === '\u007F';
    return isControl || this.#parentheses < 0 || this.#parentheses > maxParentheses
      ? 'failed'
      : 'inside';
  }
}

function acceptBracketed(character: string): PartState {
  if (character === '\n' || character === '<') {
    return 'failed';
  }
  return character === '>' ? 'ended' : 'inside';
}

const titleEnds: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/** Whether a title can begin with the character. */
export function beginsTitle(character: string): boolean {
  return character in titleEnds;
}

/** `"…"`, `'…'` or `(…)`. */
export class LinkTitleReader {
  readonly #end: string;
  #escaped = false;

  constructor(first: string) {
    this.#end = titleEnds[first] ?? '';
  }

  /** Reads a character after the first. */
  accept(character: string): PartState {
    const escaped = this.#escaped;
    this.#escaped = character === '\\' && !escaped;
    if (escaped) {
      return 'inside';
    }
    if (character === this.#end) {
      return 'ended';
    }
    return character === '(' && this.#end === ')' ? 'failed' : 'inside';
  }
}
