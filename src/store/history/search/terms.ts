// What a search looks for, and where a text has it.
import { composed, foldCodePoint, areRunsAsFolded } from './fold';
import { asciiWords, type TokenKind, visitOthers } from './tokenize';

/** A word is found at the beginning of words, a run anywhere in runs. */
export type Term = TokenKind;

/** In UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The place of the term among those that were looked for. */
  readonly term: number;
}

/** The different terms of what was typed; none where it holds no letter and no digit. */
export function termsOf(query: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const text = composed(query);
  for (const word of asciiWords(text)) {
    terms.set(word, { kind: 'word', text: word });
  }
  visitOthers(text, (kind, folded) => terms.set(folded, { kind, text: folded }));
  return [...terms.values()];
}

/** Every place of every term, in order. `text`: as `composed` gives it. */
export function matches(text: string, terms: readonly Term[]): readonly Match[] {
  const found: Match[] = [];
  const isAsFolded = areRunsAsFolded(text);
  const toFold: [number, Term][] = [];
  for (const [term, wanted] of terms.entries()) {
    if (wanted.kind === 'run' && isAsFolded) {
      for (const start of placesIn(text, wanted)) {
        found.push({ term, start, end: start + wanted.text.length });
      }
    } else {
      toFold.push([term, wanted]);
    }
    if (wanted.kind === 'word' && /^[0-9a-z]+$/.test(wanted.text)) {
      for (const { index } of text.matchAll(asciiBeginning(wanted.text))) {
        found.push({ term, start: index, end: index + wanted.text.length });
      }
    }
  }
  if (toFold.length > 0) {
    visitOthers(text, (kind, folded, start, end) => {
      const placeOf = (length: number): number =>
        length < folded.length ? placeIn(text, start, length) : end;
      for (const [term, wanted] of toFold) {
        for (const at of wanted.kind === kind ? placesIn(folded, wanted) : []) {
          const after = at + wanted.text.length;
          found.push({ term, start: placeOf(at), end: placeOf(after) });
        }
      }
    });
  }
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Finds words of ASCII alone. */
function asciiBeginning(word: string): RegExp {
  const letter = '[0-9A-Za-z\\u0080-\\uffff]';
  return new RegExp(`(?<!${letter})${word}(?=[0-9A-Za-z]*(?!${letter}))`, 'gi');
}

function placesIn(piece: string, { kind, text }: Term): readonly number[] {
  if (kind === 'word') {
    return piece.startsWith(text) ? [0] : [];
  }
  const places: number[] = [];
  for (let at = piece.indexOf(text); at >= 0; at = piece.indexOf(text, at + text.length)) {
    places.push(at);
  }
  return places;
}

/** Where in `text` so much of the folded piece has gone by; what is folded may be longer or shorter. */
function placeIn(text: string, start: number, foldedLength: number): number {
  let at = start;
  for (let passed = 0; passed < foldedLength && at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0;
    passed += foldCodePoint(codePoint).text.length;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}
