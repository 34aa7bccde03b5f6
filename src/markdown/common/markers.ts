// Reads the markers at the starts of lines: CommonMark's, and those that GitHub adds to them. Nothing is consumed, except
// by `readTask`.
import type { AlertKind } from './blocks';
import type { FencedCode } from './leaves/code';
import { trimSpaces } from './leaves/spaces';
import { anyText, codeIndent, type LineCursor, lineEnd, type Reading } from './lineCursor';

interface ListMarker {
  readonly length: number;
  /** `-`, `+`, `*`, `.` or `)`. Items of different types belong to different lists. */
  readonly type: string;
  /** The number of an ordered list's item. */
  readonly number: number | undefined;
  /** Whether nothing follows on its line. */
  readonly isBlank: boolean;
}

/** Reads whether a list marker is here. */
export function* readListMarker(cursor: LineCursor): Reading<ListMarker | undefined> {
  if (/^\d/u.test(cursor.character)) {
    yield* cursor.readWhile(/^\d{1,9}$/u);
  }
  const match = /^(?:[-+*]|(\d{1,9})[.)])/u.exec(cursor.rest);
  if (match === null) {
    return undefined;
  }
  const [{ length }] = match;
  const digits = match[1];
  if (!cursor.complete && /^[ \t]*$/u.test(cursor.rest.slice(length))) {
    yield /[^ \t]/u;
  }
  const after = cursor.rest.slice(length);
  if (!/^(?:[ \t]|$)/u.test(after)) {
    return undefined;
  }
  return {
    length,
    type: cursor.rest.charAt(length - 1),
    number: digits === undefined ? undefined : Number(digits),
    isBlank: /^[ \t]*$/u.test(after),
  };
}

/** The characters that a thematic break of each kind cannot contain. */
const notInRule = { '-': /[^- \t]/u, '*': /[^* \t]/u, _: /[^_ \t]/u } as const;

/** Reads whether the line is a thematic break. */
export function* readThematicBreak(
  cursor: LineCursor,
  character: '-' | '*' | '_',
): Reading<boolean> {
  yield* cursor.readUntil(notInRule[character]);
  const { rest } = cursor;
  return !notInRule[character].test(rest) && rest.replaceAll(/[ \t]/gu, '').length >= 3;
}

interface Fence {
  readonly fence: string;
  readonly info: string;
}

