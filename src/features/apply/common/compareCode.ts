// Where code without quotes differs from the lines of a text that it takes, in pieces of which each can be left out.
import { hasHalfOfEnds, wordsIn } from './compareThings';
import { withChanges, type LineRange, type TextChange } from './fileText';
import { compareClosely, compareLines, shortestDifference, type ChangedLines } from './mergeLines';
import { namedThings } from './namedThings';
import { keyOfThing, type NamedThing } from './thingTree';

/** A change of code, with others that belong together, whatever else is known: it is not certain which of equal lines stay. */
export interface CodeChange extends ChangedLines {
  readonly unit: number;
}

/**
 * Finds where code without quotes differs from the lines that it takes, in small pieces. Things that both have begin and end
 * together, so that a thing which goes is a change of its own, even beside a changed line.
 * @param range of the text, for which the new lines stand
 */
export function compareCode(
  lines: readonly string[],
  range: LineRange,
  newLines: readonly string[],
  extension: string,
): readonly CodeChange[] {
  const whole = { start: range.start, end: range.end, lines: newLines };
  const things = namedThings(lines, extension);
  const newThings = things && namedThings(withChanges(lines, [whole]), extension);
  // Models drop blanks at the ends of lines; in Markdown these break the line.
  const visible = (line: string): string => (extension === 'md' ? line : line.trimEnd());
  const [old, added] = [lines.map(visible), newLines.map(visible)];
  const changes: CodeChange[] = [];
  let [at, newAt, unit] = [range.start, 0, 0];
  const add = (change: ChangedLines): void => {
    const last = changes.at(-1);
    const isGap = (one: ChangedLines): boolean =>
      one.start < one.end && one.newStart === one.newEnd;
    // Neighbors are one change, but for what goes without new lines: that is said alone.
    if (
      last?.end === change.start &&
      (isGap(last) === isGap(change) || isInsertion(last) || isInsertion(change))
    ) {
      changes[changes.length - 1] = { ...last, end: change.end, newEnd: change.newEnd };
    } else {
      changes.push({ ...change, unit });
    }
  };
  for (const [end, newEnd] of commonBounds(things ?? [], newThings ?? [], whole)) {
    const [part, newPart] = [old.slice(at, end), added.slice(newAt, newEnd)];
    for (const one of compareLines(part, newPart)) {
      const coarse = shifted(one, at, newAt);
      const [from, to] = [coarse.start, coarse.end];
      const pieces = compareClosely(
        old.slice(from, to),
        added.slice(coarse.newStart, coarse.newEnd),
      );
      for (const fine of pieces) {
        add(shifted(fine, coarse.start, coarse.newStart));
      }
      unit += 1;
    }
    [at, newAt] = [end, newEnd];
  }
  // A new import with other words does not stand for those that go.
  return changes.flatMap((change) => {
    const gone = importsIn(change, things ?? []);
    const { newStart, newEnd } = change;
    const written = { start: range.start + newStart, end: range.start + newEnd };
    const fresh = importsIn(written, newThings ?? []);
    const newTexts = newLines.slice(newStart, newEnd);
    const namesIn = (line: string): readonly string[] => wordsIn(line).slice(1);
    const words = new Set(newTexts.flatMap(namesIn));
    const isLike = (line: string): boolean =>
      namesIn(line).some((one) => words.has(one)) ||
      newTexts.some((other) => hasHalfOfEnds(line, other));
    return gone.length === 0 ||
      fresh.length === 0 ||
      lines.slice(change.start, change.end).some(isLike)
      ? [change]
      : [
          { ...change, newEnd: newStart },
          { ...change, start: change.end },
        ];
  });
}

/** The imports that lines consist of; none if there is anything else. */
function importsIn(
  { start, end }: LineRange,
  things: readonly NamedThing[],
): readonly NamedThing[] {
  const found = things.filter(
    (one) => one.kind === 'import' && start <= one.start && one.end <= end,
  );
  const lines = new Set(
    found.flatMap((one) => Array.from({ length: one.end - one.start }, (_, at) => one.start + at)),
  );
  return lines.size === end - start ? found : [];
}

function isInsertion({ start, end }: ChangedLines): boolean {
  return start === end;
}

function shifted(
  { start, end, newStart, newEnd }: ChangedLines,
  by: number,
  newBy: number,
): ChangedLines {
  return { start: start + by, end: end + by, newStart: newStart + newBy, newEnd: newEnd + newBy };
}

/**
 * The starts and ends of the things in a range that the new text has in the same order, and the end of the range. Of things
 * that have moved past each other, as few as possible have moved.
 */
function commonBounds(
  things: readonly NamedThing[],
  newThings: readonly NamedThing[],
  { start, end, lines }: TextChange,
): readonly (readonly [end: number, newEnd: number])[] {
  const bounds: [number, number][] = [];
  const open: [number, number][] = [[end, lines.length]];
  const closeTo = (line: number): void => {
    for (let last = open.at(-1); last !== undefined && last[0] <= line; last = open.at(-1)) {
      bounds.push(last);
      open.pop();
    }
  };
  const inOld = things.filter((one) => start <= one.start && one.end <= end);
  const inNew = newThings.filter((one) => start <= one.start && one.end <= start + lines.length);
  const [keys, newKeys] = [inOld, inNew].map((all) => new Set(all.map(keyOfThing)));
  const old = inOld.filter((one) => newKeys?.has(keyOfThing(one)));
  const fresh = inNew.filter((one) => keys?.has(keyOfThing(one)));
  const matches = shortestDifference(old.map(keyOfThing), fresh.map(keyOfThing));
  for (const [index, thing] of old.entries()) {
    closeTo(thing.start);
    const [, newAt = 0] = bounds.at(-1) ?? [];
    const [, newLimit = 0] = open.at(-1) ?? [];
    const found = fresh[matches?.[index] ?? -1];
    if (found !== undefined && newAt <= found.start - start && found.end - start <= newLimit) {
      bounds.push([thing.start, found.start - start]);
      open.push([thing.end, found.end - start]);
    }
  }
  closeTo(end);
  return bounds;
}
