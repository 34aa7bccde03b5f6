// Where code without old lines belongs: a complete file or selection, parts of one with marks between them, or one
// function. The lines that stay decide, exactly; where the first and the last line are those of several places, none is
// taken.
import { indentOf } from '../../../base/text/indentation';
import { pathInComment } from './blockFormats';
import { isStyles } from './dataValues';
import { definitionStart, endOfDefinition, placeDefinition } from './definitionPlaces';
import { decodedIfCloser } from './entities';
import { inIndentationOf } from './fileIndentation';
import type { FileProposal } from './fileProposal';
import {
  hasWord,
  inOrder,
  isBlank,
  isEqual,
  withChanges,
  withoutOuterBlankLines,
  type LineRange,
} from './fileText';
import {
  findExact,
  findQuoted,
  noShift,
  shiftBetween,
  shiftLine,
  shiftLines,
  type IndentShift,
} from './findLines';
import { isElisionMark } from './marks';
import { namedThings } from './namedThings';
import { placeByPath } from './pathPlaces';
import type { RefusalReason } from './placement';
import {
  blockEnd,
  isCloser,
  replaceCode,
  type PlacedCode,
  type PlacedLines,
  type Sources,
  type TextSource,
} from './sources';
import { isDeclarative } from './textParts';
import { standTwice } from './thingTree';

export function placeCode(
  { kind, path, lines: written, ...more }: Extract<FileProposal, { kind: 'code' | 'newFile' }>,
  sources: Sources,
): PlacedCode | RefusalReason {
  const { now, seen, file, isFileSeen, extension } = sources;
  const read = (all: readonly string[]): readonly string[] | undefined =>
    inIndentationOf(sources.indentation, decodedIfCloser(withoutOuterBlankLines(all), now.lines));
  const hasName = kind === 'code' && path !== undefined;
  const lines = read(hasName ? written.slice(1) : written);
  const top = hasName ? nameLine(now.lines, written) : undefined;
  const whole = top === undefined ? lines : read([top, ...written.slice(1)]);
  if (lines === undefined || whole === undefined) {
    return 'notFound';
  }
  if ([now, ...seen.map(({ base }) => base)].every((text) => text.lines.every(isBlank))) {
    const placed = { base: file.base, start: 0, end: now.lines.length, lines, near: file };
    return { placed: [placed], isUnseen: false };
  }
  if (kind === 'newFile') {
    return isEqual(lines, withoutOuterBlankLines(now.lines))
      ? { placed: [], isUnseen: false }
      : 'notComplete';
  }
  const own = new Set(now.lines.map((line) => line.trim()));
  const isMark = (line: string): boolean => isElisionMark(line) && !own.has(line.trim());
  const places = isFileSeen ? seen : [...seen, file];
  const hasMarks = lines.some(isMark);
  if (hasMarks && endsWithinIf(lines, isMark)) {
    return 'notComplete';
  }
  const replaced =
    'replaces' in more && !hasMarks ? placeReplacement(more.replaces, lines, sources) : undefined;
  if (replaced !== undefined) {
    return replaced;
  }
  const byPath = (): PlacedCode | undefined => {
    for (const source of places) {
      const placed = placeByPath(lines, isMark, source, sources);
      if (placed !== undefined) {
        return { ...placed, isUnseen: source === file };
      }
    }
    return undefined;
  };
  // A complete file, which has the first line of the other one, may lack what has to go.
  const isPart =
    hasMarks ||
    !places.some(
      ({ base }) =>
        whole.includes(base.lines.find(hasWord) ?? '') &&
        (!isDeclarative(extension) || hasHalf(lines, base.lines)),
    );
  const part = isPart && (isDeclarative(extension) || !hasMarks) ? byPath() : undefined;
  const certain = part?.doubt === undefined ? part : undefined;
  if (certain !== undefined && isDeclarative(extension)) {
    return certain;
  }
  if (!hasMarks) {
    // What takes least is tried first: a definition may also be read as the complete file, which then lacks all else.
    const definition = placeDefinition(lines, sources);
    if (typeof definition !== 'string' && !definition.isUnseen && !definition.doubt) {
      return definition;
    }
    if (certain !== undefined) {
      return certain;
    }
    for (const source of places) {
      const placed = placeWhole(source.start === 0 ? whole : lines, source, extension);
      if (placed !== undefined) {
        return { placed, isUnseen: source === file };
      }
    }
    // The keys of data say where each belongs; code that begins as the file does may be all of it, with other lines.
    return (
      part ??
      (isDeclarative(extension) && !isStyles(extension) ? byPath() : undefined) ??
      definition
    );
  }
  let reason: RefusalReason = 'notFound';
  for (const source of places) {
    const code = top === now.lines[0] ? whole : lines;
    const placed = placeParts(code, isMark, source, sources);
    if (typeof placed !== 'string') {
      return { placed, isUnseen: source === file };
    }
    reason = reason === 'notFound' ? placed : reason;
  }
  return part ?? byPath() ?? reason;
}

