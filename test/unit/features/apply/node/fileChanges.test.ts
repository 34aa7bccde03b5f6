import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import {
  acceptableRemovals,
  afterAccepting,
  isForAcceptAll,
  joinChanges,
  proposedLines,
  removedThings,
  withRemovals,
  type FileChange,
} from '../../../../../src/features/apply/node/fileChanges';

describe('changes of a file', () => {
  /** Changes with at least one line between them. */
  const changes = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(3), fc.nat(3)), { maxLength: 5 })
    .map((parts) => {
      let line = 0;
      return parts.map(([gap, removed, added], index): FileChange => {
        const start = line + gap;
        line = start + removed;
        const lines = Array.from({ length: added }, (_, at) => `new ${index}.${at}`);
        return { start, end: line, lines, isConflict: false, block: index };
      });
    })
    .filter((all) => all.every(({ start, end, lines }) => end > start || lines.length > 0));
  const text = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}\n`;

  it('give the same text whether they are accepted together or one after another, in any order', () => {
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat()), (all, random) => {
        const expected = applyEdits(text, all);
        let left: readonly FileChange[] = all;
        let now = text;
        while (left.length > 0) {
          const [next = left[0]] = left.slice(random.next().value % left.length);
          assert.ok(next);
          now = applyEdits(now, [next]);
          left = afterAccepting(left, [next]);
          assert.equal(applyEdits(now, left), expected);
        }
        assert.equal(now, expected);
      }),
    );
  });

  it('are where they say in the text that has all of them', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const lines = applyEdits(text, all).split('\n');
        for (const change of all) {
          const { start, end } = proposedLines(all, change);
          assert.deepEqual(lines.slice(start, end), change.lines);
        }
      }),
    );
  });

  it('of a later block are joined with those before it, unless both change one place', () => {
    const earlier: readonly FileChange[] = [
      { start: 3, end: 4, lines: ['a', 'b', 'c'], isConflict: false, block: 0 },
    ];
    const added = { start: 12, end: 13, lines: ['d'], isConflict: false, block: 1 };
    const joined = joinChanges(earlier, [added]);
    assert.ok(joined);
    assert.equal(applyEdits(text, joined), applyEdits(applyEdits(text, earlier), [added]));
    assert.equal(joinChanges(earlier, [{ ...added, start: 4, end: 5 }]), undefined);
  });

  describe('that take code away', () => {
    const save = { kind: 'definition', name: 'save' } as const;
    const change = (start: number, more: Partial<FileChange> = {}): FileChange => ({
      start,
      end: start + 1,
      lines: [],
      isConflict: false,
      block: 0,
      ...more,
    });
    const removal = { group: 1, things: [save] };
    const plain = change(0);
    const first = change(2, { removal });
    const second = change(4, { removal });
    const otherBlock = change(6, { removal: { ...removal, group: 3 }, block: 1 });
    const conflict = change(8, { removal: { group: 2, things: [] }, isConflict: true });
    const besideConflict = change(10, { removal: { group: 2, things: [] } });
    const all = [plain, first, second, otherBlock, conflict, besideConflict];

    it('are accepted and rejected with all changes of their removal, and no other', () => {
      assert.deepEqual(withRemovals(all, [second]), [first, second]);
      assert.deepEqual(withRemovals(all, [plain, otherBlock]), [plain, otherBlock]);
      assert.deepEqual(withRemovals(all, [change(2, { removal: { ...removal, group: 9 } })]), []);
    });

    it('are no part of “Accept all”, and those beside a conflict are decided one by one', () => {
      assert.deepEqual(all.filter(isForAcceptAll), [plain]);
      assert.deepEqual(acceptableRemovals(all), [first, second, otherBlock]);
    });

    it('stay together where others are accepted before them', () => {
      const left = afterAccepting(all, [plain]);
      assert.equal(withRemovals(left, left.slice(0, 1)).length, 2);
      assert.deepEqual(removedThings(left), [save]);
    });
  });
});
