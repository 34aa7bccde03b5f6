import assert from 'node:assert/strict';
import type { FactContent, ModelFact } from '../../../../../src/conversation/node/retry/modelFacts';
import { readModelSettings } from '../../../../../src/features/models/node/modelSettings';
import {
  fallbackContextLength,
  modelTraits,
} from '../../../../../src/features/vscodeChat/node/modelTraits';
import type { ModelRecord } from '../../../../../src/gateway/common/modelRecord';

const gateway = 'https://a.example/v1';

function fact(content: FactContent): ModelFact {
  return { gateway, model: 'm', apiFormat: 'chat', content, evidence: '', at: 0 };
}

function traits(
  record: Partial<ModelRecord>,
  own: Record<string, unknown> = {},
  facts: readonly ModelFact[] = [],
) {
  const settings = readModelSettings({ m: own });
  return modelTraits({ id: 'm', chat: true, ...record }, gateway, settings, facts);
}

describe('modelTraits', () => {
  it('splits the context window between prompt and answer', () => {
    const { maxInputTokens, maxOutputTokens } = traits({
      contextLength: 200_000,
      maxOutputTokens: 64_000,
    });
    assert.deepEqual([maxInputTokens, maxOutputTokens], [136_000, 64_000]);
  });

  it('leaves the prompt at least half of the context window', () => {
    const { maxInputTokens, maxOutputTokens } = traits({
      contextLength: 8_192,
      maxOutputTokens: 8_192,
    });
    assert.deepEqual([maxInputTokens, maxOutputTokens], [4_096, 4_096]);
    assert.ok(traits({ contextLength: 1 }).maxInputTokens >= 1);
  });

  it('states a fallback where nothing is known', () => {
    const { maxInputTokens, maxOutputTokens } = traits({});
    assert.equal(maxInputTokens + maxOutputTokens, fallbackContextLength);
  });

  it("prefers the user's settings to what was learned, and that to the list", () => {
    const learned = [fact({ type: 'contextLength', tokens: 50_000 })];
    const sum = (given: ReturnType<typeof traits>) => given.maxInputTokens + given.maxOutputTokens;
    assert.equal(sum(traits({ contextLength: 90_000 }, {}, learned)), 50_000);
    assert.equal(
      sum(traits({ contextLength: 90_000 }, { contextLength: 30_000 }, learned)),
      30_000,
    );
    const elsewhere = {
      ...fact({ type: 'contextLength', tokens: 50_000 }),
      gateway: 'https://b.example/v1',
    };
    assert.equal(sum(traits({ contextLength: 90_000 }, {}, [elsewhere])), 90_000);
  });

  it('offers tools unless the list, a refusal or the settings say no; images only if one says yes', () => {
    const noTools = [fact({ type: 'rejection', quirk: 'noTools' })];
    const noImages = [fact({ type: 'rejection', quirk: 'noImages' })];
    assert.deepEqual([traits({}).toolCalling, traits({}).imageInput], [true, false]);
    assert.equal(traits({ toolCalling: false }).toolCalling, false);
    assert.equal(traits({ toolCalling: true }, {}, noTools).toolCalling, false);
    assert.equal(traits({ toolCalling: false }, { toolCalling: true }, noTools).toolCalling, true);
    assert.equal(traits({ imageInput: true }).imageInput, true);
    assert.equal(traits({ imageInput: true }, {}, noImages).imageInput, false);
    assert.equal(traits({}, { imageInput: true }).imageInput, true);
  });
});
