// Which blocks of a text that goes on are finished: everything that is never parsed again hangs on it.
import type { Block } from './fromTokens';
import { lineStart } from './lines';

/**
 * How many of the first blocks no later line can change: all but the last of those that complete
 * lines have begun (checked against random documents by the tests). One more is held back while a
 * line is being written, since it may begin a block or turn lines of the last one into a table.
 */
export function finishedBlocks(
  blocks: readonly Block[],
  piece: string,
  begunLine: number | undefined,
): number {
  const last = blocks.at(-1);
  const isFence =
    last?.type === 'fence' &&
    begunLine !== undefined &&
    last.startLine < begunLine &&
    !mayBecomeTable(last, piece);
  const held = begunLine === undefined || isFence ? 1 : 2;
  const finished = Math.max(0, blocks.length - held);
  const titleMayCome = blocks
    .slice(0, finished)
    .findIndex(
      (block) => block.type === 'reference_definition' && isTitleOpen(piece, block.endLine),
    );
  return titleMayCome === -1 ? finished : titleMayCome;
}

/** Any line with a bar, a fence's first one too, is a table's head if the next line says so. */
export function mayBecomeTable(block: Block, piece: string): boolean {
  const opening = lineStart(piece, block.startLine);
  const next = lineStart(piece, block.startLine + 1);
  return piece.slice(opening, next).includes('|') && !piece.slice(next).includes('\n');
}

/** A link definition takes the lines after it as its title, once that is closed. */
function isTitleOpen(piece: string, line: number): boolean {
  const after = piece.slice(lineStart(piece, line));
  return /^[ \t>]*["'(]/.test(after) && !/\n[ \t>]*\n/.test(after);
}
