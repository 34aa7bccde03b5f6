import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, type TextChange } from '../../../../../src/features/apply/common/fileText';
import { AcceptedChanges } from '../../../../../src/features/apply/node/acceptedChanges';
import { lineChange } from '../../../../../src/features/apply/node/lineChange';

describe('accepted changes', () => {
  const change = (start: number, end: number, ...lines: readonly string[]): TextChange => ({
    start,
    end,
    lines,
  });

  it('give back the text before them, one after another', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', '  c'), { maxLength: 8 });
    const step = fc.tuple(fc.nat(8), fc.nat(3), lines);
    fc.assert(
      fc.property(lines, fc.boolean(), fc.array(step, { minLength: 1 }), (first, ends, steps) => {
        const before = first.join('\n') + (ends ? '\n' : '');
        const accepted = new AcceptedChanges();
        let now = before;
        // An empty last line reads as a line end, and a text without lines has none.
        let isEndLost = now.endsWith('\n') !== ends || now === '';
        for (const [at, removed, added] of steps) {
          const count = now === '' ? 0 : now.replace(/\n$/u, '').split('\n').length;
          const start = Math.min(at, count);
          const changes = [change(start, Math.min(start + removed, count), ...added)];
          const after = applyEdits(now, changes);
          accepted.add(now, changes, after);
          now = after;
          isEndLost ||= now.endsWith('\n') !== ends || now === '';
        }
        const texts = accepted.textsOf(now);
        const isKnown = isEndLost || texts?.before === before;
        assert.ok(isKnown && (texts === undefined || texts.before === before));
        assert.equal(accepted.textsOf(`${now}mine`), undefined);
      }),
    );
  });

  it('give back the text before several changes of one click', () => {
    const before = 'one\ntwo\nthree\nfour\n';
    const changes = [change(0, 1), change(1, 1, 'new', 'newer'), change(3, 4, '4')];
    const after = applyEdits(before, changes);
    assert.equal(after, 'new\nnewer\ntwo\nthree\n4\n');
    const accepted = new AcceptedChanges();
    accepted.add(before, changes, after);
    assert.deepEqual(accepted.textsOf(after), { before, after });
    // The editor's own Undo takes them back, and they are accepted again.
    assert.deepEqual([accepted.isTakenBack(before), accepted.isTakenBack(after)], [true, false]);
    accepted.add(before, changes, after);
    assert.deepEqual(accepted.textsOf(after), { before, after });
  });

  it('give nothing back of a text that was changed between two of them', () => {
    const accepted = new AcceptedChanges();
    accepted.add('one\ntwo\n', [change(0, 1, '1')], '1\ntwo\n');
    accepted.add('1\ntwo\nmine\n', [change(1, 2, '2')], '1\n2\nmine\n');
    assert.equal(accepted.textsOf('1\n2\nmine\n'), undefined);
  });

  it('know where their lines are after edits of anybody, until the next one is accepted', () => {
    const accepted = new AcceptedChanges();
    const edit = (from: readonly [number, number], to: readonly [number, number], text: string) => {
      const [start, end] = [
        { line: from[0], character: from[1] },
        { line: to[0], character: to[1] },
      ] as const;
      accepted.didEdit([lineChange({ range: { start, end }, text })]);
      return [1, 3, 4, 9].map((line) => accepted.moves()(line));
    };
    assert.deepEqual(edit([2, 0], [2, 0], '// mine\n'), [1, 4, 5, 10]);
    assert.deepEqual(edit([3, 5], [3, 5], ' more'), [1, 4, 5, 10]);
    assert.deepEqual(edit([3, 9], [3, 9], '\n\n'), [1, 4, 7, 12]);
    assert.deepEqual(edit([8, 0], [10, 0], ''), [1, 4, 7, 10]);
    accepted.add('', [], '');
    assert.deepEqual(accepted.moves()(9), 9);
  });
});
