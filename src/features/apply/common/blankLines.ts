// Places an edit whose quote has other blank lines than the text: models leave them out, double them, and begin or end a
// quote with one. All other lines are there, in one place, and what changes does not touch blank lines that differ.
import type { ReplaceEdit } from './blockFormats';
import { isBlank } from './fileText';
import { findExact, findShifted, shiftLines } from './findLines';
import { compareLines } from './mergeLines';
import type { PlacedLines, TextSource } from './sources';

/** Undefined if the lines are not there, or if it is not certain where the change is. */
export function placeBetweenBlankLines(
  { old, new: replacement }: ReplaceEdit,
  { base, start, end }: TextSource,
): readonly PlacedLines[] | 'ambiguous' | undefined {
  const quoted = indexesOfCode(old, 0, old.length);
  const there = indexesOfCode(base.lines, start, end);
  const [code, quote] = [
    there.map((at) => base.lines[at] ?? ''),
    quoted.map((at) => old[at] ?? ''),
  ];
  const exact = findExact(code, quote);
  const [found, second] = exact.length > 0 ? exact : findShifted(code, quote);
  if (found === undefined || second !== undefined) {
    return found && 'ambiguous';
  }
  const places = new Map(quoted.map((at, index) => [at, there[found.start + index] ?? 0]));
  const after = (at: number): number | undefined => {
    const place = places.get(at);
    return place === undefined ? undefined : place + 1;
  };
  const [head = 0, tail = 0] = [quoted[0], quoted.at(-1)];
  const near = { start: places.get(head) ?? start, end: after(tail) ?? end };
  const placed: PlacedLines[] = [];
  for (const change of compareLines(old, replacement)) {
    const from =
      places.get(change.start) ??
      after(change.start - 1) ??
      (change.start < head ? near.start : end);
    const to =
      after(change.end - 1) ?? places.get(change.end) ?? (change.end > tail ? near.end : start);
    const lines = shiftLines(replacement.slice(change.newStart, change.newEnd), found.shift);
    if (to < from || lines === undefined) {
      return undefined;
    }
    const isBlankThere = (at: number, place: number): boolean =>
      old[at] === undefined || isBlank(old[at]) === isBlank(base.lines[place] ?? '');
    if (
      from === to &&
      !(isBlankThere(change.start - 1, from - 1) && isBlankThere(change.end, to))
    ) {
      return undefined;
    }
    placed.push({ base, near, start: from, end: to, lines });
  }
  return placed;
}

function indexesOfCode(lines: readonly string[], start: number, end: number): readonly number[] {
  return lines.slice(start, end).flatMap((line, index) => (isBlank(line) ? [] : [start + index]));
}
