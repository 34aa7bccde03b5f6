// Text without invisible characters: they can hide instructions to a model, or make a name appear as another one.
import { replaceInvisibleCharacters } from './invisibleCharacters';

export interface VisibleText {
  readonly text: string;
  /** How many invisible characters were removed. */
  readonly removed: number;
}

/** Makes `\n` the only line end, removes invisible characters, and replaces NUL as Markdown does. */
export function visibleText(text: string): VisibleText {
  let removed = 0;
  const visible = replaceInvisibleCharacters(text, () => {
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
  const shown = replaceInvisibleCharacters(onOneLine, escaped).replaceAll(/^ +| +$/gu, (blanks) =>
    escaped(' ').repeat(blanks.length),
  );
  return shown === '' ? 'unnamed' : shown;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
