// Places what a block proposes in the file as it is now. Where more than one place is possible, or none, it is refused:
// nothing here is guessed. The *base* is the text in which the block is placed: what the model saw, with the rest of the
// file around it, or, where it was shown nothing of it, the file itself.
//
//     base  ──  the block's changes  ──▶  new text: what the model means
//      │
//      the user's changes since then
//      │
//      ▼
//     now: the file  ──  the same changes  ──▶  what the diff shows
//
// The upper row says what the block does, whatever the user has done since: where it belongs, exactly, and what it takes
// away. Line numbers count in the base until `merge()` moves the changes into the file. There, a change that touches what
// the user changed is a conflict, whose diff shows the block's lines, without what the user made of them.
//
// **What an answer does not show stays unless the user takes it away, and nothing stands twice.**
// 1. An edit that quotes its old lines takes these and nothing else (`placeEdits()`).
// 2. Code without quotes is placed as one definition, else as the complete text; with marks, as the parts between them
//    (`placeCode()`).
// 3. In such code, a named thing of the base that the new text lacks is a removal, as is a key of data that shares its line
//    with others, and old lines that no new line of their change stands for: one that resembles none of them may stand for
//    all, but a comment for no code. All changes that belong to a removal are left to the user as one (`findRemovals()`).
//    Where a language has overloads, a function with other parameters is another thing, unless half of its lines are the
//    same.
// 4. An import that goes is a removal if the base never used its name, or if anything still does: the new text, what stays
//    because of a removal or a conflict, or what the user has added. Where the answer declares the name, or imports it from
//    elsewhere, only code that it does not show may need the old import.
// 5. Where the base can't be read, it has no named things: each change that takes more lines than it writes, or keys of
//    data that it lacks, is a removal, and those that write more than they take belong to it. Where only the new text
//    can't, the answer lacks a part, and all changes are one removal if one of them takes more than it writes.
// 6. Dots are no value: the file's value stays, or, in code, the block is refused. No class is written twice.
//
// | What belongs together | Made by | Means |
// | --- | --- | --- |
// | a unit: changes of one edit that quotes, or of one difference, or linked by a line that moves or a name that changes | `unitsOf()` | one conflict, and all are |
// | a group: what one removal holds | `findRemovals()` | the user decides about it as one |
// | edits *together*: one quotes what the other writes | `placeEdits()` | one refused, and all are |
// | groups of several blocks and files, linked by a call or a name | `joinRemovals()` | the user decides about them as one |
// | all changes of code without quotes | edit 0 | one refused, and all are |
import { omitUndefined } from '../../../base/omitUndefined';
import { sameEnds } from '../../../base/text/sameEnds';
import { languages } from './codeLanguages';
import { placeCode } from './codePlaces';
import { asEdit, placeEdits, type EditLines, type PlacedEdits } from './editPlaces';
import type { ReplaceEdit } from './fileProposal';
import { counterOf, inOrder, isEqual, overlaps, withChanges, type LineRange } from './fileText';
import { hasElisionMark, withElidedValues } from './marks';
import { hasPlaceholder, placeholdersIn, restoreOriginals } from './masks';
import { compareLines, type MergeBase } from './mergeLines';
import { codeLines, isSameCode, namedThings } from './namedThings';
import {
  refuseAll,
  type CodePlace,
  type PlacedEdit,
  type PlaceInput,
  type Placement,
  type RefusalReason,
  type RefusedEdit,
} from './placement';
import { findRemovals, linesRemoved, putInOneGroup } from './removals';
import { hasArrowInLine, readSignedCode } from './signedCode';
import { readSources, type PlacedCode, type PlacedLines, type Sources } from './sources';
import { isDeclarative } from './textParts';
import { standTwice } from './thingTree';

