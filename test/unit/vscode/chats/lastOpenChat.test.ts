import assert from 'node:assert/strict';
import { DraftOnlyChats, LastOpenChat } from '../../../../src/vscode/chats/lastOpenChat';
import { Memory } from '../memory';

describe('RememberedChat', () => {
  it('remembers the last one', () => {
    const memory = new Memory();
    const open = new LastOpenChat(memory);
    assert.equal(open.id, undefined);
    open.remember('first');
    open.remember('second');
    assert.equal(new LastOpenChat(memory).id, 'second');
    assert.deepEqual(new DraftOnlyChats(memory).ids, []);
  });

  it('takes nothing for an ID that is none', () => {
    const memory = new Memory();
    memory.values.set('portico.openConversation', { id: 'first' });
    assert.equal(new LastOpenChat(memory).id, undefined);
  });
});

describe('ChatsLeftBlank', () => {
  it('remembers each until it is struck off, the last one at the end', () => {
    const memory = new Memory();
    const left = new DraftOnlyChats(memory);
    assert.deepEqual(left.ids, []);
    left.add('first');
    left.add('second');
    left.add('third');
    left.add('first');
    left.remove('third');
    left.remove('never there');
    assert.deepEqual(new DraftOnlyChats(memory).ids, ['second', 'first']);
    left.remove('first');
    left.remove('second');
    assert.deepEqual(memory.keys(), []);
  });

  it('ignores saved values that are not IDs', () => {
    const memory = new Memory();
    const left = new DraftOnlyChats(memory);
    memory.values.set('portico.draftOnlyChats', [{ id: 'first' }, 'second', 3]);
    assert.deepEqual(left.ids, ['second']);
  });
});
