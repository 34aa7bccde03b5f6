import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addedLines,
  hunksOf,
  type ChangedFile,
} from '../../../../../src/features/commitMessage/node/changedFile';
import { requestBudget, trimDiffs } from '../../../../../src/features/commitMessage/node/trimDiffs';
import { estimateTokens } from '../../../../../src/gateway/common/tokenEstimate';
import { CpuYardstick } from '../../../../support/cpuTime';

const file = (path: string, diff: string): ChangedFile => ({ path, kind: 'modified', diff });
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `+a line of code ${index}`).join('\n');

describe('trimDiffs', () => {
  it('keeps short diffs, cuts long ones at the end of a line, and counts the missing lines', () => {
    const [short, long] = trimDiffs([file('a.ts', lines(3)), file('b.ts', lines(500))], 400);
    assert.deepEqual(short, file('a.ts', lines(3)));
    const sent = (long?.diff ?? '').split('\n').length;
    assert.equal(sent + (long?.omittedLines ?? 0), 500);
    assert.ok(sent > 20 && sent < 100, `${sent} lines`);
    assert.ok(lines(500).startsWith(`${long?.diff}\n`));
  });

  it('gives excerpts of as many files as fit, where equal shares would be fragments', () => {
    const files = Array.from({ length: 300 }, (_, index) => file(`f${index}.ts`, lines(400)));
    const trimmed = trimDiffs(files, 8_000);
    const sent = trimmed.flatMap(({ diff }) => diff ?? []);
    assert.ok(sent.length >= 70 && sent.length <= 95, `${sent.length} files`);
    assert.equal(
      trimmed.filter(({ omission }) => omission === 'not enough space').length,
      300 - sent.length,
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

  it('lists each file once, never exceeds the budget, and never splits a line', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 });
    const files = fc.array(
      fc.oneof(
        text.map((parts) => file('x.ts', parts.join('\n'))),
        text.map((parts) => file('yarn.lock', parts.join('\n'))),
        fc.constant<ChangedFile>({ path: '.env', kind: 'modified', omission: 'may hold secrets' }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(files, fc.integer({ min: -100, max: 2_000 }), (diffs, budget) => {
        const trimmed = trimDiffs(diffs, budget);
        assert.equal(trimmed.length, diffs.length);
        let tokens = 0;
        for (const [index, { path, diff, omission, omittedLines }] of trimmed.entries()) {
          const original = diffs[index];
          assert.equal(path, original?.path);
          assert.ok((diff === undefined) !== (omission === undefined));
          if (diff !== undefined) {
            const omitted = original?.diff?.split('\n').slice(-(omittedLines ?? 0)) ?? [];
            const parts = omittedLines === undefined ? [diff] : [diff, ...omitted];
            assert.equal(parts.join('\n'), original?.diff);
            tokens += estimateTokens(diff);
          }
        }
        assert.ok(tokens <= Math.max(0, budget) + 1, `${tokens} of ${budget}`);
      }),
    );
  });

  it('measures no more of long diffs and minified lines than it sends', () => {
    const long = `+${'a b '.repeat(5_000_000)}`;
    const [many, one] = [file('b.ts', lines(500_000)), file('a.js', long)];
    const [minified, rows] = trimDiffs([one, many], 8_000);
    assert.equal(minified?.omission, 'not enough space');
    assert.ok((rows?.omittedLines ?? 0) > 490_000);
    const measureOne = new CpuYardstick(() => estimateTokens(long));
    assert.ok(measureOne.isWithin(() => trimDiffs([one, many], 8_000), 1));
  });
});

describe('requestBudget', () => {
  it('is half the context length, within limits, and 8,000 tokens where that is unknown', () => {
    assert.equal(requestBudget(undefined), 8_000);
    assert.equal(requestBudget(16_000), 8_000);
    assert.equal(requestBudget(1_000_000), 32_000);
    assert.equal(requestBudget(4_096, 4_000), 96);
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
});

describe('addedLines', () => {
  it('makes a diff of a new file', () => assert.equal(addedLines('a\r\nb\n'), '+a\n+b'));
});
