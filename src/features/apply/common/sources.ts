// The texts in which a change may be placed: those that the model saw, the newest first, and the file as it is now.
import { indentOf } from '../../../base/text/indentation';
import { compareCode } from './compareCode';
import { indentationOf, type Indentation } from './fileIndentation';
import {
  isBlank,
  readFileText,
  splitLines,
  type FileText,
  type LineRange,
  type TextChange,
} from './fileText';
import { findExact } from './findLines';
import { hasPlaceholder, unmaskLines } from './masks';
import { MergeBase } from './mergeLines';
import type { CodeSymbol, PlaceInput, Removal, SeenText } from './placement';

/** A text that is compared with the file as it is now. Lines outside the range were not shown to the model. */
export interface TextSource extends LineRange {
  readonly base: MergeBase;
}

/** A change of one of the texts. */
export interface PlacedLines extends TextChange {
  readonly base: MergeBase;
  /** Changes of code with the same number are one conflict, if one of them is. */
  readonly unit?: number;
  readonly removal?: Removal;
  /** What the model quoted or rewrote around them: there it saw the placeholders that the lines have. */
  readonly near: LineRange;
}

export interface PlacedCode {
  readonly placed: readonly PlacedLines[];
  /** The model was not shown what is replaced. */
  readonly isUnseen: boolean;
  readonly isDefinition?: boolean;
  readonly doubt?: Doubt;
}

/**
 * Why the user decides: what is replaced ends with another line, so that the code may be cut; or new lines have one
 * neighbor only, and may be meant to replace the line on their other side.
 */
type Doubt = 'otherEnd' | 'oneNeighbor';

export interface Sources {
  readonly now: FileText;
  readonly seen: readonly TextSource[];
  readonly file: TextSource;
  /** The model saw the file or its first lines, not only a selection. */
  readonly isFileSeen: boolean;
  readonly symbols: readonly CodeSymbol[];
  /** The extension of the file's name, as `namedThings()` takes it. */
  readonly extension: string;
  readonly indentation: Indentation;
}

export function readSources({ path, now, seen, symbols = [] }: PlaceInput): Sources {
  const file = readFileText(now);
  const extension = extensionOf(path);
  return {
    now: file,
    seen: seen.flatMap((text) => readSeen(text, file.lines) ?? []),
    file: { base: MergeBase.of(file.lines), start: 0, end: file.lines.length },
    isFileSeen: seen.some(({ startLine }) => startLine === undefined),
    symbols,
    extension,
    indentation: indentationOf(file.lines, extension),
  };
}

/** Returns it in lower case, without the dot; for a name without a dot, the name. */
export function extensionOf(path: string): string {
  return (/[^./\\]+$/u.exec(path)?.[0] ?? '').toLowerCase();
}

/** Returns undefined if the lines that the model saw are not found in the file: it is as if it had not seen them. */
function readSeen(
  { text, startLine, isExcerpt }: SeenText,
  now: readonly string[],
): TextSource | undefined {
  const lines = splitLines(text);
  const seen =
    startLine !== undefined
      ? findWindow(lines, now, startLine - 1)
      : isExcerpt === true
        ? findExcerptEnd(lines, now)
        : { start: 0, end: now.length };
  const base =
    seen && MergeBase.align([...now.slice(0, seen.start), ...lines, ...now.slice(seen.end)], now);
  return base && seen && { base, start: seen.start, end: seen.start + lines.length };
}

/** Selected lines stand where they were, or in one place only. A private key that was masked in them is not looked for. */
function findWindow(
  lines: readonly string[],
  now: readonly string[],
  start: number,
): LineRange | undefined {
  const { length } = lines;
  const isAt = (at: number): boolean =>
    lines.every((line, index) => {
      const lineNow = now[at + index];
      return (
        line === lineNow ||
        (lineNow !== undefined &&
          hasPlaceholder(line) &&
          unmaskLines([line], [lineNow]) !== undefined)
      );
    });
  if (length === 0 || isAt(start)) {
    return length === 0 ? undefined : { start, end: start + length };
  }
  const [only, second] = [...now.keys()].filter(isAt);
  return only === undefined || second !== undefined
    ? undefined
    : { start: only, end: only + length };
}

/** The first lines end with lines that the file has once only. */
function findExcerptEnd(lines: readonly string[], now: readonly string[]): LineRange | undefined {
  for (let count = 1; count <= lines.length; count *= 2) {
    const found = findExact(now, lines.slice(-count));
    const [first] = found;
    if (first === undefined) {
      return undefined;
    }
    if (found.length === 1) {
      return { start: 0, end: first.start + count };
    }
  }
  return undefined;
}

/** The lines of the innermost of the named blocks: those that are indented more than the line that begins with its name. */
export function enclosedLines(
  lines: readonly string[],
  names: readonly string[],
  start: number,
  end: number,
): LineRange | undefined {
  let range: LineRange = { start, end };
  for (const name of names.map((one) => one.trim()).filter((one) => one !== '')) {
    const heads: number[] = [];
    for (let at = range.start; at < range.end && heads.length < 2; at += 1) {
      if (beginsWith(lines[at] ?? '', name)) {
        heads.push(at);
      }
    }
    const [head, second] = heads;
    if (head === undefined || second !== undefined) {
      return undefined;
    }
    range = { start: head, end: Math.min(range.end, blockEnd(lines, head) + 1) };
  }
  return range;
}

/** Whether a line begins with these words, of which the last one ends there. */
export function beginsWith(line: string, words: string): boolean {
  const text = line.trim();
  return text.startsWith(words) && !/^[\p{L}\p{N}_$]/u.test(text.slice(words.length));
}

/** The line that ends the block below a line: the first one that is not indented more. @param like the line to compare with */
export function blockEnd(lines: readonly string[], head: number, like = lines[head] ?? ''): number {
  const indent = indentOf(like).length;
  for (let at = head + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!isBlank(line) && indentOf(line).length <= indent) {
      return at;
    }
  }
  return lines.length;
}

/** Whether a line closes a block, or opens that of the line before; `{{ name }}` in a template does not. */
export function isCloser(line: string): boolean {
  return /^\s*(?:[)\]}>]|\{(?!\{)|end\b)/u.test(line);
}

/** The changes that put code without quotes in the place of lines. @param near what the model rewrote around these, too */
export function replaceCode(
  base: MergeBase,
  range: LineRange,
  lines: readonly string[],
  extension: string,
  near = range,
): readonly PlacedLines[] {
  const changes = compareCode(base.lines, range, lines, extension);
  return changes.map(({ start, end, newStart, newEnd, unit }) => ({
    base,
    start,
    end,
    lines: lines.slice(newStart, newEnd),
    near,
    unit,
  }));
}
