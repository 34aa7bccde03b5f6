// The changes of one file that wait for the user, one after another in the file.
import { omitUndefined } from '../../../base/omitUndefined';
import type { FileProposal } from '../common/fileProposal';
import {
  inOrder,
  overlaps,
  splitLines,
  writtenRanges,
  type LineRange,
  type TextChange,
} from '../common/fileText';
import type { Placement, Removal, RemovedThing } from '../common/placement';
import { joinRemovals } from '../common/removals';
import { extensionOf } from '../common/sources';
import { blocksThatLack } from './missingNames';

export interface FileChange extends TextChange {
  /** The user changed these lines since the model saw them, and decides. */
  readonly isConflict: boolean;
  /** It would take away what the answer does not mention, and the user decides. */
  readonly removal?: Removal;
  /** The code block that it comes from. */
  readonly block: number;
}

/** A file with the changes of several blocks. */
export interface JoinedFile {
  readonly path: string;
  readonly now: string;
  readonly changes: readonly FileChange[];
  /** The removals of blocks that Apply all leaves out. */
  readonly left: readonly FileChange[];
}

export function changesOf({ edits }: Placement, block: number): readonly FileChange[] {
  return edits.map(({ start, end, lines, isConflict = false, removal }) => ({
    start,
    end,
    lines,
    isConflict,
    ...(removal && { removal }),
    block,
  }));
}

/** The new lines of edits that have no place. */
export function refusedLines(proposal: FileProposal, { refused }: Placement): readonly string[] {
  return proposal.kind === 'edits'
    ? refused.flatMap(({ edit }) => proposal.edits[edit]?.new ?? [])
    : [];
}

/** Whether “Accept all” accepts it: the user decides about conflicts and removals one by one. */
export function isForAcceptAll({ isConflict, removal }: FileChange): boolean {
  return !isConflict && removal === undefined;
}

/** Adds all other changes of the removals that they belong to: a part of one would leave broken code. */
export function withRemovals(
  changes: readonly FileChange[],
  chosen: readonly FileChange[],
): readonly FileChange[] {
  return changes.filter(
    (change) => chosen.includes(change) || chosen.some((one) => isSameRemoval(change, one)),
  );
}

function isSameRemoval(a: FileChange, b: FileChange): boolean {
  return a.removal !== undefined && a.removal.group === b.removal?.group;
}

/** The removals without a conflict: one click accepts them. */
export function acceptableRemovals(changes: readonly FileChange[]): readonly FileChange[] {
  const hasConflict = (change: FileChange): boolean =>
    withRemovals(changes, [change]).some(({ isConflict }) => isConflict);
  return changes.filter((change) => change.removal !== undefined && !hasConflict(change));
}

/** Each change of a removal has all of its things. */
export function removedThings(
  changes: readonly Pick<FileChange, 'removal'>[],
): readonly RemovedThing[] {
  return [...new Set(changes.flatMap(({ removal }) => removal?.things ?? []))];
}

/** How many lines changes add, less those that they take. */
function addedLines(changes: readonly TextChange[]): number {
  return changes.reduce((sum, { start, end, lines }) => sum + lines.length - (end - start), 0);
}

/** The other changes once some of them are in the file. */
export function afterAccepting(
  changes: readonly FileChange[],
  accepted: readonly FileChange[],
): readonly FileChange[] {
  return changes
    .filter((change) => !accepted.includes(change))
    .map((change) => moved(change, addedLines(accepted.filter(({ end }) => end <= change.start))));
}

function moved(change: FileChange, lines: number): FileChange {
  return { ...change, start: change.start + lines, end: change.end + lines };
}

/** What takes changes back in the text that has all of them. */
export function takenBack(now: string, changes: readonly TextChange[]): readonly TextChange[] {
  const lines = splitLines(now);
  return writtenRanges(changes).map(({ change, start, end }) => ({
    start,
    end,
    lines: lines.slice(change.start, change.end),
  }));
}

/** Where a change is in the text that has all of them. */
export function proposedLines(changes: readonly FileChange[], change: FileChange): LineRange {
  return writtenRanges(changes).find((one) => one.change === change) ?? change;
}

/**
 * Adds changes that were placed in the text with all earlier ones. Returns undefined if one of them changes what an
 * earlier one wrote: two blocks of an answer then propose the same place.
 */
export function joinChanges(
  earlier: readonly FileChange[],
  added: readonly FileChange[],
): readonly FileChange[] | undefined {
  const placed = writtenRanges(earlier);
  const inFile: FileChange[] = [];
  for (const change of added) {
    if (placed.some(({ start, end }) => start <= change.end && change.start <= end)) {
      return undefined;
    }
    const before = placed.filter(({ end }) => end <= change.start);
    inFile.push(moved(change, -addedLines(before.map((one) => one.change))));
  }
  return [...earlier, ...inFile].toSorted((a, b) => a.start - b.start);
}

export interface JoinedBlocks {
  /** The changes of each file. */
  readonly changes: readonly (readonly FileChange[])[];
  /** Blocks that are left out, and the name that they use though it has no place. */
  readonly lacking: ReadonlyMap<number, string>;
}

/**
 * Leaves to the user what makes no sense without the changes of another block that are left to the user, and adds these if
 * Apply all leaves them out. What makes no sense without code that has no place is left out.
 * @param unplaced the lines of that code
 */
export function joinBlocks(
  files: readonly JoinedFile[],
  unplaced: readonly string[] = [],
): JoinedBlocks {
  const lacking = blocksThatLack(files, unplaced);
  const all = files.map(({ changes, left }) => {
    const own = changes.filter(({ block }) => !lacking.has(block));
    const apart = left.filter(
      (one, at) => ![...own, ...left.slice(0, at)].some((other) => overlaps(one, other)),
    );
    return inOrder([...own, ...apart]);
  });
  const removals = joinRemovals(
    files.map(({ path, now }, file) => ({
      extension: extensionOf(path),
      lines: splitLines(now),
      changes: all[file] ?? [],
    })),
  );
  const isLeft = new Set(files.flatMap(({ left }) => left));
  const joined = all.map((some, file) =>
    some.map((change, at) => ({ change, removal: removals[file]?.[at] })),
  );
  const others = joined.flat().filter(({ change }) => !isLeft.has(change));
  const groups = new Set(others.map(({ removal }) => removal?.group));
  const changes = joined.map((some) =>
    some
      .filter(({ change, removal }) => !isLeft.has(change) || groups.has(removal?.group))
      .map(({ change, removal }) => Object.assign({}, change, omitUndefined({ removal }))),
  );
  return { changes, lacking };
}

/** The lines of a change on one side of the diff editor: at least one, so that the cursor can be there. */
export function shownLines(
  changes: readonly FileChange[],
  change: FileChange,
  side: 'file' | 'proposed',
): LineRange {
  const { start, end } = side === 'file' ? change : proposedLines(changes, change);
  return { start, end: Math.max(end, start + 1) };
}
