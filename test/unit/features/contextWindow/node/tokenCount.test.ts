import assert from 'node:assert/strict';
import { parseTokenCount } from '../../../../../src/features/contextWindow/node/tokenCount';

describe('parseTokenCount', () => {
  for (const [text, tokens] of [
    ['131072', 131_072],
    [' 131,072 ', 131_072],
    ['131.072', 131_072],
    ['131 072', 131_072],
    ['128k', 128_000],
    ['128 K', 128_000],
    ['1M', 1_000_000],
    ['1', 1],
    ['100000000', 100_000_000],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(parseTokenCount(text), tokens));
  }

  for (const text of ['', '0', '-1', '1.5', '1e3', '12,34', 'k', '128 KiB', '100000001', '2000M']) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseTokenCount(text), undefined));
  }
});
