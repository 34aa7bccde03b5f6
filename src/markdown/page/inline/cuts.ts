// Finds where inline text can be cut so that both parts mean the same on their own. Long paragraphs are then parsed
// and laid out in parts, and markdown-it never reads more than a few kB at once.
import type { StateInline, Token } from 'markdown-it';
import { maxTagContent } from './htmlTagRule';
import { hasMarkup } from './inlineContext';
import { maxFormulaLength } from './mathRule';
import { inlineParser, type InlineEnvironment } from './parser';

/**
 * The best place to cut `window`, the beginning of a longer text: a line end, else a sentence end, else a word end,
 * where no markup is open. Undefined if there is none.
 */
export function findCut(window: string, env: InlineEnvironment): number | undefined {
  const { candidates, ranges, limit } = hasMarkup(window)
    ? readMarkup(window, env)
    : readPlainText(window);
  const isInside = markRanges(ranges, window.length);
  let [lineEnd, sentenceEnd, wordEnd]: (number | undefined)[] = [];
  for (const at of candidates) {
    if (at > limit || isInside[at] === 1) {
      continue;
    }
    wordEnd = at;
    const before = window.charAt(at - 1);
    if (before === '\n') {
      lineEnd = at;
    } else if (/[.!?:;]/.test(window.charAt(at - 2))) {
      sentenceEnd = at;
    }
  }
  const atLeast = window.length / 4;
  return [lineEnd, sentenceEnd, wordEnd].find((at) => at !== undefined && at >= atLeast) ?? wordEnd;
}

/** The last word end of `window`, or its end: for text whose markup stays open for too long. */
export function forcedCut(window: string): number {
  const wordEnd = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n')) + 1;
  if (wordEnd > window.length / 2) {
    return wordEnd;
  }
  const isHighSurrogate = /[\uD800-\uDBFF]$/.test(window);
  return isHighSurrogate ? window.length - 1 : window.length;
}

interface Markup {
  /** Word and line ends outside of links, code and other atomic markup, ascending. */
  readonly candidates: readonly number[];
  /** Emphasized text: from and to. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Markup may be open after this place. */
  readonly limit: number;
}

function readPlainText(window: string): Markup {
  const candidates: number[] = [];
  addWordEnds(window, 0, window.length, candidates);
  return { candidates, ranges: [], limit: window.length - 1 };
}

/** Runs markdown-it's inline rules like its `tokenize`, which does not tell where in the text its tokens are. */
function readMarkup(window: string, env: InlineEnvironment): Markup {
  const tokens: Token[] = [];
  const state = new inlineParser.inline.State(window, inlineParser, { ...env }, tokens);
  const rules = inlineParser.inline.ruler.getRules('');
  const candidates: number[] = [];
  const delimiterPositions: number[] = [];
  let limit = window.length - 1;
  while (state.pos < window.length) {
    const start = state.pos;
    const tokenCount = tokens.length;
    const isRead = rules.some((rule) => rule(state, false));
    if (!isRead) {
      state.pending += window.charAt(state.pos);
      state.pos += 1;
    }
    while (delimiterPositions.length < state.delimiters.length) {
      delimiterPositions.push(start);
    }
    const isText = tokens.length === tokenCount || /[\n*_~]/.test(window.charAt(start));
    if (isText && isOpening(window, start, state)) {
      limit = Math.min(limit, start);
      break;
    }
    if (isText) {
      addWordEnds(window, start, state.pos, candidates);
    } else if (isWordEnd(window, state.pos)) {
      candidates.push(state.pos);
    }
  }
  const [balancePairs] = inlineParser.inline.ruler2.getRules('');
  balancePairs?.(state);
  const ranges: (readonly [number, number])[] = [];
  for (const [index, { open, end }] of state.delimiters.entries()) {
    const from = delimiterPositions[index] ?? 0;
    if (end >= 0) {
      ranges.push([from, delimiterPositions[end] ?? window.length]);
    } else if (open) {
      limit = Math.min(limit, from);
    }
  }
  return { candidates, ranges, limit };
}

/** Whether text after the window can make markup of what begins at `start` and is text so far. */
function isOpening(window: string, start: number, state: StateInline): boolean {
  const rest = window.length - start;
  switch (window.charAt(start)) {
    case '[':
    case '`':
      return true;
    case '$':
      return rest < maxFormulaLength + 10 && state.pos < window.length;
    case '\\':
      return rest < maxFormulaLength + 10 && /[([]/.test(window.charAt(start + 1));
    case '<':
      return (
        rest < maxTagContent + 20 && /^<(?:sub|sup|kbd)>/i.test(window.slice(start, start + 5))
      );
    default:
      return false;
  }
}

function addWordEnds(window: string, from: number, to: number, ends: number[]): void {
  for (let at = from + 1; at <= to; at += 1) {
    if (isWordEnd(window, at)) {
      ends.push(at);
    }
  }
}

/** A hard line break (a backslash or spaces before the end of a line) is not cut. */
function isWordEnd(window: string, at: number): boolean {
  const before = window.charAt(at - 1);
  return (before === ' ' || before === '\n') && at < window.length && !/\s/.test(window.charAt(at));
}

function markRanges(ranges: Markup['ranges'], length: number): Uint8Array {
  const isInside = new Uint8Array(length + 1);
  let end = 0;
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    for (let at = Math.max(from + 1, end); at <= to; at += 1) {
      isInside[at] = 1;
    }
    end = Math.max(end, to);
  }
  return isInside;
}
