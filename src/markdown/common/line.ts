// Line: a position in the line that is being read, which may still grow. Columns count tabs as CommonMark does: a tab
// reaches to the next multiple of 4, and a marker may consume a part of it.

const tabWidth = 4;

/** The columns of spaces before indented code. No other block begins in a line with so many. */
export const codeIndent = 4;

const anyText = /[^]/u;
/** What a line contains that is not blank. */
export const notSpace = /[^ \t]/u;

/** A place in a line. */
export interface Place {
  readonly position: number;
  readonly column: number;
  /** Whether a part of the tab at the position is consumed. */
  readonly inTab: boolean;
}

export const lineStart: Place = { position: 0, column: 0, inTab: false };

export class Line {
  text = '';
  /** Whether the end of the line is known. */
  complete = false;
  place = lineStart;
  /** The first character from the position on that is no space and no tab, as far as known. */
  #nonspace = 0;
  #nonspaceColumn = 0;
  /** What more text must contain before it is worth deciding again. */
  #awaited = anyText;

  /** The columns of spaces and tabs at the position. */
  get indent(): number {
    return this.#nonspaceColumn - this.place.column;
  }

  /** Whether nothing but spaces and tabs follows. */
  get blank(): boolean {
    return this.complete && this.character === '';
  }

  /** What follows at the position. */
  get remaining(): string {
    return this.text.slice(this.place.position);
  }

  /** What follows after the indentation. */
  get rest(): string {
    return this.text.slice(this.#nonspace);
  }

  /** The first character after the indentation, '' if there is none. */
  get character(): string {
    return this.text.charAt(this.#nonspace);
  }

  /** Begins another line. */
  start(text: string, complete: boolean): void {
    this.text = text;
    this.complete = complete;
    this.#awaited = anyText;
    this.moveTo(lineStart);
  }

  /** Adds text to the line. Returns whether a decision that was put off may be possible now. */
  extend(added: string, complete: boolean): boolean {
    const isIndent = this.#nonspace === this.text.length;
    this.text += added;
    this.complete = complete;
    if (isIndent) {
      this.#skipSpaces();
    }
    if (!complete && !this.#awaited.test(added)) {
      return false;
    }
    this.#awaited = anyText;
    return true;
  }

  moveTo(place: Place): void {
    this.place = place;
    this.#nonspace = place.position;
    this.#nonspaceColumn = place.column;
    this.#skipSpaces();
  }

  /** Whether the line may go on, and the text after the indentation has no `character` yet, which decides what it is. */
  awaits(character: RegExp, rest = this.rest): boolean {
    if (this.complete || character.test(rest)) {
      return false;
    }
    this.#awaited = character;
    return true;
  }

  /**
   * Whether the line may go on, and the text after the indentation is a beginning of what is `expected`. More text only
   * decides that with an `awaited` character. A RegExp matches the beginnings.
   */
  mayBecome(expected: RegExp | string, awaited = anyText): boolean {
    const { rest } = this;
    if (
      this.complete ||
      !(typeof expected === 'string' ? expected.startsWith(rest) : expected.test(rest))
    ) {
      return false;
    }
    this.#awaited = awaited;
    return true;
  }

  /** Consumes up to `columns` columns of spaces and tabs. */
  consumeColumns(columns: number): void {
    let { position, column, inTab } = this.place;
    let remaining = Math.min(columns, this.indent);
    while (remaining > 0) {
      const width = this.text.charAt(position) === '\t' ? tabWidth - (column % tabWidth) : 1;
      inTab = width > remaining;
      position += inTab ? 0 : 1;
      column += Math.min(width, remaining);
      remaining -= width;
    }
    this.place = { position, column, inTab };
  }

  /** Consumes the indentation and the `length` characters after it, which contain no tab. */
  consumeMarker(length: number): void {
    this.moveTo({
      position: this.#nonspace + length,
      column: this.#nonspaceColumn + length,
      inTab: false,
    });
  }

  /** Consumes and returns what is known of the line after the position, a tab's remaining columns as spaces. */
  takeRest(): string {
    const { position, column, inTab } = this.place;
    const rest = inTab
      ? ' '.repeat(tabWidth - (column % tabWidth)) + this.text.slice(position + 1)
      : this.text.slice(position);
    this.start('', this.complete);
    return rest;
  }

  #skipSpaces(): void {
    for (; this.#nonspace < this.text.length; this.#nonspace += 1) {
      const character = this.text.charAt(this.#nonspace);
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
