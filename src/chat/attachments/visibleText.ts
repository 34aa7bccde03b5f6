// Text without invisible characters: they can hide instructions to a model, or make a name appear as another one.

/**
 * Characters that nothing shows, except joiners between letters or emoji, a single variation selector, and the fillers
 * and selectors of Hangul, Khmer and Mongolian.
 */
const invisible =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{Extended_Pictographic}])|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]|[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

export interface CleanText {
  readonly text: string;
  /** How many invisible characters were removed. */
  readonly removed: number;
}

/** With `\n` as the only line end and without invisible characters and NUL, which Markdown replaces. */
export function cleanText(text: string): CleanText {
  let removed = 0;
  const visible = text.toWellFormed().replaceAll(invisible, () => {
    removed += 1;
    return '';
  });
  return { text: visible.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD'), removed };
}

/** A name on one line and in a code span: characters that it cannot have there are written as `\u{…}`. */
export function escapeName(name: string): string {
  const shown = name
    .toWellFormed()
    .replaceAll(
      /[`\p{Cc}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0]/gu,
      escaped,
    )
    .replaceAll(invisible, escaped)
    .replaceAll(/^ +| +$/gu, (blanks) => escaped(' ').repeat(blanks.length));
  return shown === '' ? 'unnamed' : shown;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
