// Places an edit whose quote has other blank lines than the text: models leave them out, double them, and begin or end a
// quote with one. All other lines are there, in one place. Blank lines that differ are not beside a change.
import { sameEnds } from '../../../base/text/sameEnds';
import type { ReplaceEdit } from './fileProposal';
import { isBlank, withoutOuterBlankLines } from './fileText';
import { findQuoted, oncePerText, shiftLines } from './findLines';
import { compareLines, type ChangedLines } from './mergeLines';
import type { PlacedLines, TextSource } from './sources';

/** Returns undefined if the lines are not there, or if it is not certain where the change is. */
export function placeBetweenBlankLines(
  edit: ReplaceEdit,
  { base, start, end }: TextSource,
): readonly PlacedLines[] | 'ambiguous' | undefined {
  const { old, new: replacement } = withoutOuterBlanks(edit);
  const quoted = indexesOfCode(old);
  const { indexes, code } = codeOf(base.lines);
  const quote = quoted.map((at) => old[at] ?? '');
  const isWhole = start === 0 && end === base.lines.length;
  const from = isWhole ? 0 : indexes.findIndex((at) => at >= start);
  const to = isWhole ? indexes.length : indexes.findLastIndex((at) => at < end) + 1;
  const [found, second] = findQuoted(code, quote, from, to);
  if (found === undefined || second !== undefined) {
    return found && 'ambiguous';
  }
  const place = (index: number): number => indexes[found.start + index] ?? 0;
  const near = { start: place(0), end: place(quoted.length - 1) + 1 };
  const placed: PlacedLines[] = [];
  for (const compared of compareLines(old, replacement)) {
    const change = withoutSameLines(compared, old, replacement);
    const added = replacement.slice(change.newStart, change.newEnd);
    const lines = shiftLines(added, found.shift);
    // What the quote lacks within a change, its new lines may lack, too.
    const isTorn = quoted.some(
      (line, index) =>
        line >= change.start &&
        (quoted[index + 1] ?? change.end) < change.end &&
        place(index + 1) - place(index) > (quoted[index + 1] ?? 0) - line,
    );
    const [changeStart, changeEnd] = [edge(change.start), edge(change.end)];
    if (
      changeStart === undefined ||
      changeEnd === undefined ||
      lines === undefined ||
      (isTorn && added.length > 0)
    ) {
      return undefined;
    }
    placed.push({ base, near, start: changeStart, end: changeEnd, lines });
  }
  return placed;

  /** Returns where a change starts or ends in the text; undefined if the blank lines beside it differ. */
  function edge(at: number): number | undefined {
    const index = quoted.findIndex((line) => line >= at);
    const [before, after] = [quoted[index - 1], quoted[index]];
    if (before === undefined || after === undefined) {
      return index === 0 ? near.start : near.end;
    }
    const last = place(index - 1);
    return place(index) - last === after - before ? last + at - before : undefined;
  }
}

/** The lines of a text that are not blank, and their places. */
const codeOf = oncePerText((lines) => {
  const indexes = indexesOfCode(lines);
  return { indexes, code: indexes.map((at) => lines[at] ?? '') };
});

/** Blank lines around a quote are not part of the change. */
function withoutOuterBlanks({ old, new: replacement }: ReplaceEdit): ReplaceEdit {
  const countBlanks = (lines: readonly string[]): number =>
    lines.findIndex((line) => !isBlank(line));
  const head = Math.min(countBlanks(old), countBlanks(replacement));
  const tail = Math.min(countBlanks(old.toReversed()), countBlanks(replacement.toReversed()));
  return {
    old: withoutOuterBlankLines(old),
    new: replacement.slice(Math.max(0, head), replacement.length - Math.max(0, tail)),
  };
}

/** Where lines repeat, it is not certain which of them stay, and a change has more than it needs. */
function withoutSameLines(
  change: ChangedLines,
  old: readonly string[],
  replacement: readonly string[],
): ChangedLines {
  const { start, end, newStart, newEnd } = change;
  const { head, tail } = sameEnds(old.slice(start, end), replacement.slice(newStart, newEnd));
  return {
    start: start + head,
    end: end - tail,
    newStart: newStart + head,
    newEnd: newEnd - tail,
  };
}

function indexesOfCode(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
}
