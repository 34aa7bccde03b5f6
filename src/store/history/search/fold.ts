// What makes two spellings the same word for a search: case, accents and width do not count.

/** What a code point is to a search once it is folded. */
export interface Folded {
  /**
   * `word`: part of a word that blanks set off. `run`: of a script that writes words without blanks, or
   * joins them, so that any part is looked for. `mark`: changes nothing. `gap`: everything else.
   */
  readonly kind: 'word' | 'run' | 'mark' | 'gap';
  readonly text: string;
}

/** Accents of Latin, Greek and Cyrillic letters; the marks of other scripts are letters to their readers. */
const accents = /[\u0300-\u036f]/gu;
/** Soft hyphens, joiners, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const notOfWords = /[^\p{L}\p{N}\p{M}]/gu;
const withoutBlanks =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const halfWidthKana = /[\uff65-\uff9f]+/gu;

/** Letters of runs that fold to others, and marks after what may be a letter of one. */
const foldedInRuns =
  /[\u0149\u0e33\u0eb3\u0edc\u0edd\u2e9f\u2ef3\u2f00-\u2fd5\u3038-\u303a\u309b\u309c\u309f\u30ff\u3131-\u33ff\uff65-\uffdc\u{1f200}-\u{1f2ff}]|[\p{Default_Ignorable_Code_Point}\u0300-\u036f](?<=[^\0-\x7f\p{P}\p{S}\p{Z}].)/u;

/** By code point; a text has few different ones. */
const known = new Map<number, Folded>();

/** The text in which places are counted: what is one letter to the reader is one code point in it. */
export function composed(text: string): string {
  return text.normalize('NFC').replace(halfWidthKana, (kana) => kana.normalize('NFKC'));
}

/** Whether every run of the text stands in it as it is once it is folded. `text`: as `composed` gives it. */
export function areRunsAsFolded(text: string): boolean {
  return !foldedInRuns.test(text);
}

export function foldCodePoint(codePoint: number): Folded {
  let folded = known.get(codePoint);
  if (folded === undefined) {
    folded = fold(String.fromCodePoint(codePoint));
    known.set(codePoint, folded);
  }
  return folded;
}

function fold(character: string): Folded {
  const bare = character.normalize('NFKD').replace(accents, '').replace(invisible, '');
  if (bare === '') {
    return { kind: 'mark', text: '' };
  }
  // By way of upper case, since ß, ŉ and the like have no other that is the same for all spellings.
  const text = bare
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(notOfWords, '');
  if (text === '') {
    return { kind: 'gap', text };
  }
  return { kind: withoutBlanks.test(text) ? 'run' : 'word', text };
}
