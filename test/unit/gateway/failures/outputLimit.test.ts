import assert from 'node:assert/strict';
import { outputLimit } from '../../../../src/gateway/failures/tokenLimits';

const samples: readonly (readonly [
  source: string,
  message: string,
  maximum: number,
  contextLength?: number,
])[] = [
  [
    'Anthropic',
    'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
    4_096,
  ],
  [
    'Anthropic, the sum',
    'input length and `max_tokens` exceed context limit: 198240 + 8192 > 200000, decrease input length or `max_tokens` and try again',
    1_760,
    200_000,
  ],
  [
    'OpenAI',
    'max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.',
    4_096,
  ],
  [
    'Volcengine',
    'The parameter `max_tokens` specified in the request is not valid: integer above maximum value, expected a value <= 4096, but got 8192 instead.',
    4_096,
  ],
  ['vLLM', 'max_tokens=8192 cannot be greater than max_model_len=max_total_tokens=4096.', 4_096],
  ['Scaleway', 'max_completion_tokens is limited to 4096', 4_096],
  [
    'OpenAI, the sum',
    "This model's maximum context length is 4097 tokens. However, you requested 8292 tokens (100 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    3_997,
    4_097,
  ],
  [
    'vLLM',
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 12 input tokens (8192 > 4096 - 12). None",
    4_084,
    4_096,
  ],
  [
    'vLLM since 0.14',
    "You passed 136001 input tokens and requested 64000 output tokens. However, the model's context length is only 140000 tokens, resulting in a maximum input length of 76000 tokens. Please reduce the length of the input prompt.",
    3_999,
    140_000,
  ],
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
  ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 4096]', 4_096],
  [
    'DashScope',
    '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2000]',
    2_000,
  ],
  [
    'Google',
    'Unable to submit request because it has a maxOutputTokens value of 8192 but the supported range is from 1 (inclusive) to 4097 (exclusive). Update the value and try again.',
    4_096,
  ],
  [
    'Amazon Bedrock',
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    4_096,
  ],
  [
    'Text Generation Inference',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 12 `inputs` tokens and 8192 `max_new_tokens`',
    4_084,
    4_096,
  ],
  ['a Chinese gateway', 'max_tokens 参数最大为 4095', 4_095],
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
