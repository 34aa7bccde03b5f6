import assert from 'node:assert/strict';
import { requiredMaxTokens, withinLimits } from '../../../../src/gateway/common/maxTokens';
import { emptyRequest } from '../../../support/scriptedModel';

describe('requiredMaxTokens', () => {
  it('is what the model writes at most, else 8,192, and at most half the context length', () => {
    for (const [limits, tokens] of [
      [{}, 8_192],
      [{ contextLength: 200_000 }, 8_192],
      [{ contextLength: 4_097 }, 2_048],
      [{ maxOutputTokens: 64_000, contextLength: 200_000 }, 64_000],
      [{ maxOutputTokens: 64_000, contextLength: 64_000 }, 32_000],
      [{ contextLength: 1 }, 1],
    ] as const) {
      assert.equal(requiredMaxTokens(limits), tokens, JSON.stringify(limits));
    }
  });
});

describe('withinLimits', () => {
  const request = { ...emptyRequest, apiFormat: 'messages', requiredMaxTokens: 8_192 } as const;

  it('lowers the required limit, and never raises it', () => {
    for (const [limits, tokens] of [
      [{}, 8_192],
      [{ maxOutputTokens: 4_096 }, 4_096],
      [{ maxOutputTokens: 64_000 }, 8_192],
      [{ contextLength: 4_096 }, 2_048],
      [{ maxOutputTokens: 4_000, contextLength: 4_096 }, 2_048],
    ] as const) {
      const { requiredMaxTokens: lowered } = withinLimits(request, limits);
      assert.equal(lowered, tokens, JSON.stringify(limits));
    }
  });

  it("changes neither the user's own limit nor requests that need none", () => {
    const limits = { maxOutputTokens: 1 };
    assert.equal(withinLimits({ ...request, maxTokens: 9 }, limits).maxTokens, 9);
    const { requiredMaxTokens: _required, ...chat } = { ...request, apiFormat: 'chat' } as const;
    assert.deepEqual(withinLimits(chat, limits), chat);
  });
});
