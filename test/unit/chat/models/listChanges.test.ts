import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listChanges } from '../../../../src/chat/models/listChanges';

describe('listChanges', () => {
  it('finds added and removed models in any order', () => {
    const ids = fc.uniqueArray(fc.string(), { maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const { added, removed } = listChanges(
          before.map((id) => ({ id, chat: true })),
          after.map((id) => ({ id, chat: true })),
        );
        const rebuilt = [...before.filter((id) => !removed.includes(id)), ...added];
        assert.deepEqual(rebuilt.toSorted(), after.toSorted());
        assert.ok(added.every((id) => !before.includes(id)));
      }),
    );
  });
});
