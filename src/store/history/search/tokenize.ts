// Cuts text into what can be searched for: words, and runs of the scripts that write without blanks.
import { foldCodePoint } from './fold';

export interface TokenKind {
  readonly kind: 'word' | 'run';
  /** Folded. */
  readonly text: string;
}

/** `start` and `end` in UTF-16 units of the text that was cut. */
export type VisitPiece = (
  kind: TokenKind['kind'],
  folded: string,
  start: number,
  end: number,
) => void;

/**
 * Most words are of ASCII alone: those are left to regular expressions, which are ten times as quick. This
 * one begins where ASCII ends: one that began with the letters before it would be tried at each of them.
 */
const beyondAscii = /[\u0080-\uffff][0-9A-Za-z\u0080-\uffff]*/g;

/** The words of ASCII alone, folded. `text`: as `composed` gives it. */
export function asciiWords(text: string): readonly string[] {
  let rest = '';
  let from = 0;
  visitBeyondAscii(text, (start, end) => {
    rest += `${text.slice(from, start)} `;
    from = end;
  });
  rest += text.slice(from);
  return rest.toLowerCase().match(/[0-9a-z]+/g) ?? [];
}

/** Every other piece, in the order of the text. `text`: as `composed` gives it. */
export function visitOthers(text: string, visit: VisitPiece): void {
  visitBeyondAscii(text, (start, end) => visitFolded(text, start, end, visit));
}

/** What holds more than ASCII, from blank to blank. No generator: a text may hold thousands of them. */
function visitBeyondAscii(text: string, visit: (start: number, end: number) => void): void {
  for (const { 0: chunk, index } of text.matchAll(beyondAscii)) {
    let start = index;
    while (isAsciiLetter(text.charCodeAt(start - 1))) {
      start -= 1;
    }
    visit(start, index + chunk.length);
  }
}

/** Or a digit. */
function isAsciiLetter(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a)
  );
}

/** Code point by code point. */
function visitFolded(text: string, from: number, to: number, visit: VisitPiece): void {
  let kind: TokenKind['kind'] | undefined;
  let folded = '';
  let [start, end] = [from, from];
  const endPiece = (): void => {
    if (kind !== undefined) {
      visit(kind, folded, start, end);
    }
    kind = undefined;
    folded = '';
  };
  for (let at = from; at < to;) {
    const codePoint = text.codePointAt(at) ?? 0;
    const next = foldCodePoint(codePoint);
    const after = at + (codePoint > 0xffff ? 2 : 1);
    if (next.kind === 'gap' || (next.kind !== 'mark' && next.kind !== kind)) {
      endPiece();
    }
    if (next.kind === 'word' || next.kind === 'run') {
      start = kind === undefined ? at : start;
      kind = next.kind;
    }
    folded += next.text;
    end = after;
    at = after;
  }
  endPiece();
}