/** Puts lines in the place of others, which the file has once. */
function placeReplacement(
  replaced: readonly string[] = [],
  lines: readonly string[],
  { seen, file, extension }: Sources,
): PlacedCode | undefined {
  const quoted = withoutOuterBlankLines(replaced);
  for (const { base, start, end } of [...seen, file]) {
    const [only, second] = findQuoted(base.lines, quoted, start, end);
    const code = only && second === undefined ? shiftLines(lines, only.shift) : undefined;
    if (only !== undefined && code !== undefined) {
      const range = { start: only.start, end: only.start + quoted.length };
      return { placed: replaceCode(base, range, code, extension), isUnseen: false };
    }
  }
  return undefined;
}

/**
 * The first line of a complete file that names itself: its own one, unless the answer has another name for it. Other files
 * rarely have the comment with which answers name them.
 */
function nameLine(
  [own = '']: readonly string[],
  [written = '', ...rest]: readonly string[],
): string | undefined {
  const [name, newName] = [own, written].map((line) =>
    pathInComment(line)?.replace(/^.*[\\/]/u, ''),
  );
  const isApart = name === undefined || newName === undefined || rest.includes(own);
  return isApart ? undefined : name === newName ? own : written;
}

/**
 * Code is all of a text if it ends with the last line, and the first line that both have is one of the first two of the
 * text, or they have half of their lines. Lines without words do not count: `{` and `}` are in any JSON; nor do blanks at the
 * ends of lines.
 */
function placeWhole(
  written: readonly string[],
  { base, start, end }: TextSource,
  extension: string,
): readonly PlacedLines[] | undefined {
  const range = codeRange(base.lines, start, end);
  const seen = base.lines.slice(range.start, range.end).map((line) => line.trimEnd());
  const lines = written.map((line) => line.trimEnd());
  const firsts = seen.filter(hasWord).slice(0, 2);
  if (start === 0 && end === base.lines.length) {
    const inText = new Set(seen);
    const first = lines.find((line) => hasWord(line) && inText.has(line));
    const hasFirst = first !== undefined && firsts.includes(first);
    const isAll =
      (hasFirst && lines.includes(lastHead(seen))) ||
      (hasHalf(lines, seen) && namedThings(base.lines, extension) !== undefined);
    return isAll && lines.at(-1) === seen.at(-1)
      ? replaceCode(base, range, written, extension)
      : undefined;
  }
  // What an answer shows may have a selection within it.
  const shift = shiftBetween(lines[0] ?? '', seen[0] ?? '');
  const code = shift && shiftLines(written, shift);
  if (code === undefined) {
    return undefined;
  }
  const shown = code.map((line) => line.trimEnd());
  return shown.at(-1) === seen.at(-1) && shown.includes(lastHead(seen))
    ? replaceCode(base, range, code, extension)
    : undefined;
}

/** Whether code has half of the lines of a text, and the text half of those of the code. */
function hasHalf(lines: readonly string[], text: readonly string[]): boolean {
  const [a, b] = [new Set(lines.filter(hasWord)), new Set(text.filter(hasWord))];
  const common = [...b].filter((line) => a.has(line)).length;
  return common * 2 >= b.size && common * 2 >= a.size;
}

function codeRange(lines: readonly string[], start: number, end: number): LineRange {
  const isCode = (line: string, index: number): boolean =>
    index >= start && index < end && !isBlank(line);
  const from = lines.findIndex(isCode);
  return from === -1 ? { start, end } : { start: from, end: lines.findLastIndex(isCode) + 1 };
}

/**
 * The last line or, if that is only a bracket, what it closes. Of a class it is the last method: what an answer shows of
 * a class has its first line and its last one, too.
 */
function lastHead(lines: readonly string[]): string {
  let head = '';
  for (let end = lines.length - 1; end >= 0; end -= 1) {
    let at = end;
    while (at > 0 && !hasWord(lines[at] ?? '')) {
      at = Math.max(0, headOf(lines, at));
    }
    const isWord = hasWord(lines[at] ?? '');
    if (head !== '') {
      return isWord && at < end ? (lines[at] ?? '') : head;
    }
    head = isWord ? (lines[at] ?? '') : '';
    if (isWord && at === end) {
      return head;
    }
  }
  return head;
}

/** The nearest line before that is not indented more; -1 if there is none. */
function headOf(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at] ?? '').length;
  return lines
    .slice(0, at)
    .findLastIndex((line) => !isBlank(line) && indentOf(line).length <= indent);
}

