// LineCursor: a position in the line that is being read. Columns count tabs as CommonMark does: a tab reaches to the
// next multiple of 4, and a marker may consume a part of it. The line may still grow: see `Wait`.

const tabWidth = 4;

/** The columns of spaces before indented code. No other block begins in a line with so many. */
export const codeIndent = 4;

/**
 * What a decision about an incomplete line waits for: `test` sees every piece of text that is added to the line once,
 * and returns true when the decision can be made. At the end of the line it can always be made. A RegExp that matches
 * the first deciding character is a `Wait`.
 */
export interface Wait {
  test(added: string): boolean;
}

/** Reading that pauses while the line is not known far enough, and is resumed when it is. */
export type Reading<Result = void> = Generator<Wait, Result, void>;

export const anyText: Wait = /[^]/u;
/** Matches nothing: only the end of the line decides. */
export const lineEnd: Wait = /(?!)/u;
const notSpace: Wait = /[^ \t]/u;
/** The result where nothing must be awaited: a generator would be slower, and most lines are complete when they are read. */
const noWaits: readonly Wait[] = [];

interface Line {
  readonly text: string;
  readonly complete: boolean;
}

export class LineCursor {
  #text = '';
  #complete = false;
  #position = 0;
  #column = 0;
  /** Whether a part of the tab at the position is consumed. */
  #inTab = false;
  /** The first character from the position on that is no space and no tab, as far as known. */
  #nonspace = 0;
  #nonspaceColumn = 0;
  /** Lines that are read again. */
  readonly #next: Line[] = [];
  #ended = false;

  /** Whether the end of the line is known. */
  get complete(): boolean {
    return this.#complete;
  }

  /** The columns of spaces and tabs at the position. */
  get indent(): number {
    this.#skipSpaces();
    return this.#nonspaceColumn - this.#column;
  }

  /** Whether nothing but spaces and tabs follows. */
  get blank(): boolean {
    this.#skipSpaces();
    return this.#complete && this.#nonspace === this.#text.length;
  }

  /** What follows at the position. */
  get remaining(): string {
    return this.#text.slice(this.#position);
  }

  /** What follows after the indentation. */
  get rest(): string {
    this.#skipSpaces();
    return this.#text.slice(this.#nonspace);
  }

  /** The first character after the indentation, '' if there is none. */
  get character(): string {
    this.#skipSpaces();
    return this.#text.charAt(this.#nonspace);
  }

  /** Adds text to the line. `complete`: the line ends after it. */
  extend(added: string, complete: boolean): void {
    this.#text += added;
    this.#complete = complete;
  }

  /** Goes to the next line. */
  startLine(): void {
    const line = this.#next.shift();
    this.#text = line?.text ?? '';
    this.#complete = line?.complete ?? this.#ended;
    this.rewind();
  }

  /** Ends the text. The present line must be empty. */
  end(): void {
    this.#ended = true;
    this.#complete = true;
  }

  /** Whether the text ended before the present line. */
  get isEnd(): boolean {
    return this.#ended && this.#next.length === 0 && this.#text === '';
  }

  /** Goes back to the start of the line. */
  rewind(): void {
    this.moveTo({ position: 0, column: 0, inTab: false });
  }

  /** Inserts lines that are read again after the present one. Only the last of them may still grow. */
  repeat(lines: readonly Line[]): void {
    this.#next.unshift(...lines);
  }

  /** Reads `line` again from `place` on. */
  returnTo(line: Line, place: Place): void {
    this.#text = line.text;
    this.#complete = line.complete;
    this.moveTo(place);
  }

