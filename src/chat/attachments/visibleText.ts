// Text without invisible characters: they can hide instructions to a model, or make a name appear as another one.

/** Runs of characters that nothing shows. The fillers and selectors of Hangul, Khmer and Mongolian are not among them. */
const invisible =
  /[\uFE00-\uFE0F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]+/gu;

const variationSelector = /[\uFE00-\uFE0F]/u;
const joiner = /[\u200C\u200D]/u;
const joinedBefore = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const joinedAfter = /^[\p{L}\p{Extended_Pictographic}]/u;

export interface CleanText {
  readonly text: string;
  /** How many invisible characters were removed. */
  readonly removed: number;
}

/** With `\n` as the only line end and without invisible characters and NUL, which Markdown replaces. */
export function cleanText(text: string): CleanText {
  let removed = 0;
  const visible = replaceInvisible(text.toWellFormed(), () => {
    removed += 1;
    return '';
  });
  return { text: visible.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD'), removed };
}

/** A name on one line and in a code span: characters that it cannot have there are written as `\u{…}`. */
export function escapeName(name: string): string {
  const onOneLine = name
    .toWellFormed()
    .replaceAll(
      /[`\p{Cc}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0]/gu,
      escaped,
    );
  const shown = replaceInvisible(onOneLine, escaped).replaceAll(/^ +| +$/gu, (blanks) =>
    escaped(' ').repeat(blanks.length),
  );
  return shown === '' ? 'unnamed' : shown;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Except, in each run of them, the first variation selector, and a joiner after it between letters or emoji. Runs are
 * replaced as one: selectors with other characters between them could spell a text.
 */
function replaceInvisible(text: string, replace: (character: string) => string): string {
  return text.replaceAll(invisible, (run: string, offset: number) => {
    const characters = Array.from(run);
    const selectorAt = characters.findIndex((character) => variationSelector.test(character));
    const joinerAt = characters.findIndex((character) => joiner.test(character));
    const isOnlyJoiner =
      joinerAt === characters.findLastIndex((character) => joiner.test(character));
    const isJoinedBefore =
      selectorAt < 0
        ? joinedBefore.test(text.slice(Math.max(0, offset - 2), offset))
        : characters[selectorAt] === '\uFE0F' && selectorAt < joinerAt;
    const end = offset + run.length;
    const joins = isOnlyJoiner && isJoinedBefore && joinedAfter.test(text.slice(end, end + 2));
    return characters
      .map((character, index) =>
        index === selectorAt || (joins && index === joinerAt) ? character : replace(character),
      )
      .join('');
  });
}
