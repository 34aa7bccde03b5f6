// What Portico makes of a case, and whether that is right.
import { parseProposals } from '../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../src/features/apply/common/fileText';
import { place } from '../../../src/features/apply/common/matcher';
import type { PlacedEdit, Placement } from '../../../src/features/apply/common/placement';
import { resultOf, type Case } from './cases';
import { splice } from './corpus';
import { chineseMarks, englishMarks } from './formats';
import { placeholder } from './mutations';

/**
 * What Accept all writes: everything (`merged` where the file has changed since), all but what it leaves to the user
 * (`asked`), nothing or a part, with a conflict shown or without; the change, but in its twin (`twin`). All else is wrong.
 */
export const outcomes = [
  'landed',
  'merged',
  'asked',
  'conflict',
  'refused',
  'twin',
  'wrong',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Landing {
  /** The file as Accept all leaves it. */
  readonly text: string;
  readonly placements: readonly Placement[];
}

export function land({ answer, now, seen, symbols, mutated }: Case): Landing {
  const placements: Placement[] = [];
  let text = now;
  const { change, isCut = false } = mutated;
  const name = answer.info.endsWith(` ${change.path}`) ? change.path : undefined;
  for (const proposal of parseProposals(answer.block, answer.info, name)) {
    const input = { proposal, path: change.path, now: text, seen, symbols, isCut };
    const placement = place(input);
    placements.push(placement);
    const isForUser = placement.uncertainLine !== undefined;
    text = applyEdits(
      text,
      placement.edits.filter((edit) => !isForUser && !isInConflict(edit) && !isAsked(edit)),
    );
  }
  return { text, placements };
}

export function outcomeOf(each: Case, landing: Landing): Outcome {
  const { mutated } = each;
  const outcome = outcomeIn(each, landing);
  if (outcome !== 'wrong' || !mutated.twin) return outcome;
  const inTwin = outcomeIn({ ...each, mutated: { ...mutated, ...mutated.twin } }, landing);
  return inTwin === 'wrong' ? 'wrong' : 'twin';
}

/** A change of which some parts landed where they belong counts as refused. */
function outcomeIn(each: Case, { text, placements }: Landing): Outcome {
  const { mutated, now } = each;
  const edits = placements.flatMap((placement) => placement.edits);
  if (edits.some(({ lines }) => lines.some((line) => isForbidden(line, now)))) return 'wrong';
  const blocked = new Set(mutated.blocked);
  const free = [...mutated.change.parts.keys()].filter((at) => !blocked.has(at));
  const notAll = edits.some(isInConflict) ? 'conflict' : 'refused';
  if (text === resultOf(mutated, free) && text !== now) {
    if (edits.some(isAsked)) return 'asked';
    if (blocked.size > 0) return notAll;
    return now === each.base ? 'landed' : 'merged';
  }
  // All of it is for the user to accept, who is told what stays: nothing is lost.
  if (placements.some(({ uncertainLine }) => uncertainLine !== undefined)) {
    const right = countLines(resultOf(mutated, free));
    const accepted = countLines(applyEdits(now, edits));
    const isLost = [...countLines(now)].some(
      ([line, count]) => (accepted.get(line) ?? 0) < Math.min(count, right.get(line) ?? 0),
    );
    return text === now && !isLost ? 'asked' : 'wrong';
  }
  if (edits.some(isAsked)) {
    return isPartly(each, text, free) || isBetween(each, text, free, edits) ? 'asked' : 'wrong';
  }
  if (text === now || isPartly(each, text, free)) return notAll;
  return hasChangedLine(each, text) ? 'merged' : 'wrong';
}

const isInConflict = ({ isConflict }: PlacedEdit): boolean => isConflict === true;
/** Takes something away that the answer does not show. */
const isAsked = (edit: PlacedEdit): boolean => edit.removal !== undefined;

/** A mask or a mark of the answer that the file does not have; it must not be shown in a conflict either. */
function isForbidden(line: string, now: string): boolean {
  return [placeholder, ...englishMarks, ...chineseMarks].some(
    (text) => line.includes(text) && !now.includes(text),
  );
}

/** Whether the file has some of the parts, and nothing else. */
function isPartly(
  { mutated }: Pick<Case, 'mutated'>,
  text: string,
  free: readonly number[],
): boolean {
  return Array.from({ length: 2 ** free.length }, (_, set) =>
    free.filter((_part, bit) => set & (1 << bit)),
  ).some((parts) => text === resultOf(mutated, parts));
}

/**
 * Whether a text is the answer's, with the line that the user has changed where the answer has that line as it was: which
 * lines have moved past which others nobody can tell, but both changes are whole.
 */
function hasChangedLine({ mutated }: Case, text: string): boolean {
  const { change, drift = [] } = mutated;
  const before = splice(change.before, change.parts);
  return drift.some(({ start, end, lines }) => {
    const places = [...before.keys()].filter((at) => before[at] === change.before[start]);
    const moved = places.map((at) => ({ start: at, end: at + 1, lines }));
    const areLines = [places.length, drift.length, end - start, lines.length];
    return (
      areLines.every((count) => count === 1) &&
      text === resultOf({ ...mutated, change: { ...change, before }, drift: moved }, [])
    );
  });
}

/**
 * Whether all edits but conflicts make the text with some of the parts, and those that are not asked neither lose nor
 * double a line. A real change may be cut into parts in several ways.
 */
function isBetween(
  { now, mutated }: Case,
  text: string,
  free: readonly number[],
  placed: readonly PlacedEdit[],
): boolean {
  const edits = placed.filter((edit) => !isInConflict(edit));
  const accepted = applyEdits(now, edits);
  if (!isPartly({ mutated }, accepted, free)) return false;
  const [before, after, between] = [now, accepted, text].map(countLines);
  // A line that is changed beside what is asked about is whole itself.
  const isLineForLine = ({ start, end, lines }: PlacedEdit): boolean =>
    lines.length === end - start;
  const isWhole = edits.every((edit, at) => {
    const last = edits[at - 1];
    return (
      last?.end !== edit.start ||
      isAsked(last) === isAsked(edit) ||
      isLineForLine(isAsked(edit) ? last : edit)
    );
  });
  return (
    isWhole &&
    [...before!.keys(), ...after!.keys()].every((line) => {
      const counts = [before!.get(line) ?? 0, after!.get(line) ?? 0];
      const count = between!.get(line) ?? 0;
      return count >= Math.min(...counts) && count <= Math.max(...counts);
    })
  );
}

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
