// The report below an answer: what became of its changes, in the order in which the answer has their files, and of the lines.
import type { AppliedChange } from '../../../conversation/common/conversation';

/** Adds rows to a report. Those for the same block and file replace what was refused or undone of these. */
export function withRows(
  report: readonly AppliedChange[],
  added: readonly AppliedChange[],
): readonly AppliedChange[] {
  const kept = report.filter((row) => !added.some((one) => isReplaced(row, one)));
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

/** @param movedLine where a line of the file is now */
export function withMovedLines(
  report: readonly AppliedChange[],
  uri: string,
  movedLine: (line: number) => number,
): readonly AppliedChange[] {
  return report.map((row) => {
    const { line } = row;
    const isMoved = row.uri === uri && row.state === 'applied' && line !== undefined;
    return isMoved ? Object.assign({}, row, { line: movedLine(line) }) : row;
  });
}

function isReplaced(row: AppliedChange, by: AppliedChange): boolean {
  const isSame = row.uri === by.uri && row.block === by.block;
  return isSame && (row.state !== 'applied' || (by.state === 'applied' && row.line === by.line));
}
