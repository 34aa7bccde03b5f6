// Search patterns and their matches in a text. Letter case is ignored.

/** Offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Undefined if there is nothing to search for. */
export type Pattern = RegExp | undefined;

/** Matches the query as typed, anywhere. */
export function createPattern(query: string): Pattern {
  return query.trim() === '' ? undefined : new RegExp(escapeRegExp(query), 'giu');
}

/** Matches any of the words: at the start of a word, or anywhere in scripts without spaces. */
export function createWordPattern(words: readonly string[]): Pattern {
  const alternatives = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) =>
      /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(word)
        ? `(?<![\\p{L}\\p{N}])${escapeRegExp(word)}`
        : escapeRegExp(word),
    );
  return alternatives.length === 0 ? undefined : new RegExp(alternatives.join('|'), 'giu');
}

export function findMatches(text: string, pattern: Pattern): readonly Match[] {
  return pattern === undefined
    ? []
    : [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({
        start: index,
        end: index + length,
      }));
}

/** Escapes regular expression syntax and turns all white space into spaces, as in the searched text. */
function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`).replaceAll(/\s/gu, ' ');
}
