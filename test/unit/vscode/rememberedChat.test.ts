import assert from 'node:assert/strict';
import { RememberedChat } from '../../../src/vscode/rememberedChat';
import { Memory } from './memory';

describe('RememberedChat', () => {
  it('remembers the last one, by its key, until it is forgotten', () => {
    const memory = new Memory();
    const open = new RememberedChat(memory, 'portico.openConversation');
    assert.equal(open.id, undefined);
    open.remember('first');
    open.remember('second');
    assert.equal(new RememberedChat(memory, 'portico.openConversation').id, 'second');
    assert.equal(new RememberedChat(memory, 'portico.leftBlank').id, undefined);
    open.remember(undefined);
    assert.equal(open.id, undefined);
  });

  it('takes nothing for an ID that is none', () => {
    const memory = new Memory();
    memory.values.set('portico.openConversation', { id: 'first' });
    assert.equal(new RememberedChat(memory, 'portico.openConversation').id, undefined);
  });
});