/** Lines between two marks. */
interface CodePart {
  readonly lines: readonly string[];
  /** The blanks before the mark above, if there is one: what it stands for is not indented less. */
  readonly markIndent: number | undefined;
  /** There is a mark below. */
  readonly hasMarkBelow: boolean;
}

function partsOf(lines: readonly string[], isMark: (line: string) => boolean): readonly CodePart[] {
  const parts: CodePart[] = [];
  let start = 0;
  let markIndent: number | undefined;
  for (const [index, line] of [...lines.entries(), [lines.length, undefined] as const]) {
    if (line === undefined || isMark(line)) {
      const part = withoutOuterBlankLines(lines.slice(start, index));
      if (part.length > 0) {
        parts.push({ lines: part, markIndent, hasMarkBelow: line !== undefined });
      }
      start = index + 1;
      markIndent = indentOf(line ?? '').length;
    }
  }
  return parts;
}

/** Each part replaces the lines from its first to its last one, where there is one such place after the part before. */
function placeParts(
  lines: readonly string[],
  isMark: (line: string) => boolean,
  source: TextSource,
  sources: Sources,
): readonly PlacedLines[] | RefusalReason {
  const { base, start, end } = source;
  const shift = shiftOf(
    lines.filter((line) => !isMark(line)),
    source,
  );
  const code = lines.flatMap((line) => shiftLine(line, shift) ?? (isMark(line) ? line : []));
  if (code.length !== lines.length) {
    return 'notFound';
  }
  const head = definitionStart(code, 0, code.length);
  const isOne =
    !isMark(code[0] ?? '') && endOfDefinition(code, head, sources.extension) === code.length;
  const placed: PlacedLines[] = [];
  const ranges: LineRange[] = [];
  // What one definition shows stands within it.
  let limit = end;
  for (const part of partsOf(code, isMark)) {
    const from = ranges.at(-1)?.end ?? start;
    const near =
      ranges.length === 0 ? limit : endOfIndent(base.lines, from, limit, part.markIndent ?? 0);
    const range = rangeOf(part, base.lines, { start: from, end: limit }, near);
    if (range === 'ambiguous') {
      return range;
    }
    const changes =
      range === undefined
        ? placeDefinition(part.lines, sources, source)
        : replaceCode(base, range, part.lines, sources.extension);
    if (typeof changes === 'string') {
      return changes === 'notComplete' ? 'notFound' : changes;
    }
    const isCode = 'placed' in changes;
    if (isCode && changes.doubt !== undefined) {
      return 'notFound';
    }
    const lastRange = isCode ? changes.placed[0]?.near : range;
    if (lastRange !== undefined && (lastRange.start < from || lastRange.end > limit)) {
      return 'notFound';
    }
    placed.push(...(isCode ? changes.placed : changes));
    ranges.push(lastRange ?? { start: from, end: from });
    if (isOne && ranges.length === 1 && lastRange !== undefined) {
      const first = definitionStart(base.lines, lastRange.start, end);
      limit = endOfDefinition(base.lines, first, sources.extension);
    }
  }
  if (
    placed.some((change) => standsTwice(change, ranges, source)) ||
    (isDeclarative(sources.extension) && hasKeyTwice(base.lines, placed, sources.extension))
  ) {
    return 'ambiguous';
  }
  return isSketchOf(codeRange(base.lines, start, end), ranges, code, isMark)
    ? placed
    : 'notComplete';
}

/** Whether changes of data write a key or selector that stands elsewhere, or what can no longer be read. */
function hasKeyTwice(
  lines: readonly string[],
  changes: readonly PlacedLines[],
  extension: string,
): boolean {
  const [old, things] = [lines, withChanges(lines, inOrder(changes))].map((some) =>
    namedThings(some, extension)?.filter(({ kind }) => kind !== 'element'),
  );
  return old !== undefined && (things === undefined || standTwice(old, things));
}

/** Whether lines that a part adds are among those beside it that a mark stands for, in the same block: they have moved. */
function standsTwice(
  { near, lines }: PlacedLines,
  ranges: readonly LineRange[],
  { base, start, end }: TextSource,
): boolean {
  const added = lines.filter((line) => !isBlank(line));
  const indent = Math.min(...added.map((line) => indentOf(line).length));
  const isInBlock = (line: string): boolean => isBlank(line) || indentOf(line).length >= indent;
  const from = Math.max(start, ...ranges.map((one) => (one.end <= near.start ? one.end : start)));
  const to = Math.min(end, ...ranges.map((one) => (one.start >= near.end ? one.start : end)));
  const before = base.lines.slice(from, near.start);
  const after = base.lines.slice(near.end, to);
  const rest = after.findIndex((line) => !isInBlock(line));
  return (
    added.some(hasWord) &&
    [
      before.slice(before.findLastIndex((line) => !isInBlock(line)) + 1),
      rest === -1 ? after : after.slice(0, rest),
    ].some(
      (beside) =>
        findExact(
          beside.filter((line) => !isBlank(line)),
          added,
        ).length > 0,
    )
  );
}

