// Finds lines again in a document that has changed since they were attached, and changes the label of their block.
import { blockContent } from './attachmentBlock';
import { visibleText } from '../../../base/text/visibleText';

export interface FoundLines {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The place of a block's content in a document: of several the one nearest to `startLine`. Undefined if the document no
 * longer has it.
 */
export function findLines(
  block: string,
  document: string,
  { startLine, endLine }: FoundLines,
): FoundLines | undefined {
  const content = blockContent(block)?.replace(/\n$/u, '');
  if (content === undefined || content === '') {
    return undefined;
  }
  const { text } = visibleText(document);
  let found: number | undefined;
  let line = 1;
  let counted = 0;
  for (const at of occurrences(text, content)) {
    line += countLineEnds(text, counted, at);
    counted = at;
    if (found !== undefined && Math.abs(line - startLine) >= Math.abs(found - startLine)) {
      break;
    }
    found = line;
  }
  return found === undefined
    ? undefined
    : { startLine: found, endLine: found + endLine - startLine };
}

/** The block with other line numbers in its label. */
export function withLines(block: string, { startLine, endLine }: FoundLines): string {
  return changeFacts(block, (facts) =>
    facts.replace(
      /\blines? \d+(?:-\d+)?(?=[,)])/u,
      startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`,
    ),
  );
}

const note = ', as it was when attached';

/** The block with a note in its label that its source may have changed. */
export function withNote(block: string): string {
  return changeFacts(block, (facts) => (facts.endsWith(note) ? facts : facts + note));
}

export function withoutNote(block: string): string {
  return changeFacts(block, (facts) =>
    facts.endsWith(note) ? facts.slice(0, -note.length) : facts,
  );
}

/** Changes the label after its last code span: names, which may be any text, are in code spans. */
function changeFacts(block: string, change: (facts: string) => string): string {
  const end = block.indexOf('\n');
  const label = block.slice(0, end);
  const start = label.lastIndexOf('`') + 1;
  return label.slice(0, start) + change(label.slice(start)) + block.slice(end);
}

/**
 * Where `content` begins in a text, overlapping places included (Knuth-Morris-Pratt). `indexOf` from each place on would
 * take minutes where both repeat one line.
 */
function* occurrences(text: string, content: string): Generator<number> {
  const borders = bordersOf(content);
  let matched = 0;
  for (let end = 0; end < text.length; end += 1) {
    matched = extendMatch(content, borders, matched, text.charCodeAt(end));
    if (matched === content.length) {
      yield end + 1 - matched;
    }
  }
}

/** Of each beginning of a text: the length of the longest end of it that is also its beginning. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let end = 1; end < text.length; end += 1) {
    borders[end] = extendMatch(text, borders, borders[end - 1] ?? 0, text.charCodeAt(end));
  }
  return borders;
}

/** How much of `content` ends with the next character, if so much of it ended before. */
function extendMatch(content: string, borders: Uint32Array, before: number, next: number): number {
  let matched = before;
  while (matched > 0 && content.charCodeAt(matched) !== next) {
    matched = borders[matched - 1] ?? 0;
  }
  return content.charCodeAt(matched) === next ? matched + 1 : matched;
}

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
