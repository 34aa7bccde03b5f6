// The lines of a file, as it is and as a model sees them, and changes of these lines.
import { visibleText } from '../../../base/text/visibleText';

export interface FileText {
  /** '' or the byte order mark, which is part of no line. */
  readonly bom: string;
  /** The lines have no invisible characters, as the model sees them. */
  readonly lines: readonly string[];
  readonly rawLines: readonly string[];
  /** The line end after each line; '' after the last one if the file does not end with one. */
  readonly ends: readonly string[];
  /** The most frequent line end. */
  readonly end: string;
}

const byteOrderMark = '\uFEFF';

/** A line end at the end of the text starts no line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/u);
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

export function readFileText(text: string): FileText {
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const content = text.slice(bom.length);
  const ends = content.match(/\r\n|\r|\n/gu) ?? [];
  const rawLines = splitLines(content);
  const count = counterOf(ends);
  const [end = '\n'] = [...new Set(ends)].toSorted((a, b) => count(b) - count(a));
  return {
    bom,
    lines: splitLines(visibleText(content).text),
    rawLines,
    ends: rawLines.map((_, index) => ends[index] ?? ''),
    end,
  };
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

export function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Lines without a word, such as brackets, stand in any file. */
export function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** Returns the lines without the blank ones at the start and the end. */
export function withoutOuterBlankLines(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => !isBlank(line));
  return start === -1 ? [] : lines.slice(start, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Lines of a text count from 0. */
export interface LineRange {
  readonly start: number;
  /** The end is exclusive. */
  readonly end: number;
}

/** Lines of a text, and what replaces them. */
export interface TextChange extends LineRange {
  readonly lines: readonly string[];
}

/** Sorts changes by their places in the text. */
export function inOrder<T extends LineRange>(changes: readonly T[]): readonly T[] {
  return changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Joins the changes of neighboring lines.
 * @param changes must be sorted and not overlap
 */
export function joinAdjacent(changes: readonly TextChange[]): readonly TextChange[] {
  const joined: TextChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.end === change.start) {
      const lines = [...last.lines, ...change.lines];
      joined[joined.length - 1] = { start: last.start, end: change.end, lines };
    } else {
      joined.push(change);
    }
  }
  return joined;
}

/** How often each of them is there. */
export function counterOf(all: Iterable<string>): (one: string) => number {
  const counts = new Map<string, number>();
  for (const one of all) {
    counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return (one) => counts.get(one) ?? 0;
}

/** @param changes must be sorted and not overlap */
export function withChanges<Line = string>(
  lines: readonly Line[],
  changes: readonly (LineRange & { readonly lines: readonly Line[] })[],
): readonly Line[] {
  let at = 0;
  const parts = changes.map((change) => {
    const kept = lines.slice(at, change.start);
    at = change.end;
    return [...kept, ...change.lines];
  });
  return [...parts.flat(), ...lines.slice(at)];
}

/**
 * Finds where changes are in the text that has all of them.
 * @param changes must be sorted and not overlap
 */
export function writtenRanges<T extends TextChange>(
  changes: readonly T[],
): readonly (LineRange & { readonly change: T })[] {
  let added = 0;
  return changes.map((change) => {
    const start = change.start + added;
    added += change.lines.length - (change.end - change.start);
    return { change, start, end: start + change.lines.length };
  });
}

/** The text with the edits. It keeps its byte order mark and line ends; new lines have the most frequent one. */
export function applyEdits(text: string, edits: readonly TextChange[]): string {
  const { bom, rawLines, ends, end } = readFileText(text);
  const lines = withChanges(
    rawLines.map((line, at) => ({ line, end: ends[at] ?? '' })),
    edits.map((edit) => ({ ...edit, lines: edit.lines.map((line) => ({ line, end })) })),
  );
  const endsWithLineEnd = ends.at(-1) !== '';
  return lines.reduce((result, line, index) => {
    const isLast = index === lines.length - 1;
    const lineEnd = isLast && !endsWithLineEnd ? '' : line.end === '' ? end : line.end;
    return result + line.line + lineEnd;
  }, bom);
}
