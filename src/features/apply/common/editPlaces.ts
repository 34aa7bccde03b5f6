// Where edits that quote their old lines belong: exactly there, and they take these lines and nothing else.
import { omitUndefined } from '../../../base/omitUndefined';
import { indentOf } from '../../../base/text/indentation';
import { placeBetweenBlankLines } from './blankLines';
import { inIndentationOf } from './fileIndentation';
import type { ReplaceEdit } from './fileProposal';
import {
  hasWord,
  inOrder,
  isBlank,
  isEqual,
  overlaps,
  withChanges,
  writtenRanges,
} from './fileText';
import { findExact, findQuoted, shiftLines, type FoundQuote } from './findLines';
import { betweenMarks, commentText } from './marks';
import { compareLines } from './mergeLines';
import { namedThings } from './namedThings';
import type { RefusalReason, RefusedEdit } from './placement';
import { enclosedLines, type PlacedLines, type Sources, type TextSource } from './sources';

/** Lines of an edit count in the text in which it was found. */
export interface EditLines extends PlacedLines {
  /** The index of the edit. */
  readonly edit: number;
}

export interface PlacedEdits {
  readonly placed: readonly EditLines[];
  readonly refused: readonly RefusedEdit[];
  /** Edits of which one quotes what another one writes: all of them land, or none. */
  readonly together: readonly (readonly number[])[];
}

export function placeEdits(edits: readonly ReplaceEdit[], sources: Sources): PlacedEdits {
  let placed: EditLines[] = [];
  const refused: RefusedEdit[] = [];
  const together: (readonly number[])[] = [];
  const written = new Set<string>();
  for (const [index, edit] of edits.entries()) {
    const found = placeEdit(edit, sources);
    if (typeof found !== 'string') {
      placed.push(...found.map((change) => asEdit(change, index)));
      found.flatMap(({ lines }) => lines).forEach((line) => written.add(line));
      continue;
    }
    const quotesWritten = found === 'notFound' && edit.old.some((line) => written.has(line));
    const joined = quotesWritten ? placeInWritten(edit, index, placed) : undefined;
    if (joined !== undefined) {
      placed = joined.placed;
      edit.new.forEach((line) => written.add(line));
      together.push(joined.edits);
      continue;
    }
    const nearLine = lineOfQuote(edit.old, sources.now.lines);
    refused.push({ edit: index, reason: found, ...omitUndefined({ nearLine }) });
  }
  return { placed, refused, together };
}

export function asEdit(change: PlacedLines, edit: number): EditLines {
  return { unit: edit, ...change, edit };
}

/** The changed lines of an edit, in the text in which it was found. Empty: the file has the new lines already. */
function placeEdit(edit: ReplaceEdit, sources: Sources): readonly PlacedLines[] | RefusalReason {
  const { numbered } = edit;
  const isOwn = [...sources.seen, sources.file].some(
    ({ base }) => numbered !== undefined && findExact(base.lines, numbered.old).length > 0,
  );
  const found = placeQuote(isOwn ? { ...edit, ...numbered } : edit, sources);
  return found === 'notFound' ? (placePieces(edit, sources) ?? found) : found;
}

/** Models leave lines out of both halves, as aider lets them: each piece between the marks is an edit, and all have a place. */
function placePieces(
  { old, new: replacement, isEverywhere }: ReplaceEdit,
  sources: Sources,
): readonly PlacedLines[] | undefined {
  const [pieces = [], newPieces = []] = [old, replacement].map(betweenMarks);
  if (pieces.length < 2 || pieces.length !== newPieces.length || isEverywhere === true) {
    return undefined;
  }
  const placed: PlacedLines[] = [];
  for (const [index, piece] of pieces.entries()) {
    const newPiece = newPieces[index] ?? [];
    const isEmpty = [...piece, ...newPiece].every(isBlank);
    const found = isEmpty ? [] : placeQuote({ old: piece, new: newPiece }, sources);
    const last = placed.at(-1);
    if (typeof found === 'string' || (last && found.some(({ start }) => start < last.end))) {
      return undefined;
    }
    placed.push(...found);
  }
  return placed;
}