/**
 * Whether parts begin and end as the text, or are not meant to: code with a mark at one end or between its outer lines
 * shows the text from its start to its end, and what it does not show or mark there would have to go.
 */
function isSketchOf(
  text: LineRange,
  ranges: readonly LineRange[],
  code: readonly string[],
  isMark: (line: string) => boolean,
): boolean {
  const indents = code.flatMap((line) => (isBlank(line) ? [] : indentOf(line).length));
  const outer = Math.min(...indents);
  const hasStart = isMark(code[0] ?? '') || ranges[0]?.start === text.start;
  const hasEnd = isMark(code.at(-1) ?? '') || ranges.at(-1)?.end === text.end;
  const isOfText =
    hasStart || hasEnd || code.some((line) => isMark(line) && indentOf(line).length <= outer);
  return !isOfText || (hasStart && hasEnd);
}

/** An `#if` of C without its `#endif`, or a mark that may stand for that: the answer was cut. */
function endsWithinIf(code: readonly string[], isMark: (line: string) => boolean): boolean {
  const rest = code.slice(code.findLastIndex(isMark) + 1);
  const count = (directive: RegExp): number => rest.filter((line) => directive.test(line)).length;
  return count(/^\s*#if/u) > count(/^\s*#endif/u);
}

/** How the first line that the text has once, but for leading blanks, is indented there. */
function shiftOf(lines: readonly string[], { base, start, end }: TextSource): IndentShift {
  for (const line of lines) {
    const [only, second] = findQuoted(base.lines, [line], start, end);
    if (only !== undefined && second === undefined) {
      return only.shift;
    }
  }
  return noShift;
}

/** The end of the lines that are indented as much, with the line that closes them. */
function endOfIndent(lines: readonly string[], start: number, end: number, indent: number): number {
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? '';
    if (!isBlank(line) && indentOf(line).length < indent) {
      return at + 1;
    }
  }
  return end;
}

/** A part that is long enough shows a change with three lines before it and three after it, as diffs do. */
const quotedLines = 3;

/**
 * The range that begins with the first line of a part and ends with its last line. Where the text has the first line again,
 * it is the one before `near`, or the one that three lines of the part begin with.
 */
function rangeOf(
  part: CodePart,
  lines: readonly string[],
  { start, end }: LineRange,
  near: number,
): LineRange | 'ambiguous' | undefined {
  const quoted = part.lines.slice(0, 1);
  let starts = findExact(lines, quoted, start, end);
  if (starts.length > 1) {
    const nearest = findExact(lines, quoted, start, near);
    const isQuoted = part.markIndent !== undefined && part.lines.length >= 2 * quotedLines;
    starts =
      nearest.length === 1 || !isQuoted
        ? nearest
        : findExact(lines, part.lines.slice(0, quotedLines), start, end);
    if (starts.length !== 1) {
      return 'ambiguous';
    }
  }
  const [first] = starts;
  const [last, second] = first === undefined ? [] : endsOf(part, lines, first.start, end);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return second === undefined ? { start: first.start, end: last + 1 } : 'ambiguous';
}

/** The last lines of ranges. No line of a range is indented less than all of the part: it ends before the next function. */
function endsOf(
  { lines: part, hasMarkBelow }: CodePart,
  lines: readonly string[],
  start: number,
  end: number,
): readonly number[] {
  const last = part.length - 1;
  const lastLine = part[last] ?? '';
  if (last === 0) {
    return [start];
  }
  const head = headOf(part, last);
  const inBlock = part.slice(head + 1, last).some((line) => !isBlank(line)) || isCloser(lastLine);
  // The last line ends the block of the part's line `head`, or the one around the part.
  const endsBlock = (at: number): boolean => {
    const opening = head > 0 ? lines.lastIndexOf(part[head] ?? '', at - 1) : start;
    return opening >= start && blockEnd(lines, opening, lastLine) === at;
  };
  const floor = Math.min(...part.flatMap((line) => (isBlank(line) ? [] : indentOf(line).length)));
  const ends: number[] = [];
  for (let at = start + 1; at < end; at += 1) {
    const line = lines[at] ?? '';
    if (line === lastLine && (!inBlock || endsBlock(at))) {
      ends.push(at);
    }
    if (!isBlank(line) && indentOf(line).length < floor) {
      break;
    }
  }
  const same = ends.filter((at) =>
    part.slice(-quotedLines).every((line, index) => line === lines[at + 1 - quotedLines + index]),
  );
  const isQuoted = hasMarkBelow && part.length >= 2 * quotedLines;
  return ends.length > 1 && isQuoted && same.length === 1 ? same : ends;
}
