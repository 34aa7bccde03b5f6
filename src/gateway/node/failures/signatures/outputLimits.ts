// What gateways say when a request asks for a longer answer than the model writes, or than the context window has room
// for next to the prompt. MAXIMUM, LIMIT and PROMPT stand for numbers of tokens, MAX_TOKENS for the parameter.
import type { Sighting } from '../signature';

export interface OutputLimitSignature extends Sighting {
  readonly phrase: RegExp;
  /** What the sample says: how long the answer may be, and the length of the context window where that is why. */
  readonly maximum: number;
  readonly contextLength?: number;
}

/** The first row that matches decides: the sums first, because only they say what the prompt takes. */
export const outputLimits: readonly OutputLimitSignature[] = [
  {
    phrase: /> LIMIT - PROMPT\)/,
    gateway: 'vLLM',
    seen: 'https://github.com/claude-code-best/claude-code/issues/272',
    sample:
      '400 {"error":{"message":"\'max_tokens\' or \'max_completion_tokens\' is too large: 8192. This model\'s maximum context length is 4096 tokens and your request has 12 input tokens (8192 > 4096 - 12). None"}}',
    maximum: 4084,
    contextLength: 4096,
  },
  {
    phrase: /maximum context length is LIMIT tokens and your request has PROMPT input tokens/,
    gateway: 'vLLM',
    seen: 'https://github.com/claude-code-best/claude-code/issues/272',
    sample:
      '400 {"error":{"message":"This model\'s maximum context length is 4096 tokens and your request has 12 input tokens"}}',
    maximum: 4084,
    contextLength: 4096,
  },
  {
    phrase:
      /passed PROMPT input tokens and requested [1-9]\d* output tokens\. .{0,40}context length is only LIMIT/,
    gateway: 'vLLM since 0.14',
    seen: 'https://github.com/vllm-project/vllm/blob/017638d701/vllm/renderers/params.py',
    sample:
      '400 {"error":{"message":"You passed 136001 input tokens and requested 64000 output tokens. However, the model\'s context length is only 140000 tokens, resulting in a maximum input length of 76000 tokens. Please reduce the length of the input prompt."}}',
    maximum: 3999,
    contextLength: 140000,
  },
  {
    phrase: /context (?:limit|window|length): PROMPT ?\+ ?\d+ > LIMIT/,
    gateway: 'Anthropic',
    seen: 'https://github.com/Gitlawb/openclaude/blob/421f45992c/src/services/api/withRetry.test.ts',
    sample:
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 198240 + 8192 > 200000, decrease input length or `max_tokens` and try again"}}',
    maximum: 1760,
    contextLength: 200000,
  },
  {
    phrase:
      /maximum context length is LIMIT tokens?\. however, you requested (?:about )?\d+ tokens \(PROMPT (?:in|of)\b/,
    gateway: 'OpenAI, vLLM before 2025',
    seen: 'https://github.com/Significant-Gravitas/AutoGPT/issues/4985',
    sample:
      '400 {"error":{"message":"This model\'s maximum context length is 4097 tokens. However, you requested 8292 tokens (100 in the messages, 8192 in the completion). Please reduce the length of the messages or completion."}}',
    maximum: 3997,
    contextLength: 4097,
  },
  {
    phrase: /`max_new_tokens` must be <= LIMIT\. given: PROMPT `inputs`/,
    gateway: 'Text Generation Inference',
    seen: 'https://github.com/huggingface/text-generation-inference/blob/db931fcf42/router/src/validation.rs',
    sample:
      '422 {"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 12 `inputs` tokens and 8192 `max_new_tokens`"}',
    maximum: 4084,
    contextLength: 4096,
  },
  {
    phrase: /MAX_TOKENS:? ?\d[\d,]* ?> ?MAXIMUM(?! ?-)/,
    gateway: 'Anthropic',
    seen: 'https://github.com/continuedev/continue/issues/4225',
    sample:
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307"}}',
    maximum: 4096,
  },
  {
    phrase:
      /MAX_TOKENS[^\n]{0,80}\b(?:at most|up to|no more than|maximum of|limit(?: is| of)|must be (?:<=|≤)|expected a value <=|less than or equal to|not (?:be )?(?:exceed|larger than|greater than)|cannot (?:exceed|be (?:larger|greater) than)|is limited to)[ :'"`]*(?:max_\w+=)*MAXIMUM/,
    gateway: 'OpenAI',
    seen: 'https://github.com/ChatGPTNextWeb/NextChat/issues/3195',
    sample:
      '400 {"error":{"message":"max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192."}}',
    maximum: 4096,
  },
  {
    phrase: /MAX_TOKENS[^\n]{0,80}[[(]\d+ ?, ?MAXIMUM ?[\])]/,
    gateway: 'DeepSeek',
    seen: 'https://github.com/deepseek-ai/DeepSeek-V3/issues/69',
    sample:
      '400 {"error":{"message":"Invalid max_tokens value, the valid range of max_tokens is [1, 4096]"}}',
    maximum: 4096,
  },
  {
    phrase: /MAX_TOKENS[^\n]{0,80}\bbetween [01] and MAXIMUM/,
    seen: 'https://github.com/neavo/KeywordGacha/issues/111',
    sample:
      '400 {"code":400,"reason":"INVALID_REQUEST_BODY","message":"max_tokens (current value: 4096) must be between 0 and 4000 ","metadata":{}}',
    maximum: 4000,
  },
  {
    phrase: /MAX_TOKENS[^\n]{0,80}\bfrom 1 (?:\(inclusive\) )?to MAXIMUM/,
    gateway: 'Google',
    seen: 'https://github.com/stackblitz-labs/bolt.diy/issues/955',
    sample:
      '400 {"error":{"code":400,"message":"Unable to submit request because it has a maxOutputTokens value of 8192 but the supported range is from 1 (inclusive) to 4097 (exclusive). Update the value and try again.","status":"INVALID_ARGUMENT"}}',
    maximum: 4096,
  },
  {
    phrase: /maximum tokens you requested exceeds the model limit of MAXIMUM/,
    gateway: 'Amazon Bedrock',
    seen: 'https://github.com/vercel/ai/issues/2772',
    sample:
      '400 {"message":"The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096."}',
    maximum: 4096,
  },
  {
    phrase:
      /MAX_TOKENS[^\n]{0,40}(?:最大(?:值)?(?:为|是)?|不能超过|不得超过|不超过|小于等于)[ :：]*MAXIMUM/,
    gateway: 'Zhipu, new-api',
    seen: 'unverified',
    sample: '400 {"error":{"message":"max_tokens 参数最大为 4095"}}',
    maximum: 4095,
  },
];
