import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readApiFormats, apiFormatLookup } from '../../../../src/chat/models/apiFormatOf';

describe('wireFormsBy', () => {
  it('takes the endpoint type of the record, in the order of the forms', () => {
    const formOf = apiFormatLookup({ byGlob: {} });
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
    const formOf = apiFormatLookup({
      byGlob: {
        'claude-*': 'messages',
        '*': 'responses',
        'claude-old': 'auto',
        'vendor/*': 'generateContent',
      },
    });
    assert.equal(formOf({ id: 'claude-9', endpointTypes: ['openai'] }), 'messages');
    assert.equal(formOf({ id: 'claude-old', endpointTypes: ['gemini'] }), 'generateContent');
    assert.equal(formOf({ id: 'claude-old' }), 'chat');
    assert.equal(formOf({ id: 'vendor/family/model' }), 'responses');
  });

  it('tells nothing by a name', () => {
    const formOf = apiFormatLookup({ byGlob: {} });
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

describe('readWireForms', () => {
  it('takes what is a form, and names every entry that is none', () => {
    const read = readApiFormats({
      'claude-*': 'messages',
      'gpt-*': 'completions',
      echo: 'auto',
      odd: 7,
      '': 'chat',
      ['x'.repeat(513)]: 'chat',
    });
    assert.deepEqual(read.byGlob, { 'claude-*': 'messages', echo: 'auto' });
    assert.deepEqual(read.refused, ['gpt-*', 'odd', '', 'x'.repeat(513)]);
  });

  it('is of no effect where it is no object', () => {
    for (const nothing of [undefined, null, 'messages', 7]) {
      assert.deepEqual(readApiFormats(nothing), { byGlob: {}, refused: [] });
    }
  });

  it('takes or names each entry, whatever is set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-c*?/-]*$/u), fc.anything()), (set) => {
        const { byGlob, refused } = readApiFormats(set);
        const read = [...Object.keys(byGlob), ...refused];
        assert.deepEqual(read.toSorted(), Object.keys(set).toSorted());
      }),
    );
  });
});
