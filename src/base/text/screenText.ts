// What a terminal shows in the end of what was written to it: progress bars overwrite themselves, and colors are no text.

/** Where none occurs, the text is what is shown. */
const anyControl = /(?![\t\n\v\f\r\u0085])\p{Cc}|\r(?!\n)/u;

const [escape, bell, endOfString] = ['\u001B', '\u0007', '\u009C'];
/** ECMA-48: a control sequence, a string such as the address of a link, another escape, or a control character. */
const control = new RegExp(
  [
    String.raw`(?:${escape}\[|\u009B)(?<parameters>[0-?]*)[ -/]*(?<command>[@-~])`,
    String.raw`${escape}[P\]X^_][^${bell}${escape}${endOfString}\n]*(?:${bell}|${escape}\\|${endOfString})?`,
    String.raw`${escape}[ -/]*[0-~]?`,
    String.raw`(?![\t\v\f\u0085])\p{Cc}`,
  ].join('|'),
  'gu',
);

/** Blanks beyond the end of a line, and lines beyond the last one, that a cursor can skip: about a window's size. */
const maxSkipped = { columns: 80, rows: 200 } as const;

/** Takes time linear in the text. Wide characters count as one column. */
export function screenText(written: string): string {
  if (!anyControl.test(written)) {
    return written;
  }
  const screen = new Screen();
  let end = 0;
  for (const { 0: found, index, groups } of written.matchAll(control)) {
    screen.print(written.slice(end, index));
    screen.control(groups?.['command'] ?? found, groups?.['parameters'] ?? '');
    end = index + found.length;
  }
  screen.print(written.slice(end));
  return screen.text;
}

class Screen {
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;

  get text(): string {
    return this.#rows.map((cells) => cells.join('')).join('\n');
  }

  print(text: string): void {
    if (text === '') {
      return;
    }
    const cells = this.#cells;
    this.#column = Math.min(this.#column, cells.length + maxSkipped.columns);
    while (cells.length < this.#column) {
      cells.push(' ');
    }
    for (const character of text) {
      cells[this.#column] = character;
      this.#column += 1;
    }
  }

  /** @param command the last character of a control sequence, or a control character */
  control(command: string, parameters: string): void {
    const [first = 0, second = 0] = parameters
      .split(';')
      .map((value) => Number.parseInt(value, 10));
    const count = first > 0 ? first : 1;
    switch (command) {
      case '\n':
      case 'E':
        this.#moveTo(this.#row + count, 0, this.#rows.length);
        break;
      case '\r':
        this.#column = 0;
        break;
      case '\b':
      case 'D':
        this.#moveTo(this.#row, this.#column - count);
        break;
      case 'A':
        this.#moveTo(this.#row - count, this.#column);
        break;
      case 'B':
        this.#moveTo(this.#row + count, this.#column);
        break;
      case 'C':
        this.#moveTo(this.#row, this.#column + count);
        break;
      case 'F':
        this.#moveTo(this.#row - count, 0);
        break;
      case 'G':
        this.#moveTo(this.#row, count - 1);
        break;
      case 'H':
      case 'f':
        this.#moveTo(count - 1, (second > 0 ? second : 1) - 1, maxSkipped.rows);
        break;
      case 'J':
        this.#eraseBelow(first);
        break;
      case 'K':
        this.#eraseLine(first);
        break;
      default:
      // Colors, modes, links and sounds show no text.
    }
  }

  get #cells(): string[] {
    return (this.#rows[this.#row] ??= []);
  }

  /** @param lastRow the last row that there can be; a move does not scroll */
  #moveTo(row: number, column: number, lastRow = this.#rows.length - 1): void {
    this.#row = Math.max(0, Math.min(row, Math.max(lastRow, this.#rows.length - 1)));
    while (this.#rows.length <= this.#row) {
      this.#rows.push([]);
    }
    this.#column = Math.max(0, column);
  }

  /** Erases from the cursor to the end of the screen; above 1, all of it. */
  #eraseBelow(parameter: number): void {
    if (parameter > 1) {
      this.#rows = [[]];
      this.#row = 0;
      this.#column = 0;
    } else if (parameter !== 1) {
      this.#eraseLine(0);
      this.#rows.length = this.#row + 1;
    }
  }

  /** Erases from the cursor to the end of the line; with 2, all of it. */
  #eraseLine(parameter: number): void {
    if (parameter !== 1) {
      const cells = this.#cells;
      cells.length = Math.min(cells.length, parameter === 2 ? 0 : this.#column);
    }
  }
}