  get line(): Line {
    return { text: this.#text, complete: this.#complete };
  }

  get place(): Place {
    return { position: this.#position, column: this.#column, inTab: this.#inTab };
  }

  moveTo({ position, column, inTab }: Place): void {
    this.#position = position;
    this.#column = column;
    this.#inTab = inTab;
    this.#nonspace = position;
    this.#nonspaceColumn = column;
  }

  /** Waits until the indentation and the character after it are known. */
  readIndent(): Iterable<Wait> {
    this.#skipSpaces();
    return this.#complete || this.#nonspace < this.#text.length ? noWaits : [notSpace];
  }

  /** Waits until the rest matches `pattern`, a pattern for one character, or the line ends. */
  readUntil(pattern: RegExp): Iterable<Wait> {
    return this.#complete || pattern.test(this.rest) ? noWaits : [pattern];
  }

  /** Waits while `pattern` accepts the rest. It must only accept short texts. */
  readWhile(pattern: { test(rest: string): boolean }): Iterable<Wait> {
    return this.#complete || !pattern.test(this.rest) ? noWaits : this.#waitWhile(pattern);
  }

  *#waitWhile(pattern: { test(rest: string): boolean }): Reading {
    do {
      yield anyText;
    } while (!this.#complete && pattern.test(this.rest));
  }

  /** Consumes up to `columns` columns of spaces and tabs. */
  consumeColumns(columns: number): void {
    let remaining = Math.min(columns, this.indent);
    while (remaining > 0) {
      const width =
        this.#text.charAt(this.#position) === '\t' ? tabWidth - (this.#column % tabWidth) : 1;
      this.#inTab = width > remaining;
      if (!this.#inTab) {
        this.#position += 1;
      }
      this.#column += Math.min(width, remaining);
      remaining -= width;
    }
  }

  /** Consumes the indentation and the `length` characters after it, which contain no tab. */
  consumeMarker(length: number): void {
    this.#skipSpaces();
    this.moveTo({
      position: this.#nonspace + length,
      column: this.#nonspaceColumn + length,
      inTab: false,
    });
  }

  /** Consumes and returns what is known of the line after the position, a tab's remaining columns as spaces. */
  takeRest(): string {
    const rest = this.#inTab
      ? ' '.repeat(tabWidth - (this.#column % tabWidth)) + this.#text.slice(this.#position + 1)
      : this.#text.slice(this.#position);
    this.#text = '';
    this.rewind();
    return rest;
  }

  /** Does the same as `takeRest`, without the indentation. */
  takeText(): string {
    this.consumeMarker(0);
    return this.takeRest();
  }

  #skipSpaces(): void {
    for (; this.#nonspace < this.#text.length; this.#nonspace += 1) {
      const character = this.#text.charAt(this.#nonspace);
      if (character === ' ') {
        this.#nonspaceColumn += 1;
      } else if (character === '\t') {
        this.#nonspaceColumn += tabWidth - (this.#nonspaceColumn % tabWidth);
      } else {
        break;
      }
    }
  }
}

/** A place in a line. */
interface Place {
  readonly position: number;
  readonly column: number;
  readonly inTab: boolean;
}

/** Lines that are read ahead, because the kind of block that begins in the first depends on the others. */
export class HeldLines {
  readonly #cursor: LineCursor;
  readonly #place: Place;
  readonly #lines: Line[] = [];
  #text = '';

  constructor(cursor: LineCursor) {
    this.#cursor = cursor;
    this.#place = cursor.place;
  }

  /** The text of the lines before the present one. */
  get text(): string {
    return this.#text;
  }

  /** Goes to the next line. */
  next(): void {
    this.#text += `${this.#cursor.remaining}\n`;
    this.#lines.push(this.#cursor.line);
    this.#cursor.startLine();
  }

  /** Goes back to the place in the first line; the others will be read again. */
  restore(): void {
    const [first, ...others] = [...this.#lines, this.#cursor.line];
    if (first !== undefined && others.length > 0) {
      this.#cursor.repeat(others);
      this.#cursor.returnTo(first, this.#place);
    }
  }

  /** Only the present line will be read again. */
  repeatLine(): void {
    this.#cursor.repeat([this.#cursor.line]);
  }
}
