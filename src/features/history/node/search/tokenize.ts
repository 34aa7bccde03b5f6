// Splits text into the tokens that can be searched: words, and runs of scripts that do not separate words.
import { foldCodePoint } from './fold';

export interface Token {
  readonly kind: 'word' | 'run';
  /** Folded. */
  readonly text: string;
}

/** `start` and `end` are UTF-16 offsets in the text. */
export type VisitToken = (kind: Token['kind'], folded: string, start: number, end: number) => void;

/**
 * Most words are ASCII and are found by regular expressions, which is ten times as fast. This one starts at the
 * first other character: one that included the letters before it would be tried at each letter of the text.
 */
const otherText = /[\u0080-\uffff][0-9A-Za-z\u0080-\uffff]*/g;

/** The words of only ASCII letters and digits, folded. @param text Normalized. */
export function asciiWords(text: string): readonly string[] {
  let asciiText = '';
  let from = 0;
  visitOtherText(text, (start, end) => {
    asciiText += `${text.slice(from, start)} `;
    from = end;
  });
  asciiText += text.slice(from);
  return asciiText.toLowerCase().match(/[0-9a-z]+/g) ?? [];
}

/** Visits the tokens with other characters, in order. @param text Normalized. */
export function visitOtherTokens(text: string, visit: VisitToken): void {
  visitOtherText(text, (start, end) => visitTokens(text, start, end, visit));
}

/** Visits the sections with other characters, up to the next separator. A generator would be slower. */
function visitOtherText(text: string, visit: (start: number, end: number) => void): void {
  for (const { 0: section, index } of text.matchAll(otherText)) {
    let start = index;
    while (isAsciiLetterOrDigit(text.charCodeAt(start - 1))) {
      start -= 1;
    }
    visit(start, index + section.length);
  }
}

function isAsciiLetterOrDigit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a)
  );
}

function visitTokens(text: string, from: number, to: number, visit: VisitToken): void {
  let kind: Token['kind'] | undefined;
  let folded = '';
  let [start, end] = [from, from];
  const endToken = (): void => {
    if (kind !== undefined) {
      visit(kind, folded, start, end);
    }
    kind = undefined;
    folded = '';
  };
  for (let index = from; index < to;) {
    const codePoint = text.codePointAt(index) ?? 0;
    const next = foldCodePoint(codePoint);
    const after = index + (codePoint > 0xffff ? 2 : 1);
    if (next.kind === 'separator' || (next.kind !== 'mark' && next.kind !== kind)) {
      endToken();
    }
    if (next.kind === 'word' || next.kind === 'run') {
      start = kind === undefined ? index : start;
      kind = next.kind;
    }
    folded += next.text;
    end = after;
    index = after;
  }
  endToken();
}
