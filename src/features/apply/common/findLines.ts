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

/** Undefined if no blanks make the one line of the other. */
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

/** Undefined if a line lacks the blanks to remove. */
export function shiftLine(line: string, { added, removed }: IndentShift): string | undefined {
  if (isBlank(line)) {
    return line;
  }
  return line.startsWith(removed) ? added + line.slice(removed.length) : undefined;
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

/** The places where something stands between two lines, `end` being exclusive; two are as many as anybody asks for. */
export function findPlaces(
  length: number,
  start: number,
  end: number,
  shiftAt: (at: number) => IndentShift | undefined,
): readonly FoundQuote[] {
  const found: FoundQuote[] = [];
  for (let at = start; at + length <= end && found.length < 2; at += 1) {
    const shift = shiftAt(at);
    if (shift !== undefined) {
      found.push({ start: at, shift });
    }
  }
  return found;
}

export function findExact(
  lines: readonly string[],
  quoted: readonly string[],
  start = 0,
  end = lines.length,
): readonly FoundQuote[] {
  return findPlaces(quoted.length, start, end, (at) =>
    quoted.every((line, index) => line === lines[at + index]) ? noShift : undefined,
  );
}

export function findShifted(
  lines: readonly string[],
  quoted: readonly string[],
  start = 0,
  end = lines.length,
): readonly FoundQuote[] {
  const wanted = quoted.map((line) => line.trimEnd());
  const first = wanted.findIndex((line) => line !== '');
  const firstLine = wanted[first];
  if (firstLine === undefined) {
    return [];
  }
  return findPlaces(wanted.length, start, end, (at) => {
    const shift = shiftBetween(firstLine, (lines[at + first] ?? '').trimEnd());
    const isThere = wanted.every(
      (line, index) =>
        shift !== undefined && shiftLine(line, shift) === (lines[at + index] ?? '').trimEnd(),
    );
    return isThere ? shift : undefined;
  });
}
