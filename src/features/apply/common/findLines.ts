// Finds lines that a model quoted: exactly, else with the same leading blanks added to each line or missing from it,
// because models dedent what they quote, and drop blanks at the ends of lines. Nothing else may differ.
import { indentOf } from '../../../base/text/indentation';
import { isBlank } from './fileText';

/** How the file's lines differ from the quoted ones: by these leading blanks, which it has more or less. */
export interface IndentShift {
  readonly added: string;
  readonly removed: string;
}

export const noShift: IndentShift = { added: '', removed: '' };

/** Returns undefined if no blanks make the one line of the other. */
export function shiftBetween(quoted: string, line: string): IndentShift | undefined {
  const [from, to] = [indentOf(quoted), indentOf(line)];
  if (quoted.slice(from.length) !== line.slice(to.length)) {
    return undefined;
  }
  if (to.endsWith(from)) {
    return { added: to.slice(0, to.length - from.length), removed: '' };
  }
  return from.endsWith(to)
    ? { added: '', removed: from.slice(0, from.length - to.length) }
    : undefined;
}

/** Returns undefined if a line lacks the blanks to remove. A blank line has none to lack, and gets none. */
export function shiftLine(line: string, { added, removed }: IndentShift): string | undefined {
  const hasRemoved = line.startsWith(removed);
  if (isBlank(line)) {
    return hasRemoved ? line.slice(removed.length) : '';
  }
  return hasRemoved ? added + line.slice(removed.length) : undefined;
}

export function shiftLines(
  lines: readonly string[],
  shift: IndentShift,
): readonly string[] | undefined {
  const shifted = lines.flatMap((line) => shiftLine(line, shift) ?? []);
  return shifted.length === lines.length ? shifted : undefined;
}

export interface FoundQuote {
  readonly start: number;
  readonly shift: IndentShift;
}

/** The places of each line of a text, made once for the many edits of an answer: searching each in 10,000 lines takes minutes. */
type LineIndex = ReadonlyMap<string, readonly number[]>;

const exactIndex = oncePerText(indexOf);
const trimmedIndex = oncePerText((lines) => indexOf(lines.map((line) => line.trim())));

function indexOf(keys: readonly string[]): LineIndex {
  return Map.groupBy(keys.keys(), (at) => keys[at] ?? '');
}

/** Reads a text once, for all edits of an answer. */
export function oncePerText<T extends object>(
  read: (lines: readonly string[]) => T,
): (lines: readonly string[]) => T {
  const known = new WeakMap<readonly string[], T>();
  return (lines) => {
    const result = known.get(lines) ?? read(lines);
    known.set(lines, result);
    return result;
  };
}

/** Returns where quoted lines may start, as far as the one of them says that the text has least often. */
function startsOf(index: LineIndex, keys: readonly (string | undefined)[]): readonly number[] {
  const [rarest] = keys
    .flatMap((key, offset) => (key === undefined ? [] : { offset, places: index.get(key) ?? [] }))
    .toSorted((a, b) => a.places.length - b.places.length);
  return rarest?.places.map((at) => at - rarest.offset) ?? [];
}

/** Those of the starts at which a number of lines stands between `start` and `end`, at most `most` of them. */
function findAmong(
  starts: readonly number[],
  { length, start, end, most }: { length: number; start: number; end: number; most: number },
  shiftAt: (at: number) => IndentShift | undefined,
): readonly FoundQuote[] {
  const found: FoundQuote[] = [];
  for (const at of starts) {
    const shift = at >= start && at + length <= end ? shiftAt(at) : undefined;
    if (shift !== undefined) {
      found.push({ start: at, shift });
    }
    if (found.length === most) {
      break;
    }
  }
  return found;
}

/** @param most the number of places after which the search ends: two say that it is not certain which is meant */
export function findExact(
  lines: readonly string[],
  quoted: readonly string[],
  start = 0,
  end = lines.length,
  most = 2,
): readonly FoundQuote[] {
  return findAmong(
    startsOf(exactIndex(lines), quoted),
    { length: quoted.length, start, end, most },
    (at) => (quoted.every((line, offset) => line === lines[at + offset]) ? noShift : undefined),
  );
}

/** Finds quoted lines exactly or, where no place has them so, with other leading blanks. */
export function findQuoted(...quote: Parameters<typeof findExact>): readonly FoundQuote[] {
  const exact = findExact(...quote);
  return exact.length > 0 ? exact : findShifted(...quote);
}

function findShifted(
  lines: readonly string[],
  quoted: readonly string[],
  start = 0,
  end = lines.length,
  most = 2,
): readonly FoundQuote[] {
  const wanted = quoted.map((line) => line.trimEnd());
  const first = wanted.findIndex((line) => line !== '');
  const firstLine = wanted[first];
  if (firstLine === undefined) {
    return [];
  }
  const keys = wanted.map((line) => (line === '' ? undefined : line.trim()));
  return findAmong(
    startsOf(trimmedIndex(lines), keys),
    { length: wanted.length, start, end, most },
    (at) => {
      const shift = shiftBetween(firstLine, (lines[at + first] ?? '').trimEnd());
      const isThere = wanted.every(
        (line, offset) =>
          shift !== undefined && shiftLine(line, shift) === (lines[at + offset] ?? '').trimEnd(),
      );
      return isThere ? shift : undefined;
    },
  );
}