function placeQuote(
  written: ReplaceEdit,
  sources: Sources,
): readonly PlacedLines[] | RefusalReason {
  if (written.old.every(isBlank)) {
    return 'ambiguous';
  }
  const { now, seen, file, indentation } = sources;
  const old = inIndentationOf(indentation, written.old);
  const replacement = inIndentationOf(indentation, written.new);
  if (old === undefined || replacement === undefined) {
    return 'notFound';
  }
  const edit = { ...written, old, new: replacement };
  const all = [...seen, file];
  for (const source of all) {
    const everywhere = placeEverywhere(edit, source);
    if (everywhere !== undefined) {
      return everywhere;
    }
    const found = findQuote(edit, source, sources);
    if (found.length > 1 && edit.isEverywhere === true) {
      const changes = found.map((one) => changedLines(edit, one, source, sources));
      return changes.some((change) => change === undefined)
        ? 'notFound'
        : changes.flatMap((change) => change ?? []);
    }
    const [first, second] = found;
    if (second !== undefined) {
      return 'ambiguous';
    }
    const changes = first && changedLines(edit, first, source, sources);
    if (first !== undefined && changes !== undefined) {
      return isAlreadyAdded(edit, first, source, sources) ? [] : changes;
    }
    // Text that begins behind the indentation of its first line has all blanks of the others.
    const within = isEqual(replacement, written.new) ? placeText(edit, source) : undefined;
    if (within !== undefined || first !== undefined) {
      return within ?? 'notFound';
    }
  }
  // Where the file is as the model saw it, an absent quote is a mistake.
  const isAsSeen = seen.some(({ base }) => isEqual(base.lines, now.lines));
  if (!isAsSeen && isRecognizable(edit) && findExact(now.lines, edit.new).length === 1) {
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

/**
 * Whether new lines that stand in the file once show that the change was made: they have a line of the quote, which says
 * that it is the same place, and more than the quote left after a deletion.
 */
function isRecognizable({ old, new: replacement }: ReplaceEdit): boolean {
  const { length } = replacement;
  return (
    replacement.some((line) => hasWord(line) && old.includes(line)) &&
    !isEqual(replacement, old.slice(0, length)) &&
    !isEqual(replacement, old.slice(-length))
  );
}

/**
 * Whether an edit only adds lines, and they are where it adds them: models repeat changes that were accepted. In a text
 * that the model saw, equal lines may be meant, but no second import or definition.
 */
function isAlreadyAdded(
  { old, new: replacement }: ReplaceEdit,
  { start, shift }: FoundQuote,
  source: TextSource,
  { file, now, extension }: Sources,
): boolean {
  const lines = shiftLines(replacement, shift);
  const added = [...replacement];
  for (const line of old) {
    const at = added.indexOf(line);
    added.splice(at, at === -1 ? 0 : 1);
  }
  const count = replacement.length - old.length;
  if (lines === undefined || count <= 0 || added.length !== count) {
    return false;
  }
  const isThere =
    findExact(source.base.lines, lines, Math.max(0, start - count), start + lines.length).length >
      0 && findExact(now.lines, lines).length > 0;
  const isOnlyOnce = (): boolean =>
    (namedThings(added, extension) ?? []).some(
      ({ kind }) => kind === 'import' || kind === 'definition',
    );
  return isThere && (source === file || isOnlyOnce());
}

/** What is not in the text that the model saw is placed in the file only if it is there in that very form. */
function isOnlyExact(source: TextSource, { file, isFileSeen }: Sources): boolean {
  return source === file && isFileSeen;
}

/** Finds where a source has the old lines; of several places, it takes that after the lines that the edit names. */
function findQuote(
  { old, after = [], isEverywhere }: ReplaceEdit,
  source: TextSource,
  sources: Sources,
): readonly FoundQuote[] {
  const { base, start, end } = source;
  const isExact = isOnlyExact(source, sources);
  const most = isEverywhere === true ? Infinity : 2;
  const find = (from: number, to: number): readonly FoundQuote[] =>
    (isExact ? findExact : findQuoted)(base.lines, old, from, to, most);
  const found = find(start, end);
  if (found.length < 2 || after.length === 0) {
    return found;
  }
  const range = enclosedLines(base.lines, after, start, end);
  const narrowed = range === undefined ? [] : find(range.start, range.end);
  return narrowed.length === 1 ? narrowed : found;
}

/** Returns undefined if it is not certain how new lines are indented. */
function changedLines(
  { old, new: replacement }: ReplaceEdit,
  { start, shift }: FoundQuote,
  { base }: TextSource,
  { indentation: { unit } }: Sources,
): readonly PlacedLines[] | undefined {
  const near = { start, end: start + old.length };
  if (
    (shift.added !== '' && hasOwnIndentation(old, replacement, shift.added)) ||
    isPartOfLevel(old, shift.added, unit)
  ) {
    return undefined;
  }
  const placed: PlacedLines[] = [];
  for (const change of compareLines(old, replacement)) {
    const added = replacement.slice(change.newStart, change.newEnd);
    const lines = shiftLines(added, shift);
    const [blanks, newBlanks] = [old.slice(change.start, change.end), added].map(firstIndent);
    if (
      lines === undefined ||
      (shift.added !== '' && blanks !== undefined && newBlanks === blanks + shift.added)
    ) {
      return undefined;
    }
    placed.push({ base, near, start: start + change.start, end: start + change.end, lines });
  }
  return placed;
}

/** Whether a quote lost a part of its blanks, not whole levels: then nothing says what the new lines have lost. */
function isPartOfLevel(old: readonly string[], added: string, unit: number): boolean {
  const indents = old.flatMap((line) => (isBlank(line) ? [] : indentOf(line).length));
  return unit > 0 && Math.min(...indents) > 0 && /^ +$/u.test(added) && added.length % unit !== 0;
}

function firstIndent(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => !isBlank(line));
  return first === undefined ? undefined : indentOf(first);
}

/** What a line ends with that is followed by a line which is indented more. */
const blockStart = /[{([:,=>\\|]$|\b(?:do|then|else|begin)$/u;

/**
 * Whether new lines have the blanks that a quote lacks, of which only the first line lost them. A line that is indented
 * because the one before begins a block would get them too.
 */
function hasOwnIndentation(
  old: readonly string[],
  replacement: readonly string[],
  blanks: string,
): boolean {
  const lines = replacement.filter((line) => !isBlank(line));
  return (
    !old.some((line) => !isBlank(line) && line.startsWith(blanks)) &&
    lines.some((line, index) => {
      const before = lines[index - 1] ?? '';
      return (
        line.startsWith(blanks) && !before.startsWith(blanks) && !blockStart.test(before.trimEnd())
      );
    })
  );
}

/** All places of a text without line ends, which may be parts of lines, but never of words. */
function placeEverywhere(
  { exact, isEverywhere }: ReplaceEdit,
  { base, start, end }: TextSource,
): readonly PlacedLines[] | undefined {
  if (isEverywhere !== true || exact === undefined || /^$|\n/u.test(exact.old + exact.new)) {
    return undefined;
  }
  const { old } = exact;
  const placed: PlacedLines[] = [];
  for (let at = start; at < end; at += 1) {
    const line = base.lines[at] ?? '';
    for (let from = line.indexOf(old); from !== -1; from = line.indexOf(old, from + old.length)) {
      if (cutsWord(line, from) || cutsWord(line, from + old.length)) {
        return undefined;
      }
    }
    if (line.includes(old)) {
      const near = { start: at, end: at + 1 };
      placed.push({ ...near, base, near, lines: [line.split(old).join(exact.new)] });
    }
  }
  return placed.length === 0 ? undefined : placed;
}

function cutsWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}_]{2}$/u.test(text.slice(at - 1, at + 1));
}

/** Finds where a text stands once: it may begin and end within lines, but never within a word. */
function placeText(
  { exact }: ReplaceEdit,
  { base, start, end }: TextSource,
): readonly PlacedLines[] | undefined {
  // New text that begins with the blanks of a line stands for whole lines.
  if (exact === undefined || exact.old === '' || /^[ \t]/u.test(exact.new)) {
    return undefined;
  }
  const text = base.lines.slice(start, end).join('\n');
  const at = text.indexOf(exact.old);
  const to = at + exact.old.length;
  const isOnce = at !== -1 && text.indexOf(exact.old, at + 1) === -1;
  if (!isOnce || cutsWord(text, at) || cutsWord(text, to)) {
    return undefined;
  }
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const nextEnd = text.indexOf('\n', to);
  const lineEnd = nextEnd === -1 ? text.length : nextEnd;
  const rest = text.slice(to, lineEnd).trim();
  const [opening] = (commentText(rest) !== undefined && /^[^\w\s]+/u.exec(rest)) || [];
  // The quote leaves out the line's comment, for which the new line has another one.
  if (opening !== undefined && (exact.new.split('\n').at(-1) ?? '').includes(` ${opening}`)) {
    return undefined;
  }
  const from = start + text.slice(0, lineStart).split('\n').length - 1;
  const near = { start: from, end: from + text.slice(lineStart, lineEnd).split('\n').length };
  const lines = (text.slice(lineStart, at) + exact.new + text.slice(to, lineEnd)).split('\n');
  return [{ ...near, base, near, lines }];
}

/** Places an edit in what earlier ones write; it and those are one change then. */
function placeInWritten(
  edit: ReplaceEdit,
  index: number,
  placed: readonly EditLines[],
): { readonly placed: EditLines[]; readonly edits: readonly number[] } | undefined {
  for (const [base, changes] of Map.groupBy(placed, (one) => one.base)) {
    const sorted = inOrder(changes);
    const written = writtenRanges(sorted);
    const lines = withChanges(base.lines, sorted);
    const [found, second] = findExact(lines, edit.old);
    if (found !== undefined && second === undefined) {
      const range = { start: found.start, end: found.start + edit.old.length };
      const touched = written.filter((one) => overlaps(one, range));
      const [first] = touched;
      const last = touched.at(-1);
      if (first !== undefined && last !== undefined) {
        const head = Math.min(range.start, first.start);
        const tail = Math.max(range.end, last.end);
        const start = first.change.start - (first.start - head);
        const end = last.change.end + (tail - last.end);
        const joined = {
          base,
          near: { start, end },
          start,
          end,
          lines: [...lines.slice(head, range.start), ...edit.new, ...lines.slice(range.end, tail)],
          edit: first.change.edit,
        };
        const replaced = touched.map(({ change }) => change);
        return {
          placed: [...placed.filter((one) => !replaced.includes(one)), joined],
          edits: [...new Set([...replaced.map((one) => one.edit), index])],
        };
      }
    }
  }
  return undefined;
}

/** The first line of the file that only one quoted line is. */
function lineOfQuote(quoted: readonly string[], lines: readonly string[]): number | undefined {
  for (const line of quoted.filter((one) => !isBlank(one))) {
    const [only, second] = findExact(lines, [line]);
    if (only !== undefined && second === undefined) {
      return only.start;
    }
  }
  return undefined;
}
