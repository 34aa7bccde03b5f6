// Where a text has what is looked for, in any case of its letters.

/** In UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** What is looked for; undefined where that is nothing. */
export type Pattern = RegExp | undefined;

/** The text as it was typed, anywhere. */
export function patternOf(query: string): Pattern {
  const text = query.trim() === '' ? '' : spaced(query);
  return text === '' ? undefined : new RegExp(text, 'giu');
}

/** Any of the words, at the beginning of one; in scripts without blanks anywhere. */
export function patternOfWords(words: readonly string[]): Pattern {
  const parts = words.map((word) => word.trim()).filter((word) => word !== '');
  const any = parts
    .toSorted((a, b) => b.length - a.length)
    .map((word) =>
      /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(word)
        ? `(?<![\\p{L}\\p{N}])${spaced(word)}`
        : spaced(word),
    );
  return any.length === 0 ? undefined : new RegExp(any.join('|'), 'giu');
}

export function matchesIn(text: string, pattern: Pattern): readonly Match[] {
  return pattern === undefined
    ? []
    : [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({
        start: index,
        end: index + length,
      }));
}

function spaced(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`).replaceAll(/\s/gu, ' ');
}
