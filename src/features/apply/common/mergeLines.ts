// The three-way merge: changes of the text that the model saw are moved into the file as it is now. A change that
// overlaps or touches what has changed in the file is a conflict. `diff3Merge` of node-diff3 does the same, but takes 10 s
// at 5,000 lines; this needs the differences only.
import { diffArrays } from 'diff';
import { indentOf } from '../../../base/text/indentation';
import { counterOf, hasWord, isBlank, type LineRange, type TextChange } from './fileText';
import { hasPlaceholder, unmaskLines, type MaskedLine, type UnmaskedLine } from './masks';

/** The index in the second text of each line of the first; undefined where none is certain. */
type Matches = readonly (number | undefined)[];

/**
 * A changed line counts as two. The time grows with the square: 0.1 s until the search ends here, 2 s at ten times as many.
 * A file that has changed so much is another one.
 */
const maxEditLength = 1_000;

/** Returns undefined if the texts differ too much. */
export function shortestDifference(
  a: readonly string[],
  b: readonly string[],
): Matches | undefined {
  const parts = diffArrays([...a], [...b], { maxEditLength });
  let atB = 0;
  return parts?.flatMap(({ added, removed, count }) => {
    const start = atB;
    atB += removed ? 0 : count;
    return Array.from({ length: added ? 0 : count }, (_, index) =>
      removed ? undefined : start + index,
    );
  });
}

function inverted(matches: Matches | undefined, length: number): Matches | undefined {
  const result: (number | undefined)[] = Array.from({ length }, () => undefined);
  for (const [index, at] of matches?.entries() ?? []) {
    if (at !== undefined) {
      result[at] = index;
    }
  }
  return matches && result;
}

function reversed(matches: Matches | undefined, length: number): Matches | undefined {
  return matches?.toReversed().map((at) => (at === undefined ? undefined : length - 1 - at));
}

/**
 * Which lines are the same in both texts. Shortest differences have ties: where one of two equal lines is gone, it may be
 * either, and a change of it would land in the other. The difference is made with its ties broken in four ways, and only
 * what all of them say counts. Returns undefined if the texts differ too much.
 */
function certainMatches(a: readonly string[], b: readonly string[]): Matches | undefined {
  const forward = shortestDifference(a, b);
  if (a.length === b.length && forward?.every((at, index) => at === index) === true) {
    return forward;
  }
  const [backA, backB] = [a.toReversed(), b.toReversed()];
  const others = forward && [
    inverted(shortestDifference(b, a), a.length),
    reversed(shortestDifference(backA, backB), b.length),
    reversed(inverted(shortestDifference(backB, backA), a.length), b.length),
  ];
  return forward?.map((at, index) =>
    others?.every((other) => other?.[index] === at) === true ? at : undefined,
  );
}

/** Lines of one text that stand for lines of the other; ends are exclusive. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

function changesOf(matches: Matches, length: number): readonly ChangedLines[] {
  const changes: ChangedLines[] = [];
  let [start, newStart] = [0, 0];
  for (const [index, at] of [...matches.entries(), [matches.length, length] as const]) {
    if (at !== undefined) {
      if (index > start || at > newStart) {
        changes.push({ start, end: index, newStart, newEnd: at });
      }
      [start, newStart] = [index + 1, at + 1];
    }
  }
  return changes;
}

/** Finds where two texts differ by one of the shortest differences: in smaller pieces than `compareLines()`, of which others might do. */
export function compareClosely(
  a: readonly string[],
  b: readonly string[],
): readonly ChangedLines[] {
  const matches = shortestDifference(a, b) ?? a.map(() => undefined);
  return changesOf(matches, b.length);
}

/** Finds where two texts differ: everywhere if they differ too much. */
export function compareLines(a: readonly string[], b: readonly string[]): readonly ChangedLines[] {
  const matches = certainMatches(a, b) ?? a.map(() => undefined);
  return changesOf(matches, b.length);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly originals?: readonly string[];
}

/** What lines of a change are in the file: all of its lines there, or those that only one masked line can be. */
function findMasked(
  lines: readonly string[],
  file: readonly string[],
): readonly (UnmaskedLine | undefined)[] {
  const all = unmaskLines(lines, file);
  if (all !== undefined) {
    return all;
  }
  const places = lines.map((line) => {
    const found = file.flatMap((text, start) => {
      const [one] = (hasPlaceholder(line) && unmaskLines([line], [text])) || [];
      return one === undefined ? [] : [{ start, end: start + 1, originals: one.originals }];
    });
    return found.length === 1 ? found[0] : undefined;
  });
  const starts = places.flatMap((place) => place?.start ?? []);
  const isOrdered = starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0));
  return isOrdered ? places : [];
}

/** The length of the smallest indentation. */
function indentOfLines(lines: readonly string[]): number {
  const indents = lines.flatMap((line) => (isBlank(line) ? [] : indentOf(line).length));
  return indents.reduce((a, b) => Math.min(a, b), Infinity);
}

/** The lines that begin the blocks around a place: each is indented less than what follows it. The innermost is first. */
function headsOf(lines: readonly string[], before: number, indent: number): readonly number[] {
  const heads: number[] = [];
  let outer = indent;
  for (let at = before - 1; at >= 0 && outer > 0; at -= 1) {
    const line = lines[at] ?? '';
    const own = indentOf(line).length;
    if (hasWord(line) && own < outer) {
      heads.push(at);
      outer = own;
    }
  }
  return heads;
}

