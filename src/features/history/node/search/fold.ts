// Folds text for the search, so that case, accents and character width do not matter.

/** A code point after folding. */
export interface FoldedCodePoint {
  /**
   * `word`: of a script that separates words by blanks. `run`: of a script that does not (Chinese, Japanese,
   * Thai) or that joins words (Korean), so that a search matches inside. `mark`: has no effect.
   * `separator`: everything else.
   */
  readonly kind: 'word' | 'run' | 'mark' | 'separator';
  readonly text: string;
}

/** Accents of Latin, Greek and Cyrillic. In other scripts marks distinguish words. */
const accents = /[\u0300-\u036f]/gu;
/** Soft hyphens, joiners, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const nonWordCharacters = /[^\p{L}\p{N}\p{M}]/gu;
const runScripts =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const halfWidthKana = /[\uff65-\uff9f]+/gu;

/** Letters of runs that folding changes, and marks that may follow a letter of a run. */
const changedInRuns =
  /[\u0149\u0e33\u0eb3\u0edc\u0edd\u2e9f\u2ef3\u2f00-\u2fd5\u3038-\u303a\u309b\u309c\u309f\u30ff\u3131-\u33ff\uff65-\uffdc\u{1f200}-\u{1f2ff}]|[\p{Default_Ignorable_Code_Point}\u0300-\u036f](?<=[^\0-\x7f\p{P}\p{S}\p{Z}].)/u;

/** A text has few different code points. */
const cache = new Map<number, FoldedCodePoint>();

/** The form to which the offsets of matches refer: one code point per visible letter. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').replace(halfWidthKana, (kana) => kana.normalize('NFKC'));
}

/** Whether folding changes no run of the text. @param text Normalized. */
export function areRunsFolded(text: string): boolean {
  return !changedInRuns.test(text);
}

export function foldCodePoint(codePoint: number): FoldedCodePoint {
  let folded = cache.get(codePoint);
  if (folded === undefined) {
    folded = fold(String.fromCodePoint(codePoint));
    cache.set(codePoint, folded);
  }
  return folded;
}

function fold(character: string): FoldedCodePoint {
  const base = character.normalize('NFKD').replace(accents, '').replace(invisible, '');
  if (base === '') {
    return { kind: 'mark', text: '' };
  }
  // Upper case first: only that maps all spellings of ß, ŉ and the like to the same letters.
  const text = base
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(nonWordCharacters, '');
  if (text === '') {
    return { kind: 'separator', text };
  }
  return { kind: runScripts.test(text) ? 'run' : 'word', text };
}
