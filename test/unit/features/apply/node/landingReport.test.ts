import assert from 'node:assert/strict';
import type { AppliedChange } from '../../../../../src/conversation/common/conversation';
import { withMovedLines, withRows } from '../../../../../src/features/apply/node/landingReport';

describe('the report of what landed', () => {
  const row = (
    file: string,
    block: number,
    line: number,
    state: AppliedChange['state'] = 'applied',
  ): AppliedChange => ({ block, uri: `file:///${file}`, file, state, line });
  const texts = (rows: readonly AppliedChange[]): readonly string[] =>
    rows.map(({ state, file, line }) => `${state} ${file}:${line}`);

  it('has the files in the order of the answer and the lines of each, whatever was clicked first', () => {
    const clicked = [row('b', 1, 9), row('a', 2, 30), row('a', 0, 40), row('b', 1, 3)];
    const rows = clicked.reduce<readonly AppliedChange[]>((all, one) => withRows(all, [one]), []);
    assert.deepEqual(texts(rows), ['applied a:30', 'applied a:40', 'applied b:3', 'applied b:9']);
  });

  it('has the lines of today of what is in the file', () => {
    const rows = [row('a', 0, 2), row('a', 0, 27), row('a', 0, 30, 'undone'), row('b', 1, 27)];
    const moved = withMovedLines(rows, 'file:///a', (line) => (line > 15 ? line + 2 : line));
    assert.deepEqual(texts(moved), ['applied a:2', 'applied a:29', 'undone a:30', 'applied b:27']);
  });

  it('replaces what was refused or undone of a block by what became of it', () => {
    const before = [row('a', 0, 2, 'refused'), row('a', 1, 5, 'refused'), row('b', 2, 7, 'undone')];
    assert.deepEqual(texts(withRows(before, [row('a', 0, 3), row('b', 2, 7)])), [
      'applied a:3',
      'refused a:5',
      'applied b:7',
    ]);
  });

  it('names a change once that was taken back in the editor and accepted again', () => {
    const once = withRows([], [row('a', 0, 2)]);
    assert.deepEqual(texts(withRows(once, [row('a', 0, 2)])), ['applied a:2']);
  });
});
