import assert from 'node:assert/strict';
import { MarkedModels } from '../../../../../src/features/models/host/markedModels';
import type { Gateways } from '../../../../../src/features/setup/host/gateways';
import { MemoryMemento } from '../../../../support/memoryStorage';

describe('MarkedModels', () => {
  it('marks models by origin, and ignores a damaged value', async () => {
    const one = 'https://one.example/v1';
    const two = 'https://two.example/v1';
    const memory = new MemoryMemento();
    const current = async (typed = one) => ({ origin: new URL(typed).origin });
    const pinned = new MarkedModels('portico.pinnedModels', memory, { current } as Pick<
      Gateways,
      'current'
    >);
    await pinned.toggle('a');
    assert.deepEqual(await pinned.toggle('b'), ['a', 'b']);
    await pinned.toggle('c', two);
    await pinned.toggle('a');
    assert.deepEqual([await pinned.at(), await pinned.at(two)], [['b'], ['c']]);
    memory.values.set('portico.pinnedModels', { 'https://one.example': 7 });
    assert.deepEqual(await pinned.at(), []);
  });
});
