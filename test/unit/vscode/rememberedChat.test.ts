import assert from 'node:assert/strict';
import { ChatsLeftBlank, RememberedChat } from '../../../src/vscode/rememberedChat';
import { Memory } from './memory';

describe('RememberedChat', () => {
  it('remembers the last one', () => {
    const memory = new Memory();
    const open = new RememberedChat(memory);
    assert.equal(open.id, undefined);
    open.remember('first');
    open.remember('second');
    assert.equal(new RememberedChat(memory).id, 'second');
    assert.deepEqual(new ChatsLeftBlank(memory).ids, []);
  });

  it('takes nothing for an ID that is none', () => {
    const memory = new Memory();
    memory.values.set('portico.openConversation', { id: 'first' });
    assert.equal(new RememberedChat(memory).id, undefined);
  });
});

describe('ChatsLeftBlank', () => {
  it('remembers each until it is struck off, the last one at the end', () => {
    const memory = new Memory();
    const left = new ChatsLeftBlank(memory);
    assert.deepEqual(left.ids, []);
    left.add('first');
    left.add('second');
    left.add('third');
    left.add('first');
    left.strikeOff('third');
    left.strikeOff('never there');
    assert.deepEqual(new ChatsLeftBlank(memory).ids, ['second', 'first']);
    left.strikeOff('first');
    left.strikeOff('second');
    assert.deepEqual(memory.keys(), []);
  });

  it('reads the single one that was remembered before, and nothing for an ID that is none', () => {
    const memory = new Memory();
    memory.values.set('portico.leftBlank', 'single');
    const left = new ChatsLeftBlank(memory);
    left.add('another');
    assert.deepEqual(left.ids, ['single', 'another']);
    memory.values.set('portico.leftBlank', [{ id: 'first' }, 'second', 3]);
    assert.deepEqual(left.ids, ['second']);
  });
});
