import assert from 'node:assert/strict';
import { RememberedModels } from '../../../../../src/features/models/host/rememberedModels';
import { MemoryMemento } from '../../../../support/memoryStorage';

const one = 'https://one.example/v1';
const two = 'https://two.example/v1';

/** Recent models of a window whose current gateway is `current`. */
function recentAt(memory: MemoryMemento, current = one): RememberedModels {
  return new RememberedModels('portico.recentModels', memory, async (typed = current) => typed);
}

describe('RememberedModels', () => {
  it('lists the models used at each gateway, most recent first', async () => {
    const memory = new MemoryMemento();
    const recent = recentAt(memory);
    await recent.remember('a');
    await recentAt(memory, two).remember('b');
    await recent.remember('c');
    await recent.remember('a');
    assert.deepEqual(await recent.at(), ['a', 'c']);
    assert.deepEqual(await recent.at(two), ['b']);
  });

  it('keeps the eight used last and ignores a damaged value', async () => {
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

  it('marks models and removes the marks, also at a Base URL that is not in use', async () => {
    const pinned = recentAt(new MemoryMemento());
    await pinned.toggle('a');
    assert.deepEqual(await pinned.toggle('b'), ['a', 'b']);
    await pinned.toggle('c', two);
    await pinned.toggle('a');
    assert.deepEqual([await pinned.at(), await pinned.at(two)], [['b'], ['c']]);
  });
});
