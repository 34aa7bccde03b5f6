// Decides which blocks of growing text are finished: they are never parsed again.
import type { Block } from './fromTokens';
import { lineStart } from './parser';

/**
 * Counts the first blocks that no later text can change: all but the last one, as tests with random
 * documents confirm. With a partial line, all but the last two: that line may start a block, or turn
 * the last lines of the block before it into a table.
 */
export function countFinishedBlocks(
  blocks: readonly Block[],
  chunk: string,
  partialLine: number | undefined,
): number {
  const last = blocks.at(-1);
  const isFence =
    last?.type === 'fence' &&
    partialLine !== undefined &&
    last.startLine < partialLine &&
    !canBecomeTable(last, chunk);
  const unfinished = partialLine === undefined || isFence ? 1 : 2;
  const finished = Math.max(0, blocks.length - unfinished);
  const openDefinition = blocks
    .slice(0, finished)
    .findIndex(
      (block) => block.type === 'reference_definition' && hasOpenTitle(chunk, block.endLine),
    );
  return openDefinition === -1 ? finished : openDefinition;
}

/** Any line with a `|`, even the first line of a fence, is a table header if a delimiter row follows. */
export function canBecomeTable(block: Block, chunk: string): boolean {
  const opening = lineStart(chunk, block.startLine);
  const next = lineStart(chunk, block.startLine + 1);
  return chunk.slice(opening, next).includes('|') && !chunk.slice(next).includes('\n');
}

/** The lines after a link definition may still become its title: it starts there and is not closed yet. */
function hasOpenTitle(chunk: string, line: number): boolean {
  const after = chunk.slice(lineStart(chunk, line));
  return /^[ \t>]*["'(]/.test(after) && !/\n[ \t>]*\n/.test(after);
}
