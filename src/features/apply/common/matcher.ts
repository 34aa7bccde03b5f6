// Places what a block proposes in the file as it is now. It is placed exactly in a text that the model saw, and merged
// three ways from there. Where more than one place is possible, or none, it is refused: nothing here is guessed.
import { assertNever } from '../../../base/assertNever';
import { placeBetweenBlankLines } from './blankLines';
import type { FileProposal, ReplaceEdit } from './blockFormats';
import { placeCode } from './codePlaces';
import { isBlank, readFileText } from './fileText';
import { findExact, findShifted, shiftLines } from './findLines';
import type { FoundQuote } from './findLines';
import { hasElisionMark } from './marks';
import { hasPlaceholder, placeholdersIn, restoreOriginals } from './masks';
import { compareLines } from './mergeLines';
import type { MergeBase } from './mergeLines';
import type { PlacedEdit, PlaceInput, Placement, RefusalReason, RefusedEdit } from './placement';
import { enclosedLines, readSources } from './sources';
import type { LineRange, PlacedLines, Sources, TextSource } from './sources';

export function place(input: PlaceInput): Placement {
  const { proposal, isCut } = input;
  if (isCut) {
    return refuseAll(proposal, 'cutOff');
  }
  if (proposal.kind === 'unsupported') {
    return refuseAll(proposal, proposal.why === 'malformed' ? 'malformed' : 'deletesOrRenames');
  }
  const sources = readSources(input);
  switch (proposal.kind) {
    case 'edits': {
      const refused: RefusedEdit[] = [];
      const placed = proposal.edits.flatMap((edit, index) => {
        const found = placeEdit(edit, sources);
        if (typeof found === 'string') {
          const nearLine = lineOfQuote(edit.old, sources.now.lines);
          refused.push({
            edit: index,
            reason: found,
            ...(nearLine === undefined ? {} : { nearLine }),
          });
          return [];
        }
        return withEdit(found, index);
      });
      return merge(placed, refused, sources);
    }
    case 'code':
    case 'newFile': {
      const code = placeCode(proposal, sources);
      if (typeof code === 'string') {
        return refuseAll(proposal, code);
      }
      const placement = merge(withEdit(code.placed, 0), [], sources);
      const gone = placement.edits.reduce((sum, { start, end }) => sum + end - start, 0);
      return { ...placement, isUnseen: code.isUnseen, unseenLines: code.isUnseen ? gone : 0 };
    }
    default:
      return assertNever(proposal);
  }
}

function refuseAll(proposal: FileProposal, reason: RefusalReason): Placement {
  const edits = proposal.kind === 'edits' ? proposal.edits.map((_, index) => index) : [0];
  return {
    edits: [],
    refused: edits.map((edit) => ({ edit, reason })),
    isUnchanged: false,
    unseenLines: 0,
    isUnseen: false,
  };
}

/** The changed lines of an edit, in the text in which it was found. Empty: the file has the new lines already. */
function placeEdit(edit: ReplaceEdit, sources: Sources): readonly PlacedLines[] | RefusalReason {
  if (edit.old.every(isBlank)) {
    return 'ambiguous';
  }
  const all = [...sources.seen, sources.file];
  for (const source of all) {
    const found = findQuote(edit, source, sources);
    const [first] = found;
    if (found.length > 1) {
      return 'ambiguous';
    }
    if (first !== undefined) {
      return isAlreadyAdded(edit, first, source, sources)
        ? []
        : (changedLines(edit, first, source) ?? 'notFound');
    }
  }
  if (isRecognizable(edit) && findExact(sources.now.lines, edit.new).length === 1) {
    return [];
  }
  for (const source of all.filter((one) => !isOnlyExact(one, sources))) {
    const placed = placeBetweenBlankLines(edit, source);
    if (placed !== undefined) {
      return placed;
    }
  }
  return 'notFound';
}

/** Whether new lines that are in the file show that the change was made: what is left around deleted lines was there before. */
function isRecognizable({ old, new: replacement }: ReplaceEdit): boolean {
  const { length } = replacement;
  return (
    !replacement.every(isBlank) &&
    !isEqual(replacement, old.slice(0, length)) &&
    !isEqual(replacement, old.slice(-length))
  );
}

/**
 * Whether an edit only adds lines, and they are where it adds them, in what the model saw and in the file: models repeat
 * changes that were accepted.
 */
