import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkModelOptions } from '../../../../../src/features/vscodeChat/node/modelOptions';

describe('checkModelOptions', () => {
  it('sends what it knows, in the names of the API format', () => {
    const options = { temperature: 0.2, top_p: 0.9, max_tokens: 100, reasoning_effort: 'low' };
    const checked = checkModelOptions(options, 'chat');
    assert.deepEqual(checked, {
      settings: { temperature: 0.2, maxTokens: 100, reasoningEffort: 'low' },
      parameters: { top_p: 0.9 },
      ignored: [],
    });
    assert.deepEqual(checkModelOptions(options, 'generateContent').parameters, {
      generationConfig: { topP: 0.9 },
    });
    const { settings } = checkModelOptions({ max_completion_tokens: 5, max_tokens: 9 }, 'chat');
    assert.deepEqual(settings, { maxTokens: 5 });
  });

  it('names what it does not send: unknown names and values that cannot be right', () => {
    const { settings, parameters, ignored } = checkModelOptions(
      { temperature: 'hot', max_tokens: 0, top_p: 3, reasoning_effort: 'a b', seed: 1, n: 4 },
      'chat',
    );
    assert.deepEqual([settings, parameters], [{}, {}]);
    assert.deepEqual([...ignored].toSorted(), [
      'max_tokens',
      'n',
      'reasoning_effort',
      'seed',
      'temperature',
      'top_p',
    ]);
  });

  it('never lets a name of the request itself pass', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (options) => {
        const { settings, parameters } = checkModelOptions(options, 'chat');
        const allowed = new Set(['temperature', 'maxTokens', 'reasoningEffort']);
        assert.ok(Object.keys(settings).every((name) => allowed.has(name)));
        assert.ok(Object.keys(parameters).every((name) => name === 'top_p'));
      }),
    );
  });
});
