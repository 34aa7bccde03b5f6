// Where the code of one function or class belongs. A language server knows where the definitions of the file are as it is
// now, and the text itself shows them in most languages; the first line up to the name decides which of them it is. Where the
// user has changed it since, it is found by its name in what the model saw, so that it is merged like any other change.
import { omitUndefined } from '../../../base/omitUndefined';
import { indentOf } from '../../../base/text/indentation';
import { shareOf, wordsIn } from './compareThings';
import { hasWord, isBlank, isEqual, type LineRange } from './fileText';
import { findExact, shiftBetween, shiftLines } from './findLines';
import { isCommentLine } from './marks';
import type { MergeBase } from './mergeLines';
import { namedThings } from './namedThings';
import type { CodeSymbol, RefusalReason } from './placement';
import {
  beginsWith,
  isCloser,
  replaceCode,
  type PlacedCode,
  type Sources,
  type TextSource,
} from './sources';

/** @param within the text that the code shows a part of; by default any that the model saw */
export function placeDefinition(
  lines: readonly string[],
  { now, seen, file, isFileSeen, symbols, extension }: Sources,
  within?: TextSource,
): PlacedCode | RefusalReason {
  const head = definitionStart(lines, 0, lines.length);
  const first = lines[head] ?? '';
  // Comments above a blank line are those of a file.
  if (
    endOfDefinition(lines, head, extension) < lines.length ||
    lines.slice(0, head).some(isBlank)
  ) {
    return 'notComplete';
  }
  const known = [...symbols, ...textSymbols(now.lines, extension)];
  const here = findDefinition(lines, head, now.lines, known, extension);
  if (here === 'ambiguous') {
    return here;
  }
  const texts = within === undefined ? seen : [within];
  if (typeof here !== 'string') {
    const quoted = now.lines.slice(here.start, here.end);
    if (isEqual(here.code, quoted)) {
      return { placed: [], isUnseen: false };
    }
    for (const { base, start, end } of texts) {
      const heads = base.lines
        .slice(start, end)
        .filter((line) => [here.definition, first.trim()].includes(line.trim()));
      const [place] = findExact(base.lines, quoted, start, end);
      if (place !== undefined) {
        // The other one may be gone: `run()` of another class, or with other parameters.
        if (heads.length !== 1) {
          return 'ambiguous';
        }
        const seenRange = { start: place.start, end: place.start + quoted.length };
        return placed({ ...here, ...seenRange }, base);
      }
    }
  }
  for (const { base, start, end } of texts) {
    const shown = textSymbols(base.lines, extension).filter(
      (one) => start <= one.start && one.end <= end,
    );
    const there = findDefinition(lines, head, base.lines, shown, extension, start);
    if (typeof there !== 'string') {
      return placed(there, base);
    }
  }
  if (typeof here === 'string') {
    return here;
  }
  return isFileSeen || within !== undefined ? 'changedSince' : placed(here, file.base, true);

  function placed({ code, doubt, ...range }: Definition, base: MergeBase, isUnseen = false) {
    const changes = replaceCode(base, range, code, extension);
    return { placed: changes, isUnseen, isDefinition: true, ...omitUndefined({ doubt }) };
  }
}

/** The definition in a text that code stands for: its lines, and the code with its blanks. */
interface Definition extends LineRange {
  readonly code: readonly string[];
  /** The line with its name, without blanks. */
  readonly definition: string;
  readonly doubt?: 'otherEnd';
}

/** @param firstLine no comment above it is the definition's: the model has not seen it */
function findDefinition(
  lines: readonly string[],
  head: number,
  text: readonly string[],
  symbols: readonly CodeSymbol[],
  extension: string,
  firstLine = 0,
): Definition | RefusalReason {
  const first = lines[head] ?? '';
  const found = symbols.filter((symbol) => definesSame(symbol, lines, head, text));
  // A language server and the text itself know the same definitions; the text has their lines.
  const named = [
    ...new Map(
      found.map((symbol) => [definitionStart(text, symbol.start, symbol.end), symbol]),
    ).values(),
  ];
  const exact = named.filter(({ start, end }) => lineOf(text, start, end) === first.trim());
  const [symbol, second] = exact.length > 0 ? exact : named;
  if (symbol === undefined || second !== undefined) {
    return second === undefined ? 'notComplete' : 'ambiguous';
  }
  const range = rangeOfSymbol(symbol, text, lines.slice(0, head), firstLine);
  if (range === undefined) {
    return 'notComplete';
  }
  const indent = indentOf(text[definitionStart(text, symbol.start, symbol.end)] ?? '');
  const shift = shiftBetween(first, indent + first.trimStart());
  const code = shift && shiftLines(lines, shift);
  if (code === undefined) {
    return 'notFound';
  }
  const definition = lineOf(text, symbol.start, symbol.end);
  if (endsLike(text[symbol.end - 1] ?? '', code.at(-1) ?? '')) {
    return { ...range, code, definition };
  }
  // A language server may end it at a bracket within, and code that leaves brackets open is cut for certain.
  const old = new Set(text.slice(range.start, range.end));
  const isRead =
    code.slice(head + 1).some((line) => hasWord(line) && old.has(line)) &&
    textSymbols(text, extension).some(({ end }) => end === symbol.end) &&
    textSymbols(code, extension).some(({ end }) => end === code.length);
  return isRead ? { ...range, code, definition, doubt: 'otherEnd' } : 'notComplete';
}

