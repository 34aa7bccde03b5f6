import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listChanges } from '../../../../../src/features/models/node/listChanges';

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

  it('finds models whose record changed, whatever the order of its members', () => {
    const price = { input: 1, output: 2, currency: 'USD' };
    const before = [
      { id: 'same', chat: true, endpointTypes: ['openai', 'anthropic'], price },
      { id: 'longer', chat: true, contextLength: 8_192 },
      { id: 'removed', chat: true },
    ];
    const after = [
      { id: 'added', chat: true },
      { id: 'longer', chat: true, contextLength: 131_072 },
      {
        price: { currency: 'USD', output: 2, input: 1 },
        endpointTypes: ['anthropic', 'openai'],
        chat: true,
        id: 'same',
      },
    ];
    assert.deepEqual(listChanges(before, after), {
      added: ['added'],
      removed: ['removed'],
      changed: ['longer'],
    });
  });

  it('does not count what only people read: name, description, price', () => {
    const before = { id: 'a', chat: true, name: 'A', description: 'New', contextLength: 8_192 };
    const after = { ...before, name: 'Model A', description: 'Proven', price: { currency: 'USD' } };
    assert.deepEqual(listChanges([before], [after]).changed, []);
  });
});
