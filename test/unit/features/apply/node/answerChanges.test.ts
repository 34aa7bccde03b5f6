import assert from 'node:assert/strict';
import { AnswerChanges } from '../../../../../src/features/apply/node/answerChanges';

describe('changes of an answer', () => {
  const code = 'const fresh = 1;';
  const text = { code, info: 'ts', lineBefore: '', heading: '', section: '', isClosed: true };
  const removal = { group: 0, things: [{ kind: 'member', name: 'old' } as const] };
  const blockOf = (
    block: number,
    more: { readonly isUnseen?: true; readonly isRemoval?: true },
  ) => ({
    block,
    text,
    file: 'a',
    path: 'a.ts',
    now: 'const old = 1;\nrun();\n',
    proposal: { kind: 'code', lines: [code] } as const,
    placement: {
      edits: [{ start: 0, end: 1, lines: [code], edit: 0, ...(more.isRemoval && { removal }) }],
      refused: [],
      isUnseen: more.isUnseen === true,
    },
  });

  it('count code that Apply all leaves out as code without a place, but for removals, which are kept', () => {
    for (const [isAll, more, outcome, unplaced] of [
      [true, {}, 'added', []],
      [true, { isUnseen: true }, 'left', [code]],
      [true, { isRemoval: true }, 'left', []],
      [false, { isUnseen: true }, 'added', []],
    ] as const) {
      const changes = new AnswerChanges(isAll);
      assert.equal(changes.add(blockOf(0, more)), outcome);
      assert.deepEqual(changes.unplaced, unplaced);
    }
  });

  it('leave out a block that changes lines of an earlier one, and count its lines', () => {
    const changes = new AnswerChanges(true);
    changes.add(blockOf(0, {}));
    assert.equal(changes.add(blockOf(1, {})), 'sameLines');
    assert.equal(changes.texts.get('a'), `${code}\nrun();\n`);
    assert.deepEqual(changes.unplaced, [code]);
  });

  it('count no command as code', () => {
    const changes = new AnswerChanges(true);
    changes.addUnplaced({ ...text, info: 'sh' });
    assert.deepEqual(changes.unplaced, []);
  });
});
