// The report below an answer: what became of its changes, in the order in which the answer has their files, and of the lines.
import type { AppliedChange } from '../../../conversation/common/conversation';
import type { TextChange } from '../common/fileText';
import { addedLines } from './fileChanges';

/**
 * Adds rows to a report. Those for the same block and file replace what was refused or undone of these.
 *
 * @param accepted what was just written into the file of the rows: the lines of earlier rows move
 */
export function withRows(
  report: readonly AppliedChange[],
  added: readonly AppliedChange[],
  accepted: readonly TextChange[] = [],
): readonly AppliedChange[] {
  const files = new Set(accepted.length > 0 ? added.map(({ uri }) => uri) : []);
  const kept = report
    .map((row) =>
      row.state === 'applied' && row.line !== undefined && files.has(row.uri)
        ? { ...row, line: movedLine(row.line, accepted) }
        : row,
    )
    .filter((row) => !added.some((one) => isReplaced(row, one)));
  const rows = [...kept, ...added];
  const firstBlock = (uri: string): number =>
    Math.min(...rows.filter((row) => row.uri === uri).map(({ block }) => block));
  const place = ({ uri, line }: AppliedChange): readonly number[] => [
    firstBlock(uri),
    line ?? Number.MAX_SAFE_INTEGER,
  ];
  return rows.toSorted((a, b) => {
    const [fileA = 0, lineA = 0] = place(a);
    const [fileB = 0, lineB = 0] = place(b);
    return fileA - fileB || (a.uri === b.uri ? lineA - lineB : a.uri < b.uri ? -1 : 1);
  });
}

/** @param line from 1 */
function movedLine(line: number, accepted: readonly TextChange[]): number {
  return line + addedLines(accepted.filter(({ end }) => end < line));
}

function isReplaced(row: AppliedChange, by: AppliedChange): boolean {
  const isSame = row.uri === by.uri && row.block === by.block;
  return isSame && (row.state !== 'applied' || (by.state === 'applied' && row.line === by.line));
}
