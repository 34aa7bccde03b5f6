import assert from 'node:assert/strict';
import fc from 'fast-check';
import { costOf, priceLookup, readPrices } from '../../../../src/chat/cost/prices';

const gpt = { input: 2.5, output: 10, cachedInput: 1.25, currency: 'USD' };

describe('readPrices', () => {
  it('takes what is whole and names what is not', () => {
    const { byGlob, refused } = readPrices({
      'gpt-*': gpt,
      free: { input: 0, output: 0, currency: 'credits' },
      'no-output': { input: 1, currency: 'USD' },
      'no-currency': { input: 1, output: 1 },
      'blank-currency': { input: 1, output: 1, currency: ' ' },
      negative: { input: -1, output: 1, currency: 'USD' },
      text: { input: '1', output: 1, currency: 'USD' },
      misspelt: { input: 1, output: 1, cachedinput: 1, currency: 'USD' },
      number: 3,
      '': gpt,
    });
    assert.deepEqual(Object.keys(byGlob), ['gpt-*', 'free']);
    assert.deepEqual(refused, [
      'no-output',
      'no-currency',
      'blank-currency',
      'negative',
      'text',
      'misspelt',
      'number',
      '',
    ]);
  });

  it('never throws, and takes each entry or names it', () => {
    fc.assert(
      fc.property(fc.anything(), (set) => {
        const { byGlob, refused } = readPrices(set);
        for (const glob of refused) {
          assert.ok(!Object.hasOwn(byGlob, glob));
        }
      }),
    );
    assert.deepEqual(readPrices(undefined), { byGlob: {}, refused: [] });
    assert.deepEqual(readPrices('gpt'), { byGlob: {}, refused: [] });
  });

  it('is looked up by glob', () => {
    const priceOf = priceLookup(readPrices({ 'openai/*': gpt }));
    assert.deepEqual(priceOf('openai/gpt-4o'), gpt);
    assert.equal(priceOf('claude'), undefined);
  });
});

describe('costOf', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };

  it('is input and output at their prices, the cached part at its own', () => {
    assert.deepEqual(costOf(usage, gpt), { amount: 7.5, currency: 'USD' });
    assert.equal(costOf({ ...usage, cachedTokens: 400_000 }, gpt)?.amount, 1.5 + 0.5 + 5);
    const { cachedInput: _none, ...plain } = gpt;
    assert.equal(costOf({ ...usage, cachedTokens: 400_000 }, plain)?.amount, 7.5);
    assert.equal(costOf({ ...usage, cachedTokens: 9_000_000 }, gpt)?.amount, 1.25 + 5);
  });

  it('is unknown where a number or its price is, and 0 only where it is free', () => {
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
});
