import assert from 'node:assert/strict';
import { costOf, longestCostOf } from '../../../../src/gateway/common/prices';

const gpt = { input: 2.5, output: 10, cachedInput: 1.25, currency: 'USD' };

describe('costOf', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };

  it('charges input, cached input and output at their prices', () => {
    assert.deepEqual(costOf(usage, gpt), { amount: 7.5, currency: 'USD', isEstimate: true });
    assert.equal(costOf({ ...usage, cachedTokens: 400_000 }, gpt)?.amount, 1.5 + 0.5 + 5);
    const { cachedInput: _none, ...plain } = gpt;
    assert.equal(costOf({ ...usage, cachedTokens: 400_000 }, plain)?.amount, 7.5);
    assert.equal(costOf({ ...usage, cachedTokens: 9_000_000 }, gpt)?.amount, 1.25 + 5);
  });

  it('is undefined if a count or its price is unknown, and 0 only for free models', () => {
    assert.equal(costOf({}, gpt), undefined);
    assert.equal(
      costOf({ inputTokens: 0, outputTokens: 0 }, gpt),
      undefined,
      'nothing was counted',
    );
    assert.equal(costOf({ inputTokens: 5 }, gpt), undefined);
    assert.equal(costOf({ outputTokens: 5 }, gpt), undefined);
    assert.equal(costOf(usage, { input: 1, currency: 'USD' }), undefined);
    assert.equal(costOf(usage, { currency: 'USD' }), undefined);
    assert.equal(costOf(usage, { input: 0, output: 0, currency: 'USD' })?.amount, 0);
  });

  it('charges reasoning, which is part of the output, at its own price', () => {
    const reasoned = { ...usage, reasoningTokens: 300_000 };
    assert.equal(costOf(reasoned, gpt)?.amount, 7.5);
    assert.equal(costOf(reasoned, { ...gpt, reasoning: 20 })?.amount, 2.5 + 0.2 * 10 + 0.3 * 20);
    assert.equal(
      costOf({ ...usage, reasoningTokens: 9e9 }, { ...gpt, reasoning: 20 })?.amount,
      12.5,
    );
  });

  it('charges cache writes, requests and pictures, or shows the cost as a minimum', () => {
    const written = { ...usage, cachedTokens: 400_000, cacheWriteTokens: 200_000 };
    const amount = 1 + 0.5 + 0.2 * 2.5 + 5;
    assert.deepEqual(costOf(written, gpt), {
      amount,
      currency: 'USD',
      isMinimum: true,
      isEstimate: true,
    });
    const cost = costOf(written, { ...gpt, cacheWrite: 5 });
    assert.deepEqual(cost, { amount: amount + 0.5, currency: 'USD', isEstimate: true });
    assert.equal(costOf(usage, { ...gpt, perRequest: 0.01 })?.amount, 7.51);
    const withImages = { ...gpt, perImage: 0.002 };
    assert.deepEqual(costOf(usage, withImages), {
      amount: 7.5,
      currency: 'USD',
      isEstimate: true,
    });
    assert.equal(costOf(usage, withImages, true)?.isMinimum, true);
  });

  it('charges a long request at the prices of its tier, all of it', () => {
    const gemini = {
      input: 1.25,
      output: 10,
      cachedInput: 0.125,
      tiers: [
        { from: 200_001, input: 2.5, output: 15 },
        { from: 500_001, input: 5 },
      ],
      currency: 'USD',
    };
    const amount = (inputTokens: number, more = {}): number | undefined =>
      costOf({ inputTokens, outputTokens: 1_000_000, ...more }, gemini)?.amount;
    assert.equal(amount(200_000), 0.25 + 10);
    assert.equal(amount(400_000), 1 + 15);
    assert.equal(amount(1_000_000), 5 + 15, 'what a tier leaves out is as below');
    assert.equal(amount(400_000, { cachedTokens: 300_000 }), 0.25 + 0.0375 + 15);
    assert.equal(
      costOf({ inputTokens: 400_000, outputTokens: 1 }, gemini)?.isMinimum,
      undefined,
      'a tier that was read is no minimum',
    );
  });

  it('is a minimum where not all conditions of the price could be read', () => {
    const atLeast = { ...gpt, isMinimum: true } as const;
    assert.equal(costOf(usage, atLeast)?.isMinimum, true);
    assert.equal(longestCostOf(1, 1, atLeast, false), undefined, 'nobody knows the most');
    assert.equal(longestCostOf(1, 1, { ...gpt, perImage: 0.002 }, true), undefined);
  });
});
