import assert from 'node:assert/strict';
import { RecentModels } from '../../../../../src/features/models/host/recentModels';
import { MemoryMemento } from '../../../composition/memoryStorage';

const one = 'https://one.example/v1';
const two = 'https://two.example/v1';

describe('RecentModels', () => {
  it('lists the models of each gateway, most recent first', async () => {
    const recent = new RecentModels(new MemoryMemento());
    await recent.remember(one, 'a');
    await recent.remember(two, 'b');
    await recent.remember(one, 'c');
    await recent.remember(one, 'a');
    assert.deepEqual(recent.of(one), ['a', 'c']);
    assert.deepEqual(recent.of(two), ['b']);
  });

  it('keeps eight models and ignores a damaged value', async () => {
    const memory = new MemoryMemento();
    const recent = new RecentModels(memory);
    for (const id of 'abcdefghij') {
      await recent.remember(one, id);
    }
    assert.deepEqual(recent.of(one), 'jihgfedc'.split(''));
    memory.values.set('portico.recentModels', { [one]: 7, [two]: ['b'] });
    assert.deepEqual(recent.of(one), []);
    assert.deepEqual(recent.of(two), ['b']);
    // Another version may have stored another shape.
    memory.values.set('portico.recentModels', ['a', 'b']);
    assert.deepEqual(recent.of(one), []);
  });
});