/** Reads whether a fence opens a code block here. */
export function* readFenceStart(cursor: LineCursor): Reading<Fence | undefined> {
  const isBacktick = cursor.character === '`';
  yield* cursor.readUntil(isBacktick ? /[^`]/u : /[^~]/u);
  const fence = /^(?:`{3,}|~{3,})/u.exec(cursor.rest)?.[0];
  if (fence === undefined) {
    return undefined;
  }
  if (isBacktick) {
    // An info string with a backtick makes it inline code.
    if (!cursor.complete && !cursor.rest.slice(fence.length).includes('`')) {
      yield /`/u;
    }
    if (cursor.rest.slice(fence.length).includes('`')) {
      return undefined;
    }
  } else if (!cursor.complete) {
    yield lineEnd;
  }
  return { fence, info: trimSpaces(cursor.rest.slice(fence.length)) };
}

/** Reads whether the line closes `code`. */
export function* readFenceEnd(cursor: LineCursor, code: FencedCode): Reading<boolean> {
  if (cursor.character !== code.character) {
    return false;
  }
  const other = code.character === '`' ? /[^` \t]/u : /[^~ \t]/u;
  yield* cursor.readUntil(other);
  const { rest } = cursor;
  return !other.test(rest) && code.isClosedBy(rest);
}

const alertKinds: Readonly<Record<string, AlertKind>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
};

/** Reads the first line of an alert, `[!NOTE]`. */
export function* readAlert(cursor: LineCursor): Reading<AlertKind | undefined> {
  if (cursor.indent >= codeIndent || cursor.character !== '[') {
    return undefined;
  }
  yield* cursor.readWhile(/^\[(?:![a-zA-Z]{0,9})?$/u);
  const [marker, name = ''] = /^\[!([a-zA-Z]+)\]/u.exec(cursor.rest) ?? [''];
  const kind = alertKinds[name.toLowerCase()];
  if (kind === undefined) {
    return undefined;
  }
  if (!cursor.complete && !/[^ \t]/u.test(cursor.rest.slice(marker.length))) {
    yield /[^ \t]/u;
  }
  return /[^ \t]/u.test(cursor.rest.slice(marker.length)) ? undefined : kind;
}

/** Reads and consumes the check box of a task. */
export function* readTask(cursor: LineCursor): Reading<'open' | 'done' | undefined> {
  if (cursor.indent > 0 || cursor.character !== '[') {
    return undefined;
  }
  yield* cursor.readWhile(/^\[(?:[ xX]\]?)?$/u);
  if (!/^\[[ xX]\][ \t]/u.test(cursor.rest)) {
    return undefined;
  }
  const isOpen = cursor.rest.startsWith('[ ]');
  cursor.consumeMarker('[ ]'.length);
  yield* cursor.readIndent();
  return isOpen ? 'open' : 'done';
}

interface FootnoteMarker {
  readonly length: number;
  readonly label: string;
}

/** Reads the label of a footnote, `[^1]:`. */
export function* readFootnoteMarker(cursor: LineCursor): Reading<FootnoteMarker | undefined> {
  yield* cursor.readWhile(/^\[(?:\^(?:[^\][\s]{1,200}\]?)?)?$/u);
  const [marker = '', label] = /^\[\^([^\][\s]{1,200})\]:/u.exec(cursor.rest) ?? [];
  return label === undefined ? undefined : { length: marker.length, label };
}

const undecidedDetails = prefixesOf('<details>');
const undecidedDetailsEnd = prefixesOf('</details>');
const undecidedSummary = prefixesOf('<summary>');

/** Reads whether `<details>`, without attributes, is here. */
export function* readDetailsStart(cursor: LineCursor): Reading<boolean> {
  yield* cursor.readWhile(undecidedDetails);
  return cursor.rest.startsWith('<details>');
}

/** Reads whether the line is `</details>`. */
export function* readDetailsEnd(cursor: LineCursor): Reading<boolean> {
  yield* cursor.readWhile(undecidedDetailsEnd);
  if (!cursor.rest.startsWith('</details>')) {
    return false;
  }
  if (!cursor.complete && /^<\/details>[ \t]*$/u.test(cursor.rest)) {
    yield /[^ \t]/u;
  }
  return /^<\/details>[ \t]*$/u.test(cursor.rest);
}

interface SummaryLine {
  readonly isBlank: boolean;
  /** Undefined if the line is not a complete summary. */
  readonly text: string | undefined;
}

/** Reads whether the rest of the line after `offset` characters is blank or `<summary>…</summary>`. */
export function* readSummary(cursor: LineCursor, offset: number): Reading<SummaryLine> {
  const rest = (): string => cursor.rest.slice(offset).replace(/^[ \t]+/u, '');
  if (rest() === '' && !cursor.complete) {
    yield /[^ \t]/u;
  }
  while (!cursor.complete && undecidedSummary.test(rest())) {
    yield anyText;
  }
  if (rest().startsWith('<summary>') && !cursor.complete) {
    yield lineEnd;
  }
  const summary = /^<summary>(.*)<\/summary>[ \t]*$/u.exec(rest())?.[1]?.trim();
  return {
    isBlank: rest() === '',
    text: summary === undefined ? undefined : boldAsMarkdown(summary),
  };
}

/** Models often write the summary in `<b>` or `<strong>`, which the inline parser does not know. */
function boldAsMarkdown(summary: string): string {
  return summary.replace(/^<(b|strong)>\s*([^<>]*[^<>\s])\s*<\/\1>$/iu, '**$2**');
}

/** Accepts the beginnings of `text` that are shorter than it. */
function prefixesOf(text: string): { test(start: string): boolean } {
  return { test: (start) => start.length < text.length && text.startsWith(start) };
}