/** A text that the model saw, and where its lines are in the file as it is now. */
export class MergeBase {
  #count: ((line: string) => number) | undefined;
  #countNow: ((line: string) => number) | undefined;

  private constructor(
    readonly lines: readonly string[],
    private readonly now: readonly string[],
    /** The lines of the file that each line is: one, or those of a masked secret. */
    private readonly places: readonly (Place | undefined)[],
  ) {}

  /** Returns undefined if the file has become another one. */
  static align(lines: readonly string[], now: readonly string[]): MergeBase | undefined {
    const matches = certainMatches(lines, now);
    if (matches === undefined) {
      return undefined;
    }
    const places = matches.map((at): Place | undefined =>
      at === undefined ? undefined : { start: at, end: at + 1 },
    );
    for (const { start, end, newStart, newEnd } of changesOf(matches, now.length)) {
      const masked = lines.slice(start, end);
      if (masked.some(hasPlaceholder)) {
        const found = findMasked(masked, now.slice(newStart, newEnd));
        for (const [index, line] of found.entries()) {
          places[start + index] = line && {
            start: newStart + line.start,
            end: newStart + line.end,
            originals: line.originals,
          };
        }
      }
    }
    return new MergeBase(lines, now, places);
  }

  /** The file as it is now, as its own base. */
  static of(now: readonly string[]): MergeBase {
    return new MergeBase(
      now,
      now,
      now.map((_, index) => ({ start: index, end: index + 1 })),
    );
  }

  maskedLines(start = 0, end = this.lines.length): readonly MaskedLine[] {
    return this.lines.slice(start, end).flatMap((line, index) => {
      const place = this.places[start + index];
      return hasPlaceholder(line) ? [{ line, originals: place && (place.originals ?? []) }] : [];
    });
  }

  /** Whether the user has changed what a change touches, or moved it. */
  isInConflict(change: TextChange & { readonly near: LineRange }): boolean {
    for (let boundary = change.start; boundary <= change.end; boundary += 1) {
      if (!this.#isCertain(boundary)) {
        return true;
      }
    }
    return !this.#isInSamePlace(change);
  }

  /**
   * Whether unchanged lines are where they were: below the lines that begin the blocks around them, and with what was quoted
   * beside them. Of two equal functions that the user has swapped, the difference of the texts says that their names have
   * changed; of a file that is indented since, that brackets of other blocks are where they were.
   */
  #isInSamePlace({ start, end, near, lines }: TextChange & { readonly near: LineRange }): boolean {
    const indent = indentOfLines([...this.lines.slice(start, end), ...lines]);
    const heads = headsOf(this.lines, start, indent);
    const isThere = (at: number): boolean => this.places[at] !== undefined;
    const isAnchored = this.lines
      .slice(near.start, near.end)
      .some((line, index) => hasWord(line) && isThere(near.start + index));
    return (
      !heads.some((at) => this.#isElsewhere(at)) &&
      !this.#hasMoved(near) &&
      (isAnchored || heads.every(isThere))
    );
  }

  /** Whether a line is not where it was, but the file has it. */
  #isElsewhere(at: number): boolean {
    this.#countNow ??= counterOf(this.now);
    return this.places[at] === undefined && this.#countNow(this.lines[at] ?? '') > 0;
  }

  /** Whether a line that both texts have equally often has moved away from the others. */
  #hasMoved({ start, end }: LineRange): boolean {
    this.#count ??= counterOf(this.lines);
    for (let at = start; at < end; at += 1) {
      const line = this.lines[at] ?? '';
      if (hasWord(line) && this.#isElsewhere(at) && this.#count(line) === this.#countNow?.(line)) {
        return true;
      }
    }
    return false;
  }

  /** These lines, in which masked secrets are themselves again where they are known. */
  originalLines(start: number, end: number): readonly string[] {
    return this.lines.slice(start, end).flatMap((line, index) => {
      const place = this.places[start + index];
      return place === undefined ? line : this.now.slice(place.start, place.end);
    });
  }

  /** The smallest range around these lines that is certain in the file, or everything. */
  around(start: number, end: number): { readonly start: number; readonly end: number } {
    let [from, to] = [start, end];
    while (from > 0 && !this.#isCertain(from)) {
      from -= 1;
    }
    while (to < this.lines.length && !this.#isCertain(to)) {
      to += 1;
    }
    return { start: from, end: to };
  }

  /** Whether it is not known where lines that `around()` found are: the file begins and ends otherwise. */
  isUncertain(start: number, end: number): boolean {
    return !this.#isCertain(start) && !this.#isCertain(end);
  }

  /** The boundaries must be unchanged, or those that `around()` found. */
  inFile(start: number, end: number): Place {
    return { start: this.#inFile(start), end: this.#inFile(end) };
  }

  /** The line of the file that the nearest line before is. */
  lineNear(line: number): number | undefined {
    return this.places.slice(0, line + 1).findLast((place) => place !== undefined)?.start;
  }

  /** Whether line `boundary - 1` and line `boundary` are both in the file, with nothing between them. */
  #isCertain(boundary: number): boolean {
    const before = boundary === 0 ? 0 : this.places[boundary - 1]?.end;
    return (
      before !== undefined &&
      before === (boundary === this.lines.length ? this.now.length : this.places[boundary]?.start)
    );
  }

  #inFile(boundary: number): number {
    return boundary === this.lines.length
      ? this.now.length
      : boundary === 0
        ? 0
        : (this.places[boundary]?.start ?? 0);
  }
}
