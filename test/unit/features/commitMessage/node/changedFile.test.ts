import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sendableLines } from '../../../../../src/features/commitMessage/node/changedFile';
import { trimDiffs } from '../../../../../src/features/commitMessage/node/trimDiffs';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `+line ${index}`).join('\n');

describe('sendableLines', () => {
  it('leaves a text alone that a commit message could have in full', () => {
    assert.deepEqual(sendableLines(lines(10_000)), { text: lines(10_000) });
  });

  it('cuts 50 MB at a line end, before anything measures them, and counts the lines of the rest', () => {
    const text = `${'+0123456789\n'.repeat(4_200_000)}+end`;
    const { text: start, omittedLines = 0 } = sendableLines(text);
    assert.ok(start.length <= 200_000 && start.endsWith('+0123456789'));
    assert.equal(start.split('\n').length + omittedLines, 4_200_001);
  });

  it('never loses or adds a line, wherever the limit falls', () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(250_000), (count, length) => {
        const text = `${'x'.repeat(length)}${lines(count)}`;
        const { text: start, omittedLines = 0 } = sendableLines(text);
        const isCutInLine = text.slice(start.length, start.length + 1) !== '\n';
        const counted = start.split('\n').length + omittedLines;
        assert.ok(text.startsWith(start));
        assert.equal(counted, text.split('\n').length + (start !== text && isCutInLine ? 1 : 0));
      }),
      { numRuns: 50 },
    );
  });

  it('has its lines counted with those that do not fit later', () => {
    const { text: diff, ...rest } = sendableLines(lines(50_000));
    const [file] = trimDiffs([{ path: 'a.ts', kind: 'added', diff, ...rest }], 1_000);
    assert.equal((file?.diff ?? '').split('\n').length + (file?.omittedLines ?? 0), 50_000);
  });
});
