// The placeholders of masked secrets: the model saw `[GitHub token removed]` (see `placeholderFor()` of the secrets), the
// file has the token. Finds the originals in the file, and puts them back into lines that the model wrote.

const placeholder = /\[[^[\]\n]{1,80} removed\]/gu;

export function placeholdersIn(line: string): readonly string[] {
  return line.match(placeholder) ?? [];
}

export function hasPlaceholder(line: string): boolean {
  return placeholdersIn(line).length > 0;
}

/** What a line that the model saw is in the file. */
export interface UnmaskedLine {
  /** The lines of the file, from the first of the compared ones; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The originals have the order of the placeholders. */
  readonly originals: readonly string[];
}

/** The only masked secret that has several lines. */
const privateKey = /^-----BEGIN [^\n]*-----\n[^]*\n[^\S\n]*-----END [^\n]*-----$/u;

/**
 * What the masked lines are in the file, if these lines of the file are nothing else: the text between the placeholders
 * is the same, and there is one way only to find it.
 */
export function unmaskLines(
  masked: readonly string[],
  file: readonly string[],
): readonly UnmaskedLine[] | undefined {
  const fileText = file.join('\n');
  const parts = masked.join('\n').split(placeholder);
  const starts = firstPlaces(parts, fileText);
  const lastStarts = starts && lastPlaces(parts, fileText);
  if (starts === undefined || !starts.every((start, index) => start === lastStarts?.[index])) {
    return undefined;
  }
  const originals = starts.slice(1).map((start, index) => {
    const from = (starts[index] ?? 0) + (parts[index]?.length ?? 0);
    return fileText.slice(from, start);
  });
  if (originals.some((text) => text === '' || (text.includes('\n') && !privateKey.test(text)))) {
    return undefined;
  }
  let used = 0;
  let line = 0;
  return masked.map((text) => {
    const count = placeholdersIn(text).length;
    const own = originals.slice(used, used + count);
    used += count;
    const start = line;
    line += 1 + own.reduce((sum, original) => sum + original.split('\n').length - 1, 0);
    return { start, end: line, originals: own };
  });
}

/** The first possible offsets of the parts, one after the other. The outer ones are at the ends; a secret has a character. */
function firstPlaces(parts: readonly string[], text: string): readonly number[] | undefined {
  const places: number[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = index === 0 ? 0 : isLast ? text.length - part.length : text.indexOf(part, from + 1);
    if (at < from || !text.startsWith(part, at)) {
      return undefined;
    }
    places.push(at);
    from = at + part.length;
  }
  return places;
}

function lastPlaces(parts: readonly string[], text: string): readonly number[] | undefined {
  return firstPlaces(parts.map(backward).toReversed(), backward(text))
    ?.toReversed()
    .map((at, index) => text.length - at - (parts[index] ?? '').length);
}

/** Offsets count UTF-16 units. */
function backward(text: string): string {
  return text.split('').toReversed().join('');
}

/** A line that the model saw, with the originals of its placeholders where they are known. */
export interface MaskedLine {
  readonly line: string;
  readonly originals: readonly string[] | undefined;
}

interface Original {
  readonly placeholder: string;
  readonly name: string;
  readonly original: string | undefined;
}

function originalsOf({ line, originals }: MaskedLine): readonly Original[] {
  return [...line.matchAll(placeholder)].map((match, index) => ({
    placeholder: match[0],
    name: nameBefore(line, match.index),
    original: originals?.[index],
  }));
}

/** The last word before the placeholder, for example the constant to which the secret is assigned. */
function nameBefore(line: string, at: number): string {
  return (
    line
      .slice(0, at)
      .match(/[\p{L}\p{N}_$-]+/gu)
      ?.at(-1) ?? ''
  );
}

/**
 * The line with the originals; a private key makes several lines of it. `near` are the lines that the change replaces.
 * A placeholder stays where its original is not certain.
 */
export function restoreOriginals(
  line: string,
  near: readonly MaskedLine[],
  all: readonly MaskedLine[],
): readonly string[] {
  return line
    .replaceAll(placeholder, (text, at: number) => {
      const name = nameBefore(line, at);
      for (const masked of [near, all]) {
        const same = masked.flatMap(originalsOf).filter((one) => one.placeholder === text);
        const original = theOnly(same) ?? theOnly(same.filter((one) => one.name === name));
        if (original !== undefined) {
          return original;
        }
        if (same.length > 0) {
          return text;
        }
      }
      return text;
    })
    .split('\n');
}

function theOnly(originals: readonly Original[]): string | undefined {
  const [first] = originals;
  return originals.every(({ original }) => original === first?.original)
    ? first?.original
    : undefined;
}