function isAlreadyAdded(
  { old, new: replacement }: ReplaceEdit,
  { start, shift }: FoundQuote,
  { base }: TextSource,
  { now }: Sources,
): boolean {
  const lines = shiftLines(replacement, shift);
  const count = replacement.length - old.length;
  let kept = 0;
  for (const line of replacement) {
    kept += line === old[kept] ? 1 : 0;
  }
  return (
    lines !== undefined &&
    count > 0 &&
    kept === old.length &&
    findExact(base.lines, lines, Math.max(0, start - count), start + lines.length).length > 0 &&
    findExact(now.lines, lines).length > 0
  );
}

/** What is not in the text that the model saw is placed in the file only if it is there in that very form. */
function isOnlyExact(source: TextSource, { file, isFileSeen }: Sources): boolean {
  return source === file && isFileSeen;
}

/** Where a source has the old lines; of several places, that after the lines that the edit names. */
function findQuote(
  { old, after = [] }: ReplaceEdit,
  source: TextSource,
  sources: Sources,
): readonly FoundQuote[] {
  const { base, start, end } = source;
  const isExact = isOnlyExact(source, sources);
  const find = (from: number, to: number): readonly FoundQuote[] => {
    const exact = findExact(base.lines, old, from, to);
    return exact.length > 0 || isExact ? exact : findShifted(base.lines, old, from, to);
  };
  const found = find(start, end);
  if (found.length < 2 || after.length === 0) {
    return found;
  }
  const range = enclosedLines(base.lines, after, start, end);
  const narrowed = range === undefined ? [] : find(range.start, range.end);
  return narrowed.length === 1 ? narrowed : found;
}

function changedLines(
  { old, new: replacement }: ReplaceEdit,
  { start, shift }: FoundQuote,
  { base }: TextSource,
): readonly PlacedLines[] | undefined {
  const near = { start, end: start + old.length };
  const placed: PlacedLines[] = [];
  for (const change of compareLines(old, replacement)) {
    const lines = shiftLines(replacement.slice(change.newStart, change.newEnd), shift);
    if (lines === undefined) {
      return undefined;
    }
    placed.push({ base, near, start: start + change.start, end: start + change.end, lines });
  }
  return placed;
}

/** The first line of the file that only one quoted line is. */
function lineOfQuote(quoted: readonly string[], lines: readonly string[]): number | undefined {
  const [only] = quoted
    .filter((line) => !isBlank(line))
    .flatMap((line) => {
      const first = lines.indexOf(line);
      return first !== -1 && lines.indexOf(line, first + 1) === -1 ? [first] : [];
    });
  return only;
}

interface EditLines extends PlacedLines {
  readonly edit: number;
}

function withEdit(placed: readonly PlacedLines[], edit: number): readonly EditLines[] {
  return placed.map(({ base, start, end, near, lines }) => ({
    base,
    start,
    end,
    near,
    lines,
    edit,
  }));
}

/** Moves changed lines from the texts in which they were found into the file as it is now. */
function merge(
  placed: readonly EditLines[],
  notPlaced: readonly RefusedEdit[],
  sources: Sources,
): Placement {
  const refused = new Map(notPlaced.map((one) => [one.edit, one]));
  const refuse = (edit: number, reason: RefusalReason, nearLine?: number): void => {
    refused.set(edit, { edit, reason, ...(nearLine === undefined ? {} : { nearLine }) });
  };
  const changes: EditLines[] = [];
  for (const masked of placed) {
    const change = { ...masked, lines: restoreLines(masked, sources) };
    const rivals = changes.filter((other) => overlaps(change, other));
    if (rivals.length === 0) {
      changes.push(change);
    } else if (!rivals.every((other) => isSame(change, other))) {
      refuse(change.edit, 'ambiguous', change.base.lineNear(change.start));
    }
  }
  const accepted = changes.filter(({ edit }) => !refused.has(edit));
  const edits: PlacedEdit[] = [];
  for (const group of groupConflicts(accepted)) {
    const edit = editOf(group, sources);
    if (edit === 'changedSince') {
      for (const change of group.changes) {
        refuse(change.edit, edit, group.base.lineNear(group.start));
      }
    } else if (edit !== undefined) {
      edits.push(edit);
    }
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, edit] of edits.entries()) {
    const { start } = edit;
    const reason = reasonAgainst(edit, edits[index - 1], sources);
    if (reason !== undefined) {
      refuse(edit.edit, reason, start);
    }
  }
  return {
    edits: edits.filter(({ edit }) => !refused.has(edit)),
    refused: [...refused.values()].toSorted((a, b) => a.edit - b.edit),
    isUnchanged: edits.length === 0 && refused.size === 0,
    unseenLines: 0,
    isUnseen: false,
  };
}

