// Reads out of error messages how long an answer may be: a request asks for more tokens than the model
// writes, or than the context window has beside the prompt.
import { isObject, numberAt, type JsonObject } from '../json';

export interface OutputLimit {
  /** The most tokens that the request may ask for. */
  readonly maximum: number;
  /** In tokens, where the message names it. */
  readonly contextLength?: number;
}

/** In characters. Later text explains nothing. */
const maxMessageLength = 2_000;

const count = String.raw`(?<!\d[.,]?)(\d{1,3}(?:[,_]\d{3})+|\d{1,9})(?![.,]?\d|[km]\b)`;
const name =
  '[\'"`‘“(]{0,2}(?:max(?:imum)?[ _]?(?:completion[ _]|output[ _]|new[ _])?tokens|maxOutputTokens|max_tokens_to_sample)[\'"`’”)]{0,2}';

/**
 * The sentences that name the limit on the answer. Samples are in
 * test/unit/gateway/node/failures/outputLimit.test.ts.
 */
const maximumSentences: readonly RegExp[] = [
  // Anthropic: "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens".
  `${name}:? ?\\d[\\d,]* ?> ?${count}(?! ?-)`,
  // OpenAI: "max_tokens is too large: 100000. This model supports at most 16384 completion tokens".
  `${name}[^\\n]{0,80}\\b(?:at most|up to|no more than|maximum of|limit(?: is| of)|must be (?:<=|≤)|expected a value <=|less than or equal to|not (?:be )?(?:exceed|larger than|greater than)|cannot (?:exceed|be (?:larger|greater) than)|is limited to)[ :'"\`]*(?:max_\\w+=)*${count}`,
  // DeepSeek, DashScope: "the valid range of max_tokens is [1, 8192]". Google: "the supported range is
  // from 1 (inclusive) to 65537 (exclusive)".
  `${name}[^\\n]{0,80}[\\[(]\\d+ ?, ?${count} ?[\\])]`,
  `${name}[^\\n]{0,80}\\bfrom 1 (?:\\(inclusive\\) )?to ${count}`,
  // Amazon Bedrock: "The maximum tokens you requested exceeds the model limit of 4096."
  `maximum tokens you requested exceeds the model limit of ${count}`,
  // Zhipu, new-api: "max_tokens 参数最大为 4095", "不能超过 4096".
  `${name}[^\\n]{0,40}(?:最大(?:值)?(?:为|是)?|不能超过|不得超过|不超过|小于等于)[ :：]*${count}`,
].map((source) => new RegExp(source, 'i'));

/** The sentences that name the context length and the prompt's share of it, in that order or named. */
const sumSentences: readonly RegExp[] = [
  // vLLM: "'max_tokens' … is too large: 8192. This model's maximum context length is 4096 tokens and
  // your request has 12 input tokens (8192 > 4096 - 12)."
  /> (?<limit>\d+) - (?<prompt>\d+)\)/,
  /maximum context length is (?<limit>\d+) tokens and your request has (?<prompt>\d+) input tokens/i,
  // vLLM since 0.14.
  /passed (?<prompt>\d+) input tokens and requested [1-9]\d* output tokens\. .{0,40}context length is only (?<limit>\d+)/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000".
  /context (?:limit|window|length): (?<prompt>\d+) ?\+ ?\d+ > (?<limit>\d+)/i,
  // OpenAI and vLLM before 2025: "maximum context length is 4097 tokens. However, you requested 5000
  // tokens (1000 in the messages, 4000 in the completion)". OpenRouter: "(12 of text input, …".
  /maximum context length is (?<limit>\d+) tokens?\. however, you requested (?:about )?\d+ tokens \((?<prompt>\d+) (?:in|of)\b/i,
  // Text Generation Inference: "`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 12 …".
  /`max_new_tokens` must be <= (?<limit>\d+)\. given: (?<prompt>\d+) `inputs`/i,
];

/**
 * How long the answer may be according to a rejection; undefined if the message does not say, if the
 * request asked for no more than that, or if the prompt alone is too long.
 * @param body The body of the rejected request.
 */
export function outputLimit(message: string, body: JsonObject): OutputLimit | undefined {
  const asked = askedTokens(body);
  if (asked === undefined) {
    return undefined;
  }
  const start = message.slice(0, maxMessageLength);
  for (const sentence of sumSentences) {
    const { limit, prompt } = sentence.exec(start)?.groups ?? {};
    if (limit !== undefined && prompt !== undefined) {
      const contextLength = Number(limit);
      const maximum = contextLength - Number(prompt);
      return maximum > 0 && maximum < asked ? { maximum, contextLength } : undefined;
    }
  }
  for (const sentence of maximumSentences) {
    const digits = sentence.exec(start)?.[1];
    const isExclusive = /\(exclusive\)/i.test(start);
    const maximum = Number(digits?.replace(/\D/g, '')) - (isExclusive ? 1 : 0);
    if (maximum > 0 && maximum < asked) {
      return { maximum };
    }
  }
  return undefined;
}

/** The limit that a request asked for, in any API format. */
function askedTokens(body: JsonObject): number | undefined {
  const config = body['generationConfig'];
  return (
    numberAt(body, 'max_tokens', 'max_completion_tokens', 'max_output_tokens') ??
    (isObject(config) ? numberAt(config, 'maxOutputTokens') : undefined)
  );
}
