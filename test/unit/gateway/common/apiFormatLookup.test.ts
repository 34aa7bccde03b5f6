import assert from 'node:assert/strict';
import { apiFormatOf } from '../../../../src/gateway/common/apiFormatLookup';

describe('apiFormatOf', () => {
  it('uses the declared endpoint types in order of preference', () => {
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
      const model = endpointTypes === undefined ? {} : { endpointTypes };
      assert.equal(apiFormatOf(model), format, String(endpointTypes));
      assert.equal(apiFormatOf(model, 'auto'), format, String(endpointTypes));
      assert.equal(apiFormatOf(model, 'messages'), 'messages', String(endpointTypes));
    }
  });
});
