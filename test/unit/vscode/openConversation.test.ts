import assert from 'node:assert/strict';
import { OpenConversation } from '../../../src/vscode/openConversation';
import { Memory } from './memory';

describe('OpenConversation', () => {
  it('remembers the conversation that was shown last', () => {
    const memory = new Memory();
    const open = new OpenConversation(memory);
    assert.equal(open.id, undefined);
    open.remember('first');
    open.remember('second');
    assert.equal(new OpenConversation(memory).id, 'second');
  });

  it('takes nothing for an ID that is none', () => {
    const memory = new Memory();
    memory.values.set('portico.openConversation', { id: 'first' });
    assert.equal(new OpenConversation(memory).id, undefined);
  });
});
