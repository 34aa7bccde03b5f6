import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addedLines,
  type FileDiff,
  hunksOf,
} from '../../../../../src/features/commitMessage/node/changedFile';
import { diffBudget, trimDiffs } from '../../../../../src/features/commitMessage/node/trimDiffs';
import { estimateTokens } from '../../../../../src/gateway/common/tokenEstimate';
import { isLinear } from '../../../../support/cpuTime';

const file = (path: string, diff: string): FileDiff => ({ path, kind: 'modified', diff });
const lines = (count: number, text = 'a line of code'): string =>
  Array.from({ length: count }, (_, index) => `+${text} ${index}`).join('\n');

describe('trimDiffs', () => {
  it('keeps diffs that fit as they are', () => {
    const files = [file('a.ts', lines(3)), file('b.ts', lines(5))];
    assert.deepEqual(trimDiffs(files, 1_000), files);
  });

  it('shortens the longest first, at the end of a line, and says how many lines are missing', () => {
    const [short, long] = trimDiffs([file('a.ts', lines(3)), file('b.ts', lines(500))], 400);
    assert.equal(short?.diff, lines(3));
    const kept = (long?.diff ?? '').split('\n').length;
    assert.equal(kept + (long?.omittedLines ?? 0), 500);
    assert.ok(kept > 20 && kept < 100, `${kept} lines`);
    assert.ok(lines(500).startsWith(`${long?.diff}\n`));
  });

  it('gives excerpts of as many files as fit, where equal shares would be fragments', () => {
    const files = Array.from({ length: 300 }, (_, index) => file(`f${index}.ts`, lines(400)));
    const trimmed = trimDiffs(files, 8_000);
    const sent = trimmed.flatMap(({ diff }) => diff ?? []);
    assert.ok(sent.length >= 70 && sent.length <= 80, `${sent.length} files`);
    assert.ok(sent.every((diff) => diff.split('\n').length >= 8));
    assert.equal(trimmed.filter(({ omission }) => omission === 'budget').length, 300 - sent.length);
  });

  it('names a file only where the budget is a fragment', () => {
    const files = [file('a.ts', lines(50)), file('b.ts', lines(50))];
    assert.deepEqual(
      trimDiffs(files, 30).map(({ omission }) => omission),
      ['budget', 'budget'],
    );
  });

  it('gives generated files only what the others leave', () => {
    const [lock, code] = trimDiffs(
      [file('package-lock.json', lines(500)), file('src/a.ts', lines(60))],
      700,
    );
    assert.equal(code?.diff, lines(60));
    assert.ok((lock?.omittedLines ?? 0) > 400);
  });

  it('lists each file once, never exceeds the budget, and never splits a character', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 });
    const files = fc.array(
      fc.oneof(
        text.map((parts) => file('x.ts', parts.join('\n'))),
        text.map((parts) => file('yarn.lock', parts.join('\n'))),
        fc.constant<FileDiff>({ path: '.env', kind: 'modified', omission: 'secret' }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(files, fc.nat(2_000), (diffs, budget) => {
        const trimmed = trimDiffs(diffs, budget);
        assert.deepEqual(
          trimmed.map(({ path }) => path),
          diffs.map(({ path }) => path),
        );
        let tokens = 0;
        for (const [index, { diff, omission, omittedLines = 0 }] of trimmed.entries()) {
          const original = diffs[index];
          assert.ok((diff === undefined) !== (omission === undefined));
          if (diff !== undefined && original !== undefined && 'diff' in original) {
            tokens += estimateTokens(diff);
            assert.ok(diff.isWellFormed());
            assert.equal(diff.split('\n').length + omittedLines, original.diff.split('\n').length);
          }
        }
        assert.ok(tokens <= budget + 1, `${tokens} of ${budget}`);
      }),
    );
  });

  it('takes time in proportion to the length of the diffs', () => {
    const filesOf = (count: number) => [file('a.ts', lines(count)), file('b.ts', lines(count))];
    const files = { 1: filesOf(10_000), 8: filesOf(80_000) };
    assert.ok(isLinear((factor) => trimDiffs(files[factor], 8_000)));
  });
});

describe('diffBudget', () => {
  it('is half the context length, within limits, and 8,000 tokens where that is unknown', () => {
    assert.equal(diffBudget(undefined), 8_000);
    assert.equal(diffBudget(16_000), 8_000);
    assert.equal(diffBudget(1_000_000), 32_000);
    assert.equal(diffBudget(4_096, 4_000), 96);
  });
});

describe('hunksOf', () => {
  it('drops the header but not a changed mode', () => {
    const patch =
      'diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
    assert.equal(hunksOf(patch), 'old mode 100644\nnew mode 100755\n@@ -1 +1 @@\n-a\n+b');
  });

  it('recognizes a binary file by the header only', () => {
    assert.equal(hunksOf('diff --git a/x b/x\nBinary files a/x and b/x differ\n'), undefined);
    const text = '@@ -1 +1 @@\n+Binary files a and b differ';
    assert.equal(hunksOf(`diff --git a/x b/x\n${text}`), text);
  });

  it('makes a diff of a new file', () => {
    assert.equal(addedLines('a\r\nb\n'), '+a\n+b');
  });
});