export function place(input: PlaceInput): Placement {
  const { proposal, isCut } = input;
  if (isCut) {
    return refuseAll(proposal, 'cutOff');
  }
  if (proposal.kind === 'unsupported') {
    return refuseAll(proposal, proposal.why);
  }
  const sources = readSources(input);
  if (proposal.kind === 'edits') {
    return mergeEdits(proposal.edits, sources);
  }
  const signed = readSignedCode(proposal.lines, sources);
  if (signed !== undefined) {
    if (typeof signed === 'string') {
      return refuseAll(proposal, signed);
    }
    const placement = mergeEdits(signed, sources);
    const [refused] = placement.refused;
    return refused === undefined ? placement : refuseAll(proposal, refused.reason);
  }
  if (hasArrowInLine(proposal.lines, sources)) {
    return refuseAll(proposal, 'notComplete');
  }
  const code = endsWithinWord(proposal.lines, sources) ? 'cutOff' : placeCode(proposal, sources);
  if (typeof code === 'string') {
    // It quotes no lines that could be missing, but for those of the block before.
    const quotes = proposal.kind === 'code' && proposal.replaces !== undefined;
    return refuseAll(proposal, code === 'notFound' && !quotes ? 'notComplete' : code);
  }
  const filled = withElided(code.placed, sources);
  if (filled === undefined) {
    return refuseAll(proposal, 'markWouldBeWritten');
  }
  if (hasTypeTwice(filled, sources)) {
    return refuseAll(proposal, 'notComplete');
  }
  const removed = withRemovals(filled, sources);
  const placed = code.doubt === 'otherEnd' ? asOneRemoval(removed) : removed;
  const edits = placed.map((change) => asEdit(change, 0));
  const placement = merge(edits, [], sources);
  const added = placement.edits.find(({ start, end, lines }) => lines.length > end - start);
  return {
    ...placement,
    isUnseen: code.isUnseen,
    ...omitUndefined({
      uncertainLine: code.doubt === 'oneNeighbor' ? added?.end : undefined,
      code: codePlaceOf(code, placement, sources),
    }),
  };
}

function mergeEdits(edits: readonly ReplaceEdit[], sources: Sources): Placement {
  const { placed, refused, together } = placeEdits(edits, sources);
  return merge(placed, refused, sources, together);
}

/**
 * Whether an answer is cut within a word of a statement: of one of the file, of one that begins with the same two words as
 * the line before it, which has a semicolon, or of the head of a function. Some gateways end such answers as complete ones.
 */
