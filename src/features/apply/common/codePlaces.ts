// Where code without old lines belongs: a complete file or selection, parts of one with marks between them, or one
// function. The lines that stay decide, exactly; where the first and the last line are those of several places, none is
// taken.
import type { FileProposal } from './blockFormats';
import { indentOf, isBlank, withoutOuterBlankLines } from './fileText';
import { findExact, findShifted, shiftLine, shiftLines } from './findLines';
import type { IndentShift } from './findLines';
import { isCommentLine, isElisionMark } from './marks';
import { compareLines, MergeBase } from './mergeLines';
import type { CodeSymbol, Refusal } from './placement';
import { blockEnd } from './sources';
import type { LineRange, PlacedLines, Sources, TextSource } from './sources';

export interface PlacedCode {
  readonly placed: readonly PlacedLines[];
  /** The model was not shown what is replaced. */
  readonly isUnseen: boolean;
}

export function placeCode(
  { path, lines: written }: Extract<FileProposal, { kind: 'code' | 'newFile' }>,
  sources: Sources,
): PlacedCode | Refusal {
  const { now, seen, file, isFileSeen } = sources;
  const lines = withoutOuterBlankLines(withoutPath(written, path, now.lines));
  if ([now, ...seen.map(({ base }) => base)].every((text) => text.lines.every(isBlank))) {
    const placed = { base: file.base, start: 0, end: now.lines.length, lines, near: file };
    return { placed: [placed], isUnseen: false };
  }
  const own = new Set(now.lines.map((line) => line.trim()));
  const isMark = (line: string): boolean => isElisionMark(line) && !own.has(line.trim());
  const places = isFileSeen ? seen : [...seen, file];
  if (!lines.some(isMark)) {
    for (const source of places) {
      const placed = placeWhole(lines, source);
      if (placed !== undefined) {
        return { placed, isUnseen: source === file };
      }
    }
    return placeDefinition(lines, sources);
  }
  let reason: Refusal = 'notFound';
  for (const source of places) {
    const placed = placeParts(lines, isMark, source, sources);
    if (typeof placed !== 'string') {
      return { placed, isUnseen: source === file };
    }
    reason = reason === 'notFound' ? placed : reason;
  }
  return reason;
}

/** Without a comment in the first line that names the file, which the file itself rarely has. */
function withoutPath(
  lines: readonly string[],
  path: string | undefined,
  now: readonly string[],
): readonly string[] {
  const [first = ''] = lines;
  return path !== undefined && isCommentLine(first) && first.includes(path) && !now.includes(first)
    ? lines.slice(1)
    : lines;
}

/** Code that begins and ends as the text that the model saw replaces that. */
function placeWhole(
  lines: readonly string[],
  source: TextSource,
): readonly PlacedLines[] | undefined {
  const { base, start, end } = source;
  const range = codeRange(base.lines, start, end);
  const seen = base.lines.slice(range.start, range.end);
  const shifted = [
    ...findExact(seen.slice(0, 1), lines.slice(0, 1)),
    ...findShifted(seen.slice(0, 1), lines.slice(0, 1)),
  ];
  const [first] = shifted;
  const code = first && shiftLines(lines, first.shift);
  const isWhole = code !== undefined && headsOfEnd(code).join('\n') === headsOfEnd(seen).join('\n');
  return isWhole ? replaceRange(base, range, code) : undefined;
}

function codeRange(lines: readonly string[], start: number, end: number): LineRange {
  const isCode = (line: string, index: number): boolean =>
    index >= start && index < end && !isBlank(line);
  const from = lines.findIndex(isCode);
  return from === -1 ? { start, end } : { start: from, end: lines.findLastIndex(isCode) + 1 };
}

/**
 * The last line and, where it only closes something, the lines that open it: `}` alone is the end of any code, and an
 * answer with some functions of a file would replace it.
 */
function headsOfEnd(lines: readonly string[]): readonly string[] {
  const heads = lines.slice(-1);
  let at = lines.length - 1;
  while (at > 0 && !/[\p{L}\p{N}]/u.test(lines[at] ?? '')) {
    at = Math.max(0, headOf(lines, at));
    heads.unshift(lines[at] ?? '');
  }
  return heads;
}

