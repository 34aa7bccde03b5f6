import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readApiFormats, apiFormatLookup } from '../../../../src/chat/models/apiFormatLookup';

describe('apiFormatLookup', () => {
  it('uses the declared endpoint types in order of preference', () => {
    const apiFormatOf = apiFormatLookup({ byGlob: {} });
    for (const [endpointTypes, format] of [
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
      assert.equal(apiFormatOf(model), format, String(endpointTypes));
    }
  });

  it('prefers the setting to the declaration, and an exact ID to the first matching glob', () => {
    const apiFormatOf = apiFormatLookup({
      byGlob: {
        'claude-*': 'messages',
        '*': 'responses',
        'claude-old': 'auto',
        'vendor/*': 'generateContent',
      },
    });
    assert.equal(apiFormatOf({ id: 'claude-9', endpointTypes: ['openai'] }), 'messages');
    assert.equal(apiFormatOf({ id: 'claude-old', endpointTypes: ['gemini'] }), 'generateContent');
    assert.equal(apiFormatOf({ id: 'claude-old' }), 'chat');
    assert.equal(apiFormatOf({ id: 'vendor/family/model' }), 'responses');
  });

  it('never guesses from the ID', () => {
    const apiFormatOf = apiFormatLookup({ byGlob: {} });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('claude-opus-5', 'models/gemini-3-pro', 'anthropic', 'gpt-5-responses'),
        ),
        (id) => {
          assert.equal(apiFormatOf({ id }), 'chat');
          assert.equal(apiFormatOf({ id, endpointTypes: ['anthropic'] }), 'messages');
        },
      ),
    );
  });
});

describe('readApiFormats', () => {
  it('uses valid entries and reports invalid ones', () => {
    const read = readApiFormats({
      'claude-*': 'messages',
      'gpt-*': 'completions',
      echo: 'auto',
      odd: 7,
      '': 'chat',
      ['x'.repeat(513)]: 'chat',
    });
    assert.deepEqual(read.byGlob, { 'claude-*': 'messages', echo: 'auto' });
    assert.deepEqual(read.invalid, ['gpt-*', 'odd', '', 'x'.repeat(513)]);
  });

  it('ignores a setting that is not an object', () => {
    for (const setting of [undefined, null, 'messages', 7]) {
      assert.deepEqual(readApiFormats(setting), { byGlob: {}, invalid: [] });
    }
  });

  it('either uses or reports each entry', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-c*?/-]*$/u), fc.anything()), (setting) => {
        const { byGlob, invalid } = readApiFormats(setting);
        const all = [...Object.keys(byGlob), ...invalid];
        assert.deepEqual(all.toSorted(), Object.keys(setting).toSorted());
      }),
    );
  });
});
