// CodeLines: the lines of a code block in groups, which the browser lays out independently. It would lay out one long
// block of text from its start each time it grows. Where groups end depends on the code only, never on how it arrived.
import { appendText } from '../appendText';
import { Sections } from '../sections';

const maxLinesPerGroup = 64;

/** In UTF-16 units: a group of this length gets no more lines. */
const maxGroupLength = 4_096;

/** In UTF-16 units. Longer lines stay plain: some grammars take quadratic time on them. */
const maxHighlightedLine = 1_000;

export interface LineGroup {
  readonly element: HTMLElement;
  /** Includes the line break at its end, if the group is complete. */
  text: string;
  lines: number;
  /** The length of the part that can be highlighted: all before a long line. In UTF-16 units. */
  highlightable: number | undefined;
}

export class CodeLines {
  readonly groups: LineGroup[] = [];
  /** In UTF-16 units. */
  length = 0;
  /** The number of lines. */
  count = 1;
  readonly #sections: Sections;
  #lineLength = 0;

  constructor(parent: Element) {
    this.#sections = new Sections(parent, 'code-lines-section');
  }

  append(added: string): void {
    this.length += added.length;
    let from = 0;
    while (from < added.length) {
      const group = this.#openGroup();
      const to = this.#endOfPart(group, added, from);
      const part = added.slice(from, to);
      group.text += part;
      appendText(group.element, part);
      from = to;
    }
  }

  #openGroup(): LineGroup {
    const last = this.groups.at(-1);
    if (last !== undefined && !(this.#lineLength === 0 && isFull(last))) {
      return last;
    }
    const element = document.createElement('span');
    element.className = 'code-lines';
    this.#sections.add(element);
    const group: LineGroup = { element, text: '', lines: 0, highlightable: undefined };
    this.groups.push(group);
    return group;
  }

  /** Counts the lines of `added` that belong to the group, and returns where they end. */
  #endOfPart(group: LineGroup, added: string, from: number): number {
    let at = from;
    while (at < added.length) {
      const lineBreak = added.indexOf('\n', at);
      const end = lineBreak === -1 ? added.length : lineBreak;
      const lineStart = group.text.length + at - from - this.#lineLength;
      this.#lineLength += end - at;
      if (this.#lineLength > maxHighlightedLine) {
        group.highlightable ??= lineStart;
      }
      if (lineBreak === -1) {
        return added.length;
      }
      at = lineBreak + 1;
      group.lines += 1;
      this.count += 1;
      this.#lineLength = 0;
      if (isFull(group, group.text.length + at - from)) {
        return at;
      }
    }
    return at;
  }
}

/** Whether the next line belongs to another group. */
function isFull({ lines, text, highlightable }: LineGroup, length = text.length): boolean {
  return lines >= maxLinesPerGroup || length >= maxGroupLength || highlightable !== undefined;
}
