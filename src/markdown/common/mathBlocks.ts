// Display formulas: `$$ … $$` and `\[ … \]` that begin a line and end one. They contain no blank line.
import { isSpace } from './leaves/spaces';
import type { LineCursor, Reading, Wait } from './lineCursor';

/** Longer text is not a formula: this limits how much text is undecided. */
const maxLength = 2000;

export const mathDelimiterLength = 2;

/** Reads whether a formula begins at the cursor. Nothing is consumed. */
export function* readMathStart(cursor: LineCursor): Reading<MathEndFinder | undefined> {
  yield* cursor.readWhile(/^(?:\$\$?|\\)$/u);
  const delimiter = /^(?:\$\$(?!\$)|\\\[)/u.exec(cursor.rest)?.[0];
  return delimiter === undefined ? undefined : new MathEndFinder(delimiter === '$$' ? '$$' : '\\]');
}

/** Looks for the end of a formula in text that arrives in pieces. */
class MathEndFinder implements Wait {
  state: 'inside' | 'ended' | 'failed' = 'inside';
  readonly delimiter: '$$' | '\\]';
  #length = 0;
  /** A backslash or dollar sign that forms a pair with what follows. */
  #previous = '';

  constructor(delimiter: '$$' | '\\]') {
    this.delimiter = delimiter;
  }

  /** Reads more of the formula and of the rest of its last line. Returns whether it is certainly not a formula. */
  test(added: string): boolean {
    for (let index = 0; index < added.length && this.state !== 'failed'; index += 1) {
      this.#accept(added.charAt(index));
      this.#length += 1;
      if (this.#length > maxLength) {
        this.state = 'failed';
      }
    }
    return this.state === 'failed';
  }

  #accept(character: string): void {
    if (this.state === 'ended') {
      this.state = isSpace(character) ? 'ended' : 'failed';
      return;
    }
    const pair = this.#previous + character;
    this.#previous = '';
    if (pair === this.delimiter) {
      this.state = 'ended';
    } else if (pair === '$$' || pair === '\\[') {
      // Another formula begins, so this is not one.
      this.state = 'failed';
    } else if (character === '$' || (character === '\\' && pair !== '\\\\')) {
      this.#previous = pair === '\\$' ? '' : character;
    }
  }
}
