// CodeLines: the lines of code or of raw HTML in groups, which the browser lays out independently. It would lay out one
// long block of text from its start each time it grows. For the same reason, long lines continue in pieces. Where groups
// and pieces end depends on the text only, never on how it arrived.
import { appendText } from '../appendText';
import { Sections } from '../sections';

const maxLinesPerGroup = 64;

/** A group of this length gets no more lines, and a line of this length continues in another piece. */
const maxLength = 4_096;

/** Longer lines stay plain: some grammars take quadratic time on them. */
const maxHighlightedLine = 1_000;

const pieceClass = 'code-piece';

export interface LineGroup {
  readonly element: HTMLElement;
  /** Includes the line break at its end, if the group is complete; not the pieces. */
  text: string;
  /** The length with that of the pieces. */
  length: number;
  lines: number;
  /** The length of the part that can be highlighted: all before a long line. */
  highlightable: number | undefined;
  /** The last of the elements in which a long line continues. */
  piece: HTMLElement | undefined;
}

export class CodeLines {
  readonly groups: LineGroup[] = [];
  length = 0;
  /** The number of lines. */
  count = 1;
  readonly #sections: Sections;
  #lineLength = 0;
  /** The length of the last line from the start of its last piece on. */
  #pieceLength = 0;

  constructor(parent: Element) {
    this.#sections = new Sections(parent, 'code-lines-section');
  }

  append(added: string): void {
    this.length += added.length;
    let from = 0;
    while (from < added.length) {
      const group = this.#openGroup(added.charAt(from));
      const to = this.#endOfPart(group, added, from);
      const part = added.slice(from, to);
      group.length += part.length;
      if (group.piece === undefined) {
        group.text += part;
      }
      appendText(group.piece ?? group.element, part);
      from = to;
    }
  }

  /** The group, and the piece of its line, to which the next character belongs. */
  #openGroup(next: string): LineGroup {
    const last = this.groups.at(-1);
    if (last !== undefined && !(this.#lineLength === 0 && isFull(last))) {
      if (this.#beginsPiece(next)) {
        this.#pieceLength = 0;
        last.piece = span(pieceClass);
        last.element.append(last.piece);
      }
      return last;
    }
    const element = span('code-lines');
    this.#sections.add(element);
    const group: LineGroup = {
      element,
      text: '',
      length: 0,
      lines: 0,
      highlightable: undefined,
      piece: undefined,
    };
    this.groups.push(group);
    return group;
  }

  /** Counts the lines of `added` that belong to the group, and returns where they, or a piece of the last, end. */
  #endOfPart(group: LineGroup, added: string, from: number): number {
    let at = from;
    while (at < added.length) {
      const lineBreak = added.indexOf('\n', at);
      const end = this.#endOfPiece(added, at, lineBreak === -1 ? added.length : lineBreak);
      const lineStart = group.length + at - from - this.#lineLength;
      this.#lineLength += end - at;
      this.#pieceLength += end - at;
      if (this.#lineLength > maxHighlightedLine) {
        group.highlightable ??= lineStart;
      }
      if (end !== lineBreak) {
        return end;
      }
      at = lineBreak + 1;
      group.lines += 1;
      this.count += 1;
      this.#lineLength = 0;
      this.#pieceLength = 0;
      if (isFull(group, group.length + at - from)) {
        return at;
      }
    }
    return at;
  }

  #beginsPiece(next: string): boolean {
    const length = this.#pieceLength;
    return next !== '\n' && (length > maxLength || (length === maxLength && !isLowSurrogate(next)));
  }

  /** The end of the line in `added`, or of its piece if that comes before. */
  #endOfPiece(added: string, from: number, lineEnd: number): number {
    const end = from + Math.max(0, maxLength - this.#pieceLength);
    return lineEnd <= end ? lineEnd : isLowSurrogate(added.charAt(end)) ? end + 1 : end;
  }
}

/** No piece begins with the second half of a character. */
function isLowSurrogate(unit: string): boolean {
  return /[\uDC00-\uDFFF]/.test(unit);
}

/** Whether nothing that follows in the group can be highlighted. */
export function hasLongLine(group: LineGroup | undefined): boolean {
  return group?.highlightable !== undefined;
}

/** Shows the first `length` UTF-16 units of a group highlighted. */
export function replaceText({ element, text }: LineGroup, shown: Node, length: number): void {
  while (element.firstChild !== null && !isPiece(element.firstChild)) {
    element.firstChild.remove();
  }
  const rest = text.slice(length);
  element.prepend(shown, ...(rest === '' ? [] : [rest]));
}

function isPiece(node: Node): boolean {
  return node instanceof Element && node.className === pieceClass;
}

/** Whether the next line belongs to another group. */
function isFull({ lines, length: known, highlightable }: LineGroup, length = known): boolean {
  return lines >= maxLinesPerGroup || length >= maxLength || highlightable !== undefined;
}

function span(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}
