// Where the code of one function or class belongs. A language server knows where the definitions of a file are; the first
// line up to the name decides which of them it is.
import { indentOf } from '../../../base/text/indentation';
import { isBlank } from './fileText';
import { findExact, shiftBetween, shiftLines } from './findLines';
import { isCommentLine } from './marks';
import type { CodeSymbol, RefusalReason } from './placement';
import { beginsWith, isCloser, replaceRange } from './sources';
import type { LineRange, PlacedCode, Sources, TextSource } from './sources';

/** @param within the text that the code shows a part of; by default any that the model saw */
export function placeDefinition(
  lines: readonly string[],
  { now, seen, file, isFileSeen, symbols }: Sources,
  within?: TextSource,
): PlacedCode | RefusalReason {
  const head = definitionStart(lines, 0, lines.length);
  const first = lines[head] ?? '';
  if (!isOneDefinition(lines, head)) {
    return 'notComplete';
  }
  const named = symbols.filter((symbol) => definesSame(symbol, lines, head, now.lines));
  const exact = named.filter(({ start, end }) => lineOf(now.lines, start, end) === first.trim());
  const [symbol, second] = exact.length > 0 ? exact : named;
  if (symbol === undefined || second !== undefined) {
    return second === undefined ? 'notComplete' : 'ambiguous';
  }
  // An answer may end within a function without a word.
  const isWhole = lines.at(-1)?.trim() === now.lines[symbol.end - 1]?.trim();
  const range = rangeOfSymbol(symbol, now.lines, lines.slice(0, head));
  if (range === undefined || !isWhole) {
    return 'notComplete';
  }
  const definition = lineOf(now.lines, symbol.start, symbol.end);
  const indent = indentOf(now.lines[definitionStart(now.lines, symbol.start, symbol.end)] ?? '');
  const shift = shiftBetween(first, indent + first.trimStart());
  const code = shift && shiftLines(lines, shift);
  if (code === undefined) {
    return 'notFound';
  }
  const quoted = now.lines.slice(range.start, range.end);
  if (code.join('\n') === quoted.join('\n')) {
    return { placed: [], isUnseen: false };
  }
  for (const { base, start, end } of within === undefined ? seen : [within]) {
    const heads = base.lines
      .slice(start, end)
      .filter((line) => [definition, first.trim()].includes(line.trim()));
    const [found] = findExact(base.lines, quoted, start, end);
    if (found !== undefined) {
      // The other one may be gone: `run()` of another class, or with other parameters.
      if (heads.length !== 1) {
        return 'ambiguous';
      }
      const seenRange = { start: found.start, end: found.start + quoted.length };
      return { placed: replaceRange(base, seenRange, code), isUnseen: false };
    }
  }
  return isFileSeen || within !== undefined
    ? 'changedSince'
    : { placed: replaceRange(file.base, range, code), isUnseen: true };
}

/** Whether code begins as a symbol of the file does, up to the symbol's name. */
function definesSame(
  { name, start, end }: CodeSymbol,
  lines: readonly string[],
  head: number,
  now: readonly string[],
): boolean {
  const definition = lineOf(now, start, end);
  const at = definition.indexOf(name);
  const opening = definition.slice(0, at + name.length);
  return at !== -1 && [definition, lines[head] ?? ''].every((line) => beginsWith(line, opening));
}

function lineOf(lines: readonly string[], start: number, end: number): string {
  return (lines[definitionStart(lines, start, end)] ?? '').trim();
}

/** The first line that is no comment and no decorator. */
function definitionStart(lines: readonly string[], start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (!isBesideCode(lines[at] ?? '')) {
      return at;
    }
  }
  return start;
}

function isBesideCode(line: string): boolean {
  return (
    isBlank(line) ||
    isCommentLine(line) ||
    /^\s*(?:@[\w.]+(?:\(.*\))?|#\[.*\]|\[\w.*\])\s*$/u.test(line)
  );
}

/**
 * The lines of the definition, with the comments and decorators above if the code has some too. Undefined if the code has
 * a comment, but not the decorators that follow the file's.
 */
function rangeOfSymbol(
  { start, end }: CodeSymbol,
  now: readonly string[],
  own: readonly string[],
): LineRange | undefined {
  const hasComment = own.some(isCommentLine);
  const hasDecorator = own.some((line) => !isBlank(line) && !isCommentLine(line));
  let from = definitionStart(now, start, end);
  for (; from > 0; from -= 1) {
    const line = now[from - 1] ?? '';
    if (isBlank(line) || !isBesideCode(line)) {
      break;
    }
    if (isCommentLine(line) ? !hasComment : !hasDecorator) {
      return hasComment ? undefined : { start: from, end };
    }
  }
  return { start: from, end };
}

/** Whether all lines belong to the definition in the first one: they are indented more, or close it. */
function isOneDefinition(lines: readonly string[], head: number): boolean {
  const indent = indentOf(lines[head] ?? '').length;
  return lines.slice(head + 1).every((line) => {
    const own = indentOf(line).length;
    return isBlank(line) || own > indent || (own === indent && isCloser(line));
  });
}