function endsWithinWord(lines: readonly string[], { now, extension }: Sources): boolean {
  const [before = '', last = ''] = lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(-2);
  const isCutFrom = (line: string): boolean =>
    line.startsWith(last) && /^\w.*[;,{]$/u.test(line.slice(last.length).trimEnd());
  const [start] = /^\s*@?\w+\s\W*\w+/u.exec(last) ?? [];
  const isLikeBefore = start !== undefined && before.startsWith(start) && before.endsWith(';');
  const isHead =
    languages.has(extension) && /^\s*(?:[a-z]+ ){0,4}(?:def|fn|func|fun|function) \w+$/u.test(last);
  return (
    /\w$/u.test(last) &&
    /\W/u.test(last.trim()) &&
    (isHead || isLikeBefore || now.lines.some(isCutFrom))
  );
}

function codePlaceOf(
  { placed, isDefinition = false }: PlacedCode,
  { edits }: Placement,
  { now, extension }: Sources,
): CodePlace | undefined {
  if (edits.length === 0) {
    return undefined;
  }
  const ranges = placed.map(({ base, near }) => base.inFile(near.start, near.end));
  const inFile = new Set(codeLines(now.lines, extension).map((line) => line.trim()));
  const hasNewCode = ({ lines }: PlacedEdit): boolean =>
    codeLines(lines, extension).some((line) => !inFile.has(line.trim()));
  const written = edits.filter((edit) => edit.removal === undefined || hasNewCode(edit));
  return {
    range: {
      start: Math.min(...ranges.map(({ start }) => start)),
      end: Math.max(...ranges.map(({ end }) => end)),
    },
    isDefinition,
    taken: edits.map(({ start, end }) =>
      start < end ? now.lines.slice(start, end) : now.lines.slice(Math.max(0, start - 1), end + 1),
    ),
    isRemark: isSameCode(
      now.lines,
      withChanges(now.lines, written.length > 0 ? written : edits),
      extension,
    ),
  };
}

/** Whether a class or the like would stand twice in a text that has it once at most. */
function hasTypeTwice(placed: readonly PlacedLines[], { extension }: Sources): boolean {
  return [...Map.groupBy(placed, ({ base }) => base)].some(([{ lines }, changes]) => {
    const newLines = withChanges(lines, inOrder(changes));
    const [old = [], types = []] = [lines, newLines].map((some) =>
      namedThings(some, extension)?.filter(
        ({ kind, start }) => kind === 'definition' && typeHead.test(some[start] ?? ''),
      ),
    );
    return standTwice(old, types);
  });
}

/** A declaration ahead, as in C++, ends with a semicolon. */
const typeHead = /\b(?:class|enum|interface|protocol|record|struct|trait)\s[^;]*$/u;

/** Fills in the values that the block leaves out; undefined if that is not certain. */
function withElided(
  placed: readonly PlacedLines[],
  { extension }: Sources,
): readonly PlacedLines[] | undefined {
  const old = placed.flatMap(({ base, start, end }) => base.lines.slice(start, end));
  const filled = placed.flatMap((change) => {
    const lines = withElidedValues(change.lines, old, isDeclarative(extension));
    return lines === undefined ? [] : [{ ...change, lines }];
  });
  return filled.length < placed.length ? undefined : filled;
}

/** Says of each change what the block does not show and the change would take away, and what belongs together. */
function withRemovals(placed: readonly PlacedLines[], sources: Sources): readonly PlacedLines[] {
  return [...Map.groupBy(placed, (one) => one.base)].flatMap(([base, changes]) => {
    const sorted = inOrder(changes);
    const { removals, links } = findRemovals(base.lines, sorted, sources.extension, (linked) =>
      linesThatStay(base.lines, sorted, unitsOf(sorted, linked), sources),
    );
    const units = unitsOf(sorted, links);
    return sorted.map((change, index) =>
      Object.assign({}, change, omitUndefined({ removal: removals[index], unit: units[index] })),
    );
  });
}

/** Puts all changes in one group that says how many lines go. */
function asOneRemoval(placed: readonly PlacedLines[]): readonly PlacedLines[] {
  const lines = placed.reduce((sum, { start, end }) => sum + end - start, 0);
  const named = placed.flatMap(({ removal }) => removal?.things ?? []);
  const things = [...new Set(named)].filter(({ kind }) => kind !== 'line');
  const removal = { group: 0, things: [...things, linesRemoved(lines)] };
  return placed.map((change) => ({ ...change, removal, unit: 0 }));
}

/** The unit of each change: those of one difference of one part (`near`), and those that are linked. */
function unitsOf(
  changes: readonly PlacedLines[],
  links: readonly (readonly number[])[],
): readonly number[] {
  const units = changes.map((one) =>
    changes.findIndex((other) => other.near === one.near && other.unit === one.unit),
  );
  links.forEach((link) => putInOneGroup(units, link));
  return units;
}

/** The lines that stay whatever the answer shows: around its code, those that the user has added since, and in conflict. */
function linesThatStay(
  lines: readonly string[],
  changes: readonly PlacedLines[],
  units: readonly number[],
  { now }: Sources,
): readonly string[] {
  const shown = [...new Set(changes.map(({ near }) => near))];
  const conflicts = new Set(
    units.filter((_, index) => {
      const change = changes[index];
      return change?.base.isInConflict(change);
    }),
  );
  const known = new Set(lines.map((line) => line.trim()));
  return [
    ...lines.filter((_, at) => !shown.some(({ start, end }) => start <= at && at < end)),
    ...changes.flatMap(({ start, end }, index) =>
      conflicts.has(units[index] ?? index) ? lines.slice(start, end) : [],
    ),
    ...now.lines.filter((line) => !known.has(line.trim())),
  ];
}

/** Moves changed lines from the texts in which they were found into the file as it is now. */
function merge(
  placed: readonly EditLines[],
  notPlaced: readonly RefusedEdit[],
  sources: Sources,
  together: PlacedEdits['together'] = [],
): Placement {
  const refused = new Map(notPlaced.map((one) => [one.edit, one]));
  const refuse = (edit: number, reason: RefusalReason, nearLine?: number): void => {
    refused.set(edit, { edit, reason, ...omitUndefined({ nearLine }) });
  };
  const changes: EditLines[] = [];
  for (const withPlaceholders of placed) {
    const change = { ...withPlaceholders, lines: restoreLines(withPlaceholders, sources) };
    const rivals = changes.filter((other) => isRival(change, other));
    if (rivals.length === 0) {
      changes.push(change);
    } else if (!rivals.every((other) => isSame(change, other))) {
      for (const { edit, base, start } of [change, ...rivals]) {
        refuse(edit, 'ambiguous', base.lineNear(start));
      }
    }
  }
  const accepted = changes.filter(({ edit }) => !refused.has(edit));
  const edits: PlacedEdit[] = [];
  for (const hunk of withWholeUnits(hunksOf(accepted))) {
    const edit = editOfFile(hunk, sources);
    if (edit === 'changedSince') {
      for (const change of hunk.changes) {
        refuse(change.edit, edit, hunk.base.lineNear(hunk.start));
      }
    } else if (edit !== undefined) {
      edits.push(edit);
    }
  }
  const sorted = inOrder(edits);
  for (const [index, edit] of sorted.entries()) {
    const reason = reasonAgainst(edit, sorted[index - 1], sources);
    if (reason !== undefined) {
      refuse(edit.edit, reason, edit.start);
    }
  }
  for (const dependent of together) {
    const [first] = dependent.flatMap((edit) => refused.get(edit) ?? []);
    for (const edit of dependent) {
      if (first !== undefined && !refused.has(edit)) {
        refuse(edit, first.reason, first.nearLine);
      }
    }
  }
  return {
    edits: sorted.filter(({ edit }) => !refused.has(edit)),
    refused: [...refused.values()].toSorted((a, b) => a.edit - b.edit),
    isUnseen: false,
  };
}

/** Whether two changes are of the same lines, or add lines at the same place, so that their order would matter. */
function isRival(a: EditLines, b: EditLines): boolean {
  return a.base === b.base && (overlaps(a, b) || (a.start === b.start && a.end === b.end));
}

function isSame(a: EditLines, b: EditLines): boolean {
  return a.start === b.start && a.end === b.end && isEqual(a.lines, b.lines);
}

function restoreLines({ base, near, lines }: PlacedLines, { seen }: Sources): readonly string[] {
  if (!lines.some(hasPlaceholder)) {
    return lines;
  }
  const maskedNear = base.maskedLines(near.start, near.end);
  const bases = [base, ...seen.map((source) => source.base)];
  const masked = bases.flatMap((text) => text.maskedLines());
  return lines.flatMap((line) => restoreOriginals(line, maskedNear, masked));
}

/** Changes of one base that are merged as one. If its lines are in conflict with the file, the range is the smallest certain one. */
interface Hunk extends LineRange {
  readonly base: MergeBase;
  readonly isConflict: boolean;
  readonly changes: readonly EditLines[];
}

function hunksOf(changes: readonly EditLines[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const change of inOrder(changes)) {
    const { base, start, end } = change;
    const isConflict = base.isInConflict(change);
    const range = isConflict ? base.around(start, end) : { start, end };
    const before = hunks.findLastIndex((hunk) => hunk.base === base);
    const hunk = hunks[before];
    if (isConflict && hunk?.isConflict === true && hunk.end > range.start) {
      hunks[before] = {
        ...hunk,
        end: Math.max(hunk.end, range.end),
        changes: [...hunk.changes, change],
      };
    } else {
      hunks.push({ base, ...range, isConflict, changes: [change] });
    }
  }
  return hunks;
}

/** Where a change of a unit is a conflict, all of it is: a line that moves would be lost or stand twice. */
function withWholeUnits(hunks: readonly Hunk[]): readonly Hunk[] {
  const unitsIn = ({ changes }: Hunk): readonly number[] =>
    changes.flatMap(({ unit }) => unit ?? []);
  const conflicts = hunks.filter(({ isConflict }) => isConflict);
  const units = new Set(conflicts.flatMap(unitsIn));
  const more = hunks.filter(
    (hunk) => !hunk.isConflict && unitsIn(hunk).some((unit) => units.has(unit)),
  );
  return more.length === 0
    ? hunks
    : withWholeUnits(
        hunks.map((hunk) => (more.includes(hunk) ? { ...hunk, isConflict: true } : hunk)),
      );
}

/** The edit of the file as it is now; undefined if it has the new lines already. */
function editOfFile(hunk: Hunk, { now }: Sources): PlacedEdit | 'changedSince' | undefined {
  const { base, start, end, isConflict, changes } = hunk;
  const meant: string[] = [];
  let at = start;
  for (const change of changes) {
    meant.push(...base.originalLines(at, change.start), ...change.lines);
    at = change.end;
  }
  meant.push(...base.originalLines(at, end));
  const inFile = base.inFile(start, end);
  const linesNow = now.lines.slice(inFile.start, inFile.end);
  const { head, tail } = sameEnds(linesNow, meant);
  const [from, to] = [inFile.start + head, inFile.end - tail];
  const added = meant.slice(head, meant.length - tail);
  if ((from === to && added.length === 0) || (isConflict && areMade(hunk, linesNow))) {
    return undefined;
  }
  const isGone = linesNow.length === 0 && start < end;
  if (isConflict && (isGone || base.isUncertain(start, end))) {
    return 'changedSince';
  }
  const dropsInvisible = now.lines
    .slice(from, to)
    .some((line, i) => line !== now.rawLines[from + i]);
  return {
    start: from,
    end: to,
    lines: added,
    ...(isConflict || dropsInvisible ? { isConflict: true } : {}),
    ...removalOf(changes),
    edit: changes[0]?.edit ?? 0,
  };
}

/** Whether the user has made exactly these changes, as by an earlier click on Apply. */
function areMade({ base, start, end, changes }: Hunk, linesNow: readonly string[]): boolean {
  const made = compareLines(base.lines.slice(start, end), linesNow);
  return changes.every((change) =>
    made.some(
      (one) =>
        start + one.start === change.start &&
        start + one.end === change.end &&
        isEqual(linesNow.slice(one.newStart, one.newEnd), change.lines),
    ),
  );
}

/** What the changes of one hunk would take away; the user decides about them together. */
function removalOf(changes: readonly EditLines[]): Pick<PlacedEdit, 'removal'> {
  const removals = changes.flatMap(({ removal }) => removal ?? []);
  const [first] = removals;
  const things = [...new Set(removals.flatMap((removal) => removal.things))];
  return first === undefined ? {} : { removal: { group: first.group, things } };
}

/** Documents show how models write edits, `<<<<<<< SEARCH`; Git's markers have the names of branches. */
const conflictMarker = /^(?:<{7} (?!SEARCH)|>{7} (?!REPLACE))\S/u;

/** Why an edit must not be written. */
function reasonAgainst(
  { start, end, lines }: PlacedEdit,
  before: PlacedEdit | undefined,
  { now }: Sources,
): RefusalReason | undefined {
  const replaced = now.lines.slice(start, end);
  const countIn = (some: readonly string[]) => counterOf(some.map((line) => line.trim()));
  const [count, countReplaced] = [countIn(lines), countIn(replaced)];
  const hasMore = (line: string): boolean => count(line.trim()) > countReplaced(line.trim());
  if (lines.some((line) => hasElisionMark(line) && hasMore(line))) {
    return 'markWouldBeWritten';
  }
  if (lines.some((line) => conflictMarker.test(line) && hasMore(line))) {
    return 'malformed';
  }
  const isMasked = lines
    .flatMap(placeholdersIn)
    .some((mask) => !now.lines.some((line) => line.includes(mask)));
  if (isMasked) {
    return 'maskWouldBeWritten';
  }
  // Two texts that the model saw have these lines.
  const isTaken =
    before !== undefined && (before.end > start || (before.start === start && before.end === end));
  return isTaken ? 'ambiguous' : undefined;
}