/** The nearest line before that is not indented more; -1 if there is none. */
function headOf(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at] ?? '').length;
  const head = lines
    .slice(0, at)
    .findLastIndex((line) => !isBlank(line) && indentOf(line).length <= indent);
  return head;
}

function replaceRange(
  base: MergeBase,
  near: LineRange,
  lines: readonly string[],
): readonly PlacedLines[] | undefined {
  return compareLines(base.lines.slice(near.start, near.end), lines)?.map((change) => ({
    base,
    near,
    start: near.start + change.start,
    end: near.start + change.end,
    lines: lines.slice(change.newStart, change.newEnd),
  }));
}

/** Lines between two marks. */
interface CodePart {
  readonly lines: readonly string[];
  /** The blanks before the mark above: what it stands for is not indented less. */
  readonly markIndent: number;
}

function partsOf(lines: readonly string[], isMark: (line: string) => boolean): readonly CodePart[] {
  const parts: CodePart[] = [];
  let [start, markIndent] = [0, 0];
  for (const [index, line] of [...lines.entries(), [lines.length, undefined] as const]) {
    if (line === undefined || isMark(line)) {
      const part = withoutOuterBlankLines(lines.slice(start, index));
      if (part.length > 0) {
        parts.push({ lines: part, markIndent });
      }
      [start, markIndent] = [index + 1, indentOf(line ?? '').length];
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
): readonly PlacedLines[] | Refusal {
  const { base, start, end } = source;
  const shift = shiftOf(
    lines.filter((line) => !isMark(line)),
    source,
  );
  const code =
    shift && lines.map((line) => shiftLine(line, shift) ?? (isMark(line) ? line : undefined));
  if (code?.every((line) => line !== undefined) !== true) {
    return 'notFound';
  }
  const placed: PlacedLines[] = [];
  let from = start;
  for (const [index, part] of partsOf(code, isMark).entries()) {
    const to = index === 0 ? end : endOfIndent(base.lines, from, end, part.markIndent);
    const ranges = rangesOf(part.lines, base.lines, from, to, end);
    const [first] = ranges;
    if (ranges.length > 1) {
      return 'ambiguous';
    }
    const found =
      first === undefined
        ? placeDefinition(part.lines, sources, source)
        : replaceRange(base, first, part.lines);
    if (found === undefined) {
      return 'changedSince';
    }
    if (typeof found === 'string') {
      return found === 'notComplete' ? 'notFound' : found;
    }
    if ('placed' in found) {
      const near = found.placed[0]?.near;
      if (found.isUnseen || (near !== undefined && near.start < from)) {
        return 'notFound';
      }
      placed.push(...found.placed);
      from = near?.end ?? from;
    } else {
      placed.push(...found);
      from = first?.end ?? from;
    }
  }
  return placed;
}

/** How the first line that the text has once, but for leading blanks, is indented there. */
function shiftOf(
  lines: readonly string[],
  { base, start, end }: TextSource,
): IndentShift | undefined {
  for (const line of lines) {
    const exact = findExact(base.lines, [line], start, end);
    const found = exact.length > 0 ? exact : findShifted(base.lines, [line], start, end);
    const [only, second] = found;
    if (only !== undefined && second === undefined) {
      return only.shift;
    }
  }
  return undefined;
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

/**
 * The ranges that begin with the first line of a part, which must be the only one before `to`, and end with its last line.
 * No line of a range is indented less than all of the part: it does not reach into the next function.
 */
function rangesOf(
  part: readonly string[],
  lines: readonly string[],
  from: number,
  to: number,
  end: number,
): readonly LineRange[] {
  const starts = findExact(lines, part.slice(0, 1), from, to);
  return starts.flatMap(({ start }) =>
    starts.length > 1
      ? { start, end: start }
      : endsOf(part, lines, start, end).map((at) => ({ start, end: at + 1 })),
  );
}

function endsOf(
  part: readonly string[],
  lines: readonly string[],
  start: number,
  end: number,
): readonly number[] {
  const last = part.length - 1;
  const lastLine = part[last] ?? '';
  if (last === 0) {
    return [start];
  }
  const indents = part.filter((line) => !isBlank(line)).map((line) => indentOf(line).length);
  const floor = Math.min(...indents);
  const head = headOf(part, last);
  const inBlock = part.slice(head + 1, last).some((line) => !isBlank(line)) || isCloser(lastLine);
  // The last line ends the block of the part's line `head`, or the one around the part.
  const isEndOfBlock = (at: number): boolean => {
    const opening = head > 0 ? lines.lastIndexOf(part[head] ?? '', at - 1) : start;
    return opening >= start && blockEnd(lines, opening, lastLine) === at;
  };
  const ends: number[] = [];
  for (let at = start + 1; at < end && ends.length < 2; at += 1) {
    const line = lines[at] ?? '';
    if (line === lastLine && (!inBlock || isEndOfBlock(at))) {
      ends.push(at);
    }
    if (!isBlank(line) && indentOf(line).length < floor) {
      break;
    }
  }
  return ends;
}

/** One function or class, found by its name among the symbols of the file. */
function placeDefinition(
  lines: readonly string[],
  { now, seen, file, isFileSeen, symbols }: Sources,
  within?: TextSource,
): PlacedCode | Refusal {
  const head = definitionStart(lines, 0, lines.length);
  const first = lines[head] ?? '';
  const words = new Set(first.match(/[\p{L}\p{N}_$]+/gu));
  const named = symbols.filter(({ name, start, end }) => words.has(name) && end > start);
  const symbol = theOne(named, first, now.lines);
  if (symbol === undefined || !isOneDefinition(lines, head)) {
    return named.length > 1 ? 'ambiguous' : 'notComplete';
  }
  const range = rangeOfSymbol(symbol, now.lines, head > 0);
  const [shift] = findShifted(
    [
      indentOf(now.lines[definitionStart(now.lines, range.start, range.end)] ?? '') +
        first.trimStart(),
    ],
    [first],
  );
  const code = shift && shiftLines(lines, shift.shift);
  if (code === undefined) {
    return 'notFound';
  }
  const quoted = now.lines.slice(range.start, range.end);
  for (const source of within === undefined ? seen : [within]) {
    const [found, second] = findExact(source.base.lines, quoted, source.start, source.end);
    if (found !== undefined && second === undefined) {
      const placed = replaceRange(
        source.base,
        { start: found.start, end: found.start + quoted.length },
        code,
      );
      return placed === undefined ? 'changedSince' : { placed, isUnseen: false };
    }
  }
  const placed = isFileSeen ? undefined : replaceRange(file.base, range, code);
  return placed === undefined ? 'changedSince' : { placed, isUnseen: true };
}

/** The symbol that begins with this line, or else the only one. */
function theOne(
  symbols: readonly CodeSymbol[],
  line: string,
  now: readonly string[],
): CodeSymbol | undefined {
  const same = symbols.filter(
    ({ start, end }) => now[definitionStart(now, start, end)]?.trim() === line.trim(),
  );
  const [only, second] = same.length > 0 ? same : symbols;
  return second === undefined ? only : undefined;
}

/** The first line that is no comment and no decorator. */
function definitionStart(lines: readonly string[], start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (!isBesideCode(lines[at] ?? '')) {
      return at;
    }
  }
  return start;
}

function isBesideCode(line: string): boolean {
  return (
    isBlank(line) ||
    isCommentLine(line) ||
    /^\s*(?:@[\w.]+(?:\(.*\))?|#\[.*\]|\[\w.*\])\s*$/u.test(line)
  );
}

/** The lines of the definition, with the comments and decorators above only if the code has its own. */
function rangeOfSymbol(
  { start, end }: CodeSymbol,
  now: readonly string[],
  hasComments: boolean,
): LineRange {
  let from = definitionStart(now, start, end);
  while (
    hasComments &&
    from > 0 &&
    !isBlank(now[from - 1] ?? '') &&
    isBesideCode(now[from - 1] ?? '')
  ) {
    from -= 1;
  }
  return { start: from, end };
}

/** Whether all lines belong to the definition in the first one: they are indented more, or close it. */
function isOneDefinition(lines: readonly string[], head: number): boolean {
  const indent = indentOf(lines[head] ?? '').length;
  return lines.slice(head + 1).every((line) => {
    const own = indentOf(line).length;
    return isBlank(line) || own > indent || (own === indent && isCloser(line));
  });
}

function isCloser(line: string): boolean {
  return /^\s*(?:[)\]}>{]|end\b)/u.test(line);
}
