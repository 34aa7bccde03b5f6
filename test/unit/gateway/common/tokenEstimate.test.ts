import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  estimateTokens,
  imageTokens,
  messageTokens,
} from '../../../../src/gateway/common/tokenEstimate';

/** Preceding text changes the estimate by at most the rest of a word. */
const toleranceTokens = 8;

/** Lone surrogates, control characters and all scripts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', ' ', '\n', '-', 'é', '中', '。', 'я', '😀') }),
);

describe('estimateTokens', () => {
  it('is 0 for an empty text', () => {
    assert.equal(estimateTokens(''), 0);
  });

  it('never decreases when text is appended', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        assert.ok(estimateTokens(text + more) >= estimateTokens(text) - 1e-9);
      }),
    );
  });

  it('is the sum of the estimates of two parts, except for the seam', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, two) => {
        assert.ok(
          Math.abs(estimateTokens(one + two) - estimateTokens(one) - estimateTokens(two)) <=
            toleranceTokens,
        );
      }),
    );
  });

  it('is proportional to the length of repeated text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 50 }), (text, times) => {
        const repeated = estimateTokens(`${text}\n`.repeat(times));
        assert.ok(
          Math.abs(repeated - times * estimateTokens(`${text}\n`)) <= times * toleranceTokens,
        );
        assert.ok(repeated <= (text.length + 1) * times * 2);
      }),
    );
  });

  it('is not negative for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.ok(estimateTokens(text) >= 0);
      }),
    );
  });
});

describe('messageTokens', () => {
  it('counts the texts and pictures of messages, and of what tools returned', () => {
    const images = [{ mediaType: 'image/png', data: '' }];
    const tokens = messageTokens([
      { role: 'user', content: 'One', images },
      { role: 'user', content: '', toolResults: [{ callId: 'c', text: 'Two', images }] },
    ]);
    assert.equal(tokens, estimateTokens('One') + estimateTokens('Two') + 2 * imageTokens);
  });
});