/**
 * Whether code ends as a definition does, or with that line changed, as in Python, which closes nothing. Other code may be
 * cut within a function without a word, or a language server may end the definition at a bracket within.
 */
export function endsLike(last: string, line: string): boolean {
  const isSameLevel = indentOf(last) === indentOf(line);
  const isCut = goesOn.test(line.trimEnd()) && !goesOn.test(last.trimEnd());
  // Any two lines that change `rows` begin `rows = rows`.
  const words = (one: string): readonly string[] => [...new Set(wordsIn(one))];
  return (
    last.trimEnd() === line.trimEnd() ||
    (isSameLevel && !isCut && shareOf(words(last), words(line)) >= 0.5)
  );
}

/** The end of a line that goes on in the next one. */
const goesOn = /[[({<,=+*|&\\-]$/u;

/** A word that declares what follows it, so that more words may follow the name: `class A extends B`. */
const declaring =
  /(?:^|\s)(?:class|interface|struct|enum|union|trait|impl|protocol|extension|record|object|module|namespace|type|def|defp|defmodule|func|fun|function|fn|sub|const|let|var|val)(?: ?[*!])?$/u;

/** Whether code defines a symbol of the file: its first line is the same up to the name, and no other name follows there. */
export function definesSame(
  { name, start, end }: CodeSymbol,
  lines: readonly string[],
  head: number,
  text: readonly string[],
): boolean {
  const definition = lineOf(text, start, end);
  const at = indexOfWord(definition, name);
  const opening = definition.slice(0, at + name.length);
  const heads = [definition, (lines[head] ?? '').trim()];
  if (at === -1 || !heads.every((line) => beginsWith(line, opening))) {
    return false;
  }
  // `get(key)` is not `get size()`, and the constructor `Money(n)` is not `Money plus(o)`.
  const [isFollowed, isFollowedNow] = heads.map((line) =>
    /^\s+\w/u.test(line.slice(opening.length)),
  );
  return isFollowed === isFollowedNow || declaring.test(definition.slice(0, at).trimEnd());
}

/** Finds where a name stands that is not the end of another word: `f` in `def f()`, `id` in `void id()`. */
function indexOfWord(line: string, name: string): number {
  let at = line.indexOf(name);
  while (at > 0 && /^[\p{L}\p{N}_$]{2}/u.test(line.slice(at - 1))) {
    at = line.indexOf(name, at + 1);
  }
  return at;
}

/** The definitions that the text itself shows: VS Code knows those of few languages without an extension. */
function textSymbols(lines: readonly string[], extension: string): readonly CodeSymbol[] {
  return (namedThings(lines, extension) ?? []).filter(
    ({ kind }) => kind === 'definition' || kind === 'member',
  );
}

function lineOf(lines: readonly string[], start: number, end: number): string {
  return (lines[definitionStart(lines, start, end)] ?? '').trim();
}

/** The first line that is no comment and no decorator. */
export function definitionStart(lines: readonly string[], start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (!isBesideCode(lines[at] ?? '')) {
      return at;
    }
  }
  return start;
}

export function isBesideCode(line: string): boolean {
  return (
    isBlank(line) ||
    isCommentLine(line) ||
    /^\s*(?:@[\w.]+(?:\(.*\))?|#\[.*\]|\[\w.*\])\s*$/u.test(line)
  );
}

/**
 * Returns the lines of the definition, with the comments and decorators above if the code has some too; undefined if it has
 * a comment of another kind than the file's, which then may go or stand above another one, or lacks the decorators below.
 */
export function rangeOfSymbol(
  { start, end }: LineRange,
  text: readonly string[],
  above: readonly string[],
  firstLine: number,
): LineRange | undefined {
  const comments = above.filter(isCommentLine);
  const hasDecorator = above.some((line) => !isBlank(line) && !isCommentLine(line));
  let from = definitionStart(text, start, end);
  for (; from > firstLine; from -= 1) {
    const line = text[from - 1] ?? '';
    if (isBlank(line) || !isBesideCode(line)) {
      break;
    }
    if (isCommentLine(line) ? comments.length === 0 : !hasDecorator) {
      return comments.length > 0 ? undefined : { start: from, end };
    }
    if (isCommentLine(line) && isDocumentation(line) !== comments.every(isDocumentation)) {
      return undefined;
    }
  }
  return { start: from, end };
}

/** `/** …`, `/// …`, `//! …`, and lines within the first: they are what callers read, and other comments take no such place. */
export function isDocumentation(line: string): boolean {
  return /^\s*(?:\/\*\*|\*|\/\/[/!])/u.test(line);
}

/**
 * Where the definition with this head ends: all lines belong to it that are indented more, or close it, or that its brackets
 * hold, as those of C++'s namespaces or below Rust's `where`.
 */
export function endOfDefinition(lines: readonly string[], head: number, extension: string): number {
  const indent = indentOf(lines[head] ?? '').length;
  const isInner = (line: string): boolean => {
    const here = indentOf(line).length;
    return isBlank(line) || here > indent || (here === indent && isCloser(line));
  };
  const rest = lines.findIndex((line, at) => at > head && !isInner(line));
  const known = textSymbols(lines, extension).find(({ start }) => start === head);
  return rest === -1 ? lines.length : Math.max(rest, known?.end ?? 0);
}
