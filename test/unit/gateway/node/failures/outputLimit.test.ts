import assert from 'node:assert/strict';
import { outputLimit } from '../../../../../src/gateway/node/failures/tokenLimits';

/** Sentences that the rows of the table match in other words than their samples. */
const samples: readonly (readonly [
  source: string,
  message: string,
  maximum: number,
  contextLength?: number,
])[] = [
  [
    'Volcengine',
    'The parameter `max_tokens` specified in the request is not valid: integer above maximum value, expected a value <= 4096, but got 8192 instead.',
    4_096,
  ],
  ['vLLM', 'max_tokens=8192 cannot be greater than max_model_len=max_total_tokens=4096.', 4_096],
  ['Scaleway', 'max_completion_tokens is limited to 4096', 4_096],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 8000 tokens. However, you requested about 8204 tokens (12 of text input, 8192 in the output). Please reduce the length of either one",
    7_988,
    8_000,
  ],
  [
    'Groq',
    '`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    4_096,
  ],
  [
    'DashScope',
    '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2000]',
    2_000,
  ],
];

describe('outputLimit', () => {
  for (const [source, message, maximum, contextLength] of samples) {
    it(`reads how long an answer may be from ${source}`, () => {
      const expected = contextLength === undefined ? { maximum } : { maximum, contextLength };
      assert.deepEqual(outputLimit(message, { max_tokens: 8_192 }), expected);
      assert.deepEqual(
        outputLimit(message, { generationConfig: { maxOutputTokens: 8_192 } }),
        expected,
      );
    });
  }

  it('reads nothing where the prompt alone is too long, or the request asked for no more', () => {
    for (const message of [
      "This model's maximum context length is 4097 tokens. However, you requested 13192 tokens (5000 in the messages, 8192 in the completion).",
      'input length and `max_tokens` exceed context limit: 210000 + 8192 > 200000',
      "This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens.",
      'prompt is too long: 210000 tokens > 200000 maximum',
      'max_tokens: 8192 > 16384',
      'max_tokens must be at least 1',
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
    ]) {
      assert.equal(outputLimit(message, { max_tokens: 8_192 }), undefined, message);
    }
    assert.equal(outputLimit('max_tokens: 8192 > 4096', {}), undefined, 'nothing was asked for');
  });
});
