// The destination of a link reference definition: `<…>`, or text without spaces in which parentheses are balanced.
import { isSpace } from './spaces';

const maxParentheses = 32;
const punctuation = /[!-/:-@[-`{-~]/u;

export class LinkDestinationReader {
  /** Whether it stands between angle brackets. */
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

  /** 'ended': the character is the closing angle bracket, or the space or line break after the text. */
  accept(character: string): 'inside' | 'ended' | 'failed' {
    const escaped = this.#escaped && punctuation.test(character);
    this.#escaped = character === '\\' && !escaped;
    if (escaped) {
      return 'inside';
    }
    return this.isBracketed ? acceptBracketed(character) : this.#acceptBare(character);
  }

  #acceptBare(character: string): 'inside' | 'ended' | 'failed' {
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

function acceptBracketed(character: string): 'inside' | 'ended' | 'failed' {
  if (character === '\n' || character === '<') {
    return 'failed';
  }
  return character === '>' ? 'ended' : 'inside';
}
