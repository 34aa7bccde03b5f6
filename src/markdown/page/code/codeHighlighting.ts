// CodeHighlighting: highlights a growing code block with limited work. Each group of lines is read at most a few times, or
// twice a second while it grows, and no more than 20 kB at once. If no string or comment is open at the end of a group, the
// next group is read on its own.
import type { HighlightCode } from '../scripts/highlighter';
import { hasLongLine, replaceText, type CodeLines, type LineGroup } from './codeLines';
import { highlightedFragments } from './highlightedLines';
import { highlightWhenIdle } from './highlightQueue';

/** Code that is not self-contained within this length stays plain from there on. */
const maxLengthAtOnce = 20_000;

/** An open group is highlighted at once from this length on. */
const minLength = 200;

/** Other code waits this long. Without a limit, up to 32 lines stay plain while an answer pauses. */
const maxWaitMs = 500;

/** Groups of lines with too many scopes: after these, the code stays plain. */
const maxCrowdedGroups = 8;

/** Code that has been read before is read again at once when it is longer by this factor. */
const growth = 2;

export class CodeHighlighting {
  /** Index of the first group that is not highlighted for good. */
  #first = 0;
  /** The length of all groups before it. */
  #doneLength = 0;
  /** The length of the groups from the first one on when they were last read. */
  #readLength = 0;
  #crowdedGroups = 0;
  #isWaiting = false;
  #isFinished = false;
  /** The language is unknown, or the rest cannot be highlighted within the limits. */
  #isPlain = false;

  constructor(
    private readonly block: Element,
    private readonly lines: CodeLines,
    private readonly language: string,
  ) {}

  didGrow(): void {
    const length = this.lines.length - this.#doneLength;
    if (length >= Math.max(minLength, this.#readLength * growth)) {
      this.#schedule();
    } else if (!this.#isWaiting) {
      this.#isWaiting = true;
      setTimeout(() => {
        this.#isWaiting = false;
        this.#schedule();
      }, maxWaitMs);
    }
  }

  finish(): void {
    this.#isFinished = true;
    this.#schedule();
  }

  #schedule(): void {
    const length = this.lines.length - this.#doneLength;
    if (!this.#isPlain && length > 0) {
      // One job is enough for all growth until it runs.
      this.#readLength = length;
      highlightWhenIdle(this.block, (highlight) => this.#steps(highlight));
    }
  }

  *#steps(highlight: HighlightCode): Generator<void, void> {
    const { groups } = this.lines;
    let count = 1;
    while (!this.#isPlain && this.#first + count <= groups.length) {
      const open = groups.slice(this.#first, this.#first + count);
      const isLast = this.#first + count === groups.length;
      const isSelfContained = this.#highlight(highlight, open);
      yield;
      if (isSelfContained && (!isLast || this.#isFinished || hasLongLine(open.at(-1)))) {
        this.#first += count;
        this.#doneLength += lengthOf(open);
        this.#readLength = 0;
        count = 1;
      } else if (isLast) {
        this.#readLength = lengthOf(open);
        return;
      } else {
        count = this.#countUntil(lengthOf(open) * growth);
      }
    }
  }

  /** The number of groups from the first one on that have this length together, or of all. */
  #countUntil(minimum: number): number {
    let length = 0;
    let count = 0;
    for (const group of this.lines.groups.slice(this.#first)) {
      length += group.length;
      count += 1;
      if (length >= minimum) {
        break;
      }
    }
    return count;
  }

  /** Shows the groups highlighted. Returns whether the code after them can be read on its own. */
  #highlight(highlight: HighlightCode, groups: readonly LineGroup[]): boolean {
    const codes = groups.map(({ text, highlightable }) => text.slice(0, highlightable));
    const code = codes.join('');
    if (code.length > maxLengthAtOnce) {
      this.#isPlain = true;
      return false;
    }
    const highlighted = highlight(this.language, code);
    if (highlighted === undefined) {
      this.#isPlain = true;
      return false;
    }
    this.block.setAttribute('data-language', highlighted.language);
    const fragments = highlightedFragments(
      highlighted,
      codes.map(({ length }) => length),
    );
    if (fragments === undefined) {
      this.#crowdedGroups += groups.length;
      this.#isPlain = this.#crowdedGroups > maxCrowdedGroups;
    }
    for (const [index, group] of groups.entries()) {
      const fragment = fragments?.[index];
      if (fragment !== undefined) {
        replaceText(group, fragment, codes[index]?.length ?? 0);
      }
    }
    // A group with a long line is not read to its end: the next one is read on its own in any case.
    return highlighted.isSelfContained || hasLongLine(groups.at(-1));
  }
}

function lengthOf(groups: readonly LineGroup[]): number {
  return groups.reduce((sum, { length }) => sum + length, 0);
}