/** Whether two changes are of the same lines, or add lines at the same place, so that their order would matter. */
function overlaps(a: EditLines, b: EditLines): boolean {
  return (
    a.base === b.base &&
    ((a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end))
  );
}

function isSame(a: EditLines, b: EditLines): boolean {
  return a.start === b.start && a.end === b.end && isEqual(a.lines, b.lines);
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

function restoreLines({ base, near, lines }: PlacedLines, { seen }: Sources): readonly string[] {
  if (!lines.some(hasPlaceholder)) {
    return lines;
  }
  const nearLines = base.maskedLines(near.start, near.end);
  const all = [base, ...seen.map((source) => source.base)].flatMap((one) => one.maskedLines());
  return lines.flatMap((line) => restoreOriginals(line, nearLines, all));
}

/** Changes within a range of a text. If its lines are in conflict with the file, the range is the smallest certain one. */
interface ChangeGroup extends LineRange {
  readonly base: MergeBase;
  readonly isConflict: boolean;
  readonly changes: readonly EditLines[];
}

function groupConflicts(changes: readonly EditLines[]): readonly ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { base, start, end } = change;
    const isConflict = !base.isUnchanged(start, end);
    const range = isConflict ? base.around(start, end) : { start, end };
    const before = groups.findLastIndex((group) => group.base === base);
    const group = groups[before];
    if (isConflict && group?.isConflict === true && group.end > range.start) {
      groups[before] = {
        ...group,
        end: Math.max(group.end, range.end),
        changes: [...group.changes, change],
      };
    } else {
      groups.push({ base, ...range, isConflict, changes: [change] });
    }
  }
  return groups;
}

/** Undefined if the file has the new lines already. */
function editOf(
  { base, start, end, isConflict, changes }: ChangeGroup,
  { now }: Sources,
): PlacedEdit | 'changedSince' | undefined {
  const lines: string[] = [];
  let at = start;
  for (const change of changes) {
    lines.push(...base.originalLines(at, change.start), ...change.lines);
    at = change.end;
  }
  lines.push(...base.originalLines(at, end));
  const inFile = base.inFile(start, end);
  const there = now.lines.slice(inFile.start, inFile.end);
  const same = there.findIndex((line, index) => line !== lines[index]);
  const head = same === -1 ? Math.min(there.length, lines.length) : same;
  let tail = 0;
  while (
    tail < Math.min(there.length, lines.length) - head &&
    there.at(-1 - tail) === lines.at(-1 - tail)
  ) {
    tail += 1;
  }
  const [from, to] = [inFile.start + head, inFile.end - tail];
  const added = lines.slice(head, lines.length - tail);
  if (from === to && added.length === 0) {
    return undefined;
  }
  if (isConflict && (there.length === 0 || base.isUncertain(start, end))) {
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
    edit: changes[0]?.edit ?? 0,
  };
}

/** Why an edit must not be written. */
function reasonAgainst(
  { start, end, lines }: PlacedEdit,
  before: PlacedEdit | undefined,
  { now }: Sources,
): RefusalReason | undefined {
  const replaced = now.lines.slice(start, end);
  const hasMore = (line: string): boolean => countOf(line, lines) > countOf(line, replaced);
  if (lines.some((line) => hasElisionMark(line) && hasMore(line))) {
    return 'markWouldBeWritten';
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

function countOf(line: string, lines: readonly string[]): number {
  return lines.filter((one) => one.trim() === line.trim()).length;
}

/** The text with the edits. It keeps its byte order mark and line ends; new lines have the most frequent one. */
export function applyEdits(
  text: string,
  edits: readonly Pick<PlacedEdit, 'start' | 'end' | 'lines'>[],
): string {
  const { bom, rawLines, ends, end } = readFileText(text);
  const lines: { readonly line: string; readonly end: string }[] = [];
  let at = 0;
  const keep = (to: number): void => {
    for (; at < to; at += 1) {
      lines.push({ line: rawLines[at] ?? '', end: ends[at] ?? '' });
    }
  };
  for (const edit of edits) {
    keep(edit.start);
    lines.push(...edit.lines.map((line) => ({ line, end })));
    at = edit.end;
  }
  keep(rawLines.length);
  const endsWithLineEnd = ends.at(-1) !== '';
  return lines.reduce((result, line, index) => {
    const isLast = index === lines.length - 1;
    const lineEnd = isLast && !endsWithLineEnd ? '' : line.end === '' ? end : line.end;
    return result + line.line + lineEnd;
  }, bom);
}
