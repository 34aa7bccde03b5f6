import assert from 'node:assert/strict';
import { RecentModels } from '../../../../../src/features/models/host/recentModels';
import type { Gateways } from '../../../../../src/features/setup/host/gateways';
import { MemoryMemento } from '../../../../support/memoryStorage';

const one = 'https://one.example/v1';
const two = 'https://two.example/v1';

/** Recent models of a window whose current gateway is `one`. */
function recentAt(memory: MemoryMemento, current = one): RecentModels {
  const gateways: Partial<Gateways> = { currentId: async (typed = current) => typed };
  return new RecentModels(memory, gateways as Gateways);
}

describe('RecentModels', () => {
  it('lists the models of each gateway, most recent first', async () => {
    const memory = new MemoryMemento();
    const recent = recentAt(memory);
    await recent.remember('a');
    await recentAt(memory, two).remember('b');
    await recent.remember('c');
    await recent.remember('a');
    assert.deepEqual(await recent.at(), ['a', 'c']);
    assert.deepEqual(await recent.at(two), ['b']);
  });

  it('keeps eight models and ignores a damaged value', async () => {
    const memory = new MemoryMemento();
    const recent = recentAt(memory);
    for (const id of 'abcdefghij') {
      await recent.remember(id);
    }
    assert.deepEqual(await recent.at(), 'jihgfedc'.split(''));
    memory.values.set('portico.recentModels', { [one]: 7, [two]: ['b'] });
    assert.deepEqual(await recent.at(), []);
    assert.deepEqual(await recent.at(two), ['b']);
    // Another version may have stored another shape.
    memory.values.set('portico.recentModels', ['a', 'b']);
    assert.deepEqual(await recent.at(), []);
  });
});
