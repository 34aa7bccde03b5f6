import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { wireFormsBy } from '../../../src/chat/wireFormOf';

describe('wireFormsBy', () => {
  it('takes the endpoint type of the record, in the order of the forms', () => {
    const formOf = wireFormsBy({});
    for (const [endpointTypes, form] of [
      [undefined, 'chat'],
      [[], 'chat'],
      [['openai'], 'chat'],
      [['openai-response'], 'responses'],
      [['anthropic'], 'messages'],
      [['gemini'], 'generateContent'],
      [['gemini', 'anthropic', 'openai-response', 'openai'], 'chat'],
      [['gemini', 'anthropic', 'openai-response'], 'responses'],
      [['gemini', 'anthropic'], 'messages'],
      [['openai-response-compact'], 'chat'],
      [['embeddings', 'Chat', '__proto__'], 'chat'],
    ] as const) {
      const model = { id: 'm', ...(endpointTypes === undefined ? {} : { endpointTypes }) };
      assert.equal(formOf(model), form, String(endpointTypes));
    }
  });

  it('puts the user’s word before the record, the ID itself before the first glob that fits', () => {
    const formOf = wireFormsBy({
      'claude-*': 'messages',
      '*': 'responses',
      'claude-old': 'auto',
      'vendor/*': 'generateContent',
    });
    assert.equal(formOf({ id: 'claude-9', endpointTypes: ['openai'] }), 'messages');
    assert.equal(formOf({ id: 'claude-old', endpointTypes: ['gemini'] }), 'generateContent');
    assert.equal(formOf({ id: 'claude-old' }), 'chat');
    assert.equal(formOf({ id: 'vendor/family/model' }), 'responses');
  });

  it('tells nothing by a name', () => {
    const formOf = wireFormsBy({});
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('claude-opus-5', 'models/gemini-3-pro', 'anthropic', 'gpt-5-responses'),
        ),
        (id) => {
          assert.equal(formOf({ id }), 'chat');
          assert.equal(formOf({ id, endpointTypes: ['anthropic'] }), 'messages');
        },
      ),
    );
  });
});
