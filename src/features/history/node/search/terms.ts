// Search terms, and where a text matches them.
import { areRunsFolded, foldCodePoint, normalizeText } from './fold';
import { asciiWords, visitOtherTokens, type Token } from './tokenize';

/** A word matches the start of a word, a run any part of a run. */
export type Term = Token;

/** Offsets in UTF-16 units. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  /** The term's index. */
  readonly term: number;
}

/** The distinct terms of a query; none without a letter or a digit. */
export function parseQuery(query: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const text = normalizeText(query);
  for (const word of asciiWords(text)) {
    terms.set(word, { kind: 'word', text: word });
  }
  visitOtherTokens(text, (kind, folded) => terms.set(folded, { kind, text: folded }));
  return [...terms.values()];
}

/** All matches of all terms, in order. @param text Normalized. */
export function findMatches(text: string, terms: readonly Term[]): readonly TermMatch[] {
  const found: TermMatch[] = [];
  const isFolded = areRunsFolded(text);
  const remaining: [number, Term][] = [];
  for (const [index, term] of terms.entries()) {
    if (term.kind === 'run' && isFolded) {
      for (const start of offsetsIn(text, term)) {
        found.push({ term: index, start, end: start + term.text.length });
      }
    } else {
      remaining.push([index, term]);
    }
    if (term.kind === 'word' && /^[0-9a-z]+$/.test(term.text)) {
      for (const { index: start } of text.matchAll(asciiWordStart(term.text))) {
        found.push({ term: index, start, end: start + term.text.length });
      }
    }
  }
  if (remaining.length > 0) {
    visitOtherTokens(text, (kind, folded, start, end) => {
      const toOffset = (foldedOffset: number): number =>
        foldedOffset < folded.length ? unfoldOffset(text, start, foldedOffset) : end;
      for (const [index, term] of remaining) {
        for (const offset of term.kind === kind ? offsetsIn(folded, term) : []) {
          found.push({
            term: index,
            start: toOffset(offset),
            end: toOffset(offset + term.text.length),
          });
        }
      }
    });
  }
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Matches the start of words that are only ASCII. */
function asciiWordStart(word: string): RegExp {
  const letter = '[0-9A-Za-z\\u0080-\\uffff]';
  return new RegExp(`(?<!${letter})${word}(?=[0-9A-Za-z]*(?!${letter}))`, 'gi');
}

function offsetsIn(text: string, term: Term): readonly number[] {
  if (term.kind === 'word') {
    return text.startsWith(term.text) ? [0] : [];
  }
  const offsets: number[] = [];
  const { length } = term.text;
  for (let at = text.indexOf(term.text); at >= 0; at = text.indexOf(term.text, at + length)) {
    offsets.push(at);
  }
  return offsets;
}

/** Converts an offset in a folded token to one in the text; folding may change lengths. */
function unfoldOffset(text: string, tokenStart: number, foldedOffset: number): number {
  let offset = tokenStart;
  for (let folded = 0; folded < foldedOffset && offset < text.length;) {
    const codePoint = text.codePointAt(offset) ?? 0;
    folded += foldCodePoint(codePoint).text.length;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return offset;
}
