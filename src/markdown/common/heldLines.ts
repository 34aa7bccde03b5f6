// HeldLines: lines that are read ahead, because the kind of block that begins in the first depends on the others.
import type { LineReader } from './lineReader';
import type { Line, Place, Reading } from './lineCursor';

export class HeldLines {
  readonly #reader: LineReader;
  readonly #place: Place;
  readonly #lines: Line[] = [];
  #text = '';

  constructor(reader: LineReader) {
    this.#reader = reader;
    this.#place = reader.cursor.place;
  }

  /** The text of the lines before the present one. */
  get text(): string {
    return this.#text;
  }

  /** Goes to the next line. */
  next(): void {
    const { cursor } = this.#reader;
    this.#text += `${cursor.remaining}\n`;
    this.#lines.push(cursor.line);
    cursor.startLine();
  }

  /** Reads whether the present line is not blank and continues the containers of the first. */
  *continuesBlocks(): Reading<boolean> {
    const { blocks, cursor } = this.#reader;
    const matched = yield* this.#reader.readContainers(blocks.matched);
    yield* cursor.readIndent();
    return matched === blocks.matched && !cursor.blank;
  }

  /** Goes back to the place in the first line; the others will be read again. */
  restore(): void {
    const { cursor } = this.#reader;
    const [first, ...others] = [...this.#lines, cursor.line];
    if (first !== undefined && others.length > 0) {
      cursor.repeat(others);
      cursor.returnTo(first, this.#place);
    }
    this.release();
  }

  /** Only the present line will be read again. */
  repeatLine(): void {
    const { cursor } = this.#reader;
    cursor.repeat([cursor.line]);
    this.release();
  }

  /** Ends reading ahead: the lines are not read again. */
  release(): void {
    this.#reader.release(this);
  }
}
