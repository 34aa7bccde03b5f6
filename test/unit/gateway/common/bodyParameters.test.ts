import assert from 'node:assert/strict';
import { checkParameters, parameterPaths } from '../../../../src/gateway/common/bodyParameters';

describe('checkParameters', () => {
  it('separates the refused parameters from the others', () => {
    const { allowed, refused } = checkParameters({
      top_p: 0.5,
      model: 'other',
      provider: { order: ['a'], model: 'inside another object' },
      generationConfig: { candidateCount: 2, topK: 40 },
    });
    assert.deepEqual(refused, ['model', 'generationConfig.candidateCount']);
    assert.deepEqual(allowed, {
      top_p: 0.5,
      provider: { order: ['a'], model: 'inside another object' },
      generationConfig: { topK: 40 },
    });
  });
});

describe('parameterPaths', () => {
  it('names each value with its path, removed fields apart', () => {
    const paths = parameterPaths({
      top_p: 0.5,
      stop: ['a'],
      chat_template_kwargs: { enable_thinking: false, budget: null },
      stream_options: null,
      extra: {},
    });
    assert.deepEqual(paths, {
      set: ['top_p', 'stop', 'chat_template_kwargs.enable_thinking', 'extra'],
      removed: ['chat_template_kwargs.budget', 'stream_options'],
    });
  });
});
