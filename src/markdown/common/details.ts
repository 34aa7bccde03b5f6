// `<details>` and `</details>` without attributes, each on a line of its own. The content between them is Markdown.
import type { BlockStart } from './blockStarts';
import { codeIndent, type LineCursor, lineEnd, type Reading } from './lineCursor';
import type { LineReader } from './lineReader';

const undecidedStart = prefixesOf('<details>');
const undecidedSummary = prefixesOf('<summary>');
const undecidedEnd = prefixesOf('</details>');
const summaryLine = /^<summary>(.*)<\/summary>[ \t]*$/u;

/** Reads `<details>` with the summary after it or on the next line. */
export function* readDetails(reader: LineReader): Reading<BlockStart> {
  const { blocks, cursor } = reader;
  yield* cursor.readWhile(undecidedStart);
  if (!cursor.rest.startsWith('<details>') || !blocks.canNest) {
    return 'text';
  }
  let source = yield* readSummary(cursor, '<details>'.length);
  if (source === '') {
    const lines = reader.hold();
    lines.next();
    if ((yield* lines.continuesBlocks()) && cursor.indent < codeIndent) {
      source = yield* readSummary(cursor, 0);
    }
    if (summaryLine.test(source ?? '')) {
      lines.release();
    } else {
      source = '';
      lines.repeatLine();
    }
  }
  const summary = boldAsMarkdown(summaryLine.exec(source ?? '')?.[1]?.trim());
  if (source === undefined || (source !== '' && summary === undefined)) {
    return 'text';
  }
  blocks.openContainer({ type: 'details', summary: summary ?? '' }, { kind: 'details' });
  return 'line';
}

/** Models often write the summary in `<b>` or `<strong>`, which the inline parser does not know. */
function boldAsMarkdown(summary: string | undefined): string | undefined {
  return summary?.replace(/^<(b|strong)>\s*([^<>]*[^<>\s])\s*<\/\1>$/iu, '**$2**');
}

/**
 * Reads the rest of the line after `offset` characters if it may be a summary. Returns undefined if it is neither
 * that nor blank.
 */
function* readSummary(cursor: LineCursor, offset: number): Reading<string | undefined> {
  const rest = (): string => cursor.rest.slice(offset).replace(/^[ \t]+/u, '');
  if (rest() === '' && !cursor.complete) {
    yield /[^ \t]/u;
  }
  while (!cursor.complete && undecidedSummary.test(rest())) {
    yield /[^]/u;
  }
  if (rest() === '' || !rest().startsWith('<summary>')) {
    return rest() === '' ? '' : undefined;
  }
  if (!cursor.complete) {
    yield lineEnd;
  }
  return rest();
}

/** Reads whether the line is `</details>`. Returns the place of the open block that it closes among all open ones. */
export function* readDetailsEnd({ blocks, cursor }: LineReader): Reading<number | undefined> {
  yield* cursor.readWhile(undecidedEnd);
  if (!cursor.rest.startsWith('</details>')) {
    return undefined;
  }
  if (!cursor.complete && /^<\/details>[ \t]*$/u.test(cursor.rest)) {
    yield /[^ \t]/u;
  }
  if (!/^<\/details>[ \t]*$/u.test(cursor.rest)) {
    return undefined;
  }
  const containers = blocks.containers.slice(0, blocks.matched);
  const index = containers.findLastIndex(({ kind }) => kind === 'details');
  const isQuoted = containers.slice(index).some(({ kind }) => kind === 'quote');
  return index === -1 || isQuoted ? undefined : index;
}

/** Accepts the beginnings of `text` that are shorter than it. */
function prefixesOf(text: string): { test(start: string): boolean } {
  return { test: (start) => start.length < text.length && text.startsWith(start) };
}
