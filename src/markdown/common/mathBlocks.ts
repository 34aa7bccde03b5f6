// Display formulas: `$$ … $$` and `\[ … \]` that begin a line and end one. They contain no blank line. If the closing
// delimiter is missing, the lines are read again as if formulas did not exist.
import type { BlockStart } from './blockStarts';
import { MathBlock } from './leaves/leaf';
import { isSpace } from './leaves/spaces';
import type { LineReader } from './lineReader';
import type { Reading, Wait } from './lineCursor';

/** Longer text is no formula: this limits how much text is undecided. In UTF-16 units. */
const maxLength = 2000;
const delimiterLength = 2;

/** Reads the formula that begins at the cursor, over as many lines as it has. */
export function* readMath(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  yield* cursor.readWhile(/^(?:\$\$?|\\)$/u);
  if (!/^(?:\$\$(?!\$)|\\\[)/u.test(cursor.rest)) {
    return 'text';
  }
  const end = new MathEndFinder(cursor.character === '$' ? '$$' : '\\]');
  const lines = reader.hold();
  let source = cursor.rest;
  if (!end.test(source.slice(delimiterLength)) && !cursor.complete) {
    yield end;
  }
  source = cursor.rest;
  while (end.state === 'inside') {
    lines.next();
    if (!(yield* lines.continuesBlocks())) {
      lines.restore();
      return 'text';
    }
    if (!end.test(`\n${cursor.remaining}`) && !cursor.complete) {
      yield end;
    }
    source += `\n${cursor.remaining}`;
  }
  const text = source.slice(delimiterLength, source.lastIndexOf(end.delimiter)).trim();
  if (end.state === 'failed' || text === '') {
    lines.restore();
    return 'text';
  }
  lines.release();
  blocks.openLeaf((sink) => new MathBlock(sink, text));
  blocks.closeLeaf();
  return 'line';
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
      // Another formula begins: this one was none.
      this.state = 'failed';
    } else if (character === '$' || (character === '\\' && pair !== '\\\\')) {
      this.#previous = pair === '\\$' ? '' : character;
    }
  }
}
