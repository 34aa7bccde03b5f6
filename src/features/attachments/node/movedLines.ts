// Finds lines again in a document that has changed since they were attached, and changes the label of their block.
import { visibleText } from '../../../base/text/visibleText';
import { blockContent } from '../../../workspace/node/labeledBlock';

export interface FoundLines {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Where a document and a block of thousands of lines repeat one line, the block is found on each of them, and comparing
 * it as often takes minutes. Nobody could tell these places apart: the search ends after about half a second.
 */
const maxComparedChars = 100_000_000;

/**
 * The place of a block's content in a document, the one nearest to `startLine` if there are several. Undefined if the
 * document no longer has it, or has it in too many places.
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
  let comparedChars = 0;
  for (let at = text.indexOf(content); at !== -1; at = indexOnLaterLine(text, content, at)) {
    line += countLineEnds(text, counted, at);
    counted = at;
    if (found !== undefined && Math.abs(line - startLine) >= Math.abs(found - startLine)) {
      break;
    }
    found = line;
    comparedChars += content.length;
    if (comparedChars > maxComparedChars) {
      return undefined;
    }
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

function indexOnLaterLine(text: string, content: string, at: number): number {
  const lineEnd = text.indexOf('\n', at);
  return lineEnd === -1 ? -1 : text.indexOf(content, lineEnd + 1);
}

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
