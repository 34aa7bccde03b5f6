import assert from 'node:assert/strict';
import { DraftOnlyChats } from '../../../../src/chat/host/lastOpenChat';
import { MemoryMemento } from '../../../support/memoryStorage';

describe('DraftOnlyChats', () => {
  it('remembers each chat until it is removed, the latest one last', () => {
    const memento = new MemoryMemento();
    const draftOnlyChats = new DraftOnlyChats(memento);
    assert.deepEqual(draftOnlyChats.ids, []);
    draftOnlyChats.add('first');
    draftOnlyChats.add('second');
    draftOnlyChats.add('third');
    draftOnlyChats.add('first');
    draftOnlyChats.remove('third');
    draftOnlyChats.remove('unknown');
    assert.deepEqual(new DraftOnlyChats(memento).ids, ['second', 'first']);
    draftOnlyChats.remove('first');
    draftOnlyChats.remove('second');
    assert.deepEqual(memento.keys(), []);
  });

  it('ignores saved values that are not IDs', () => {
    const memento = new MemoryMemento();
    const draftOnlyChats = new DraftOnlyChats(memento);
    memento.values.set('portico.draftOnlyChats', [{ id: 'first' }, 'second', 3]);
    assert.deepEqual(draftOnlyChats.ids, ['second']);
  });

  it('ignores a saved value that is not an array', () => {
    const memento = new MemoryMemento();
    memento.values.set('portico.draftOnlyChats', 'first');
    assert.deepEqual(new DraftOnlyChats(memento).ids, []);
  });
});
