import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareModels } from '../../../../../src/features/usage/node/servedModel';

describe('compareModels', () => {
  for (const [requested, served] of [
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-0613'],
    ['mistral-small-latest', 'mistral-small-2409'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['claude-3-5-sonnet', 'claude-3-5-sonnet@20241022'],
    ['gemini-1.5-pro', 'gemini-1.5-pro-002'],
    ['gemini-1.5-pro', 'models/gemini-1.5-pro'],
    ['vendor/x', 'x'],
    ['x', 'vendor/x'],
    ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
    ['accounts/fireworks/models/x', 'x'],
    ['llama3', 'llama3:latest'],
    ['meta-llama/Llama-3-8B', 'meta-llama/llama-3-8b'],
  ] as const) {
    it(`treats ${served} as an alias of ${requested}`, () => {
      assert.equal(compareModels(requested, served), 'alias');
      assert.equal(compareModels(served, requested), 'alias');
    });
  }

  for (const [requested, served] of [
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-32k'],
    ['vendor/x', 'other/x'],
    ['x', 'xx'],
    ['a/xy', 'y'],
    ['claude-3-opus', 'claude-3-haiku'],
    ['llama-3-8b', 'llama-3-70b'],
    ['model-1', 'model-1-9999'],
    ['x', ''],
  ] as const) {
    it(`distinguishes ${served} from ${requested}`, () => {
      assert.equal(compareModels(requested, served), 'other');
      assert.equal(compareModels(served, requested), 'other');
    });
  }

  it('is the same only for identical IDs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        assert.equal(compareModels(a, a), 'same');
        assert.equal(compareModels(a, b) === 'same', a === b);
        assert.equal(compareModels(a, b), compareModels(b, a));
      }),
    );
  });
});
