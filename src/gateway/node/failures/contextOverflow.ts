// Recognizes context overflows in error messages, and reads the token counts that they name: most gateways name the
// limit only in such an error.
import { anyOf } from '../../../base/anyOf';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ErrorBody } from './errorBody';

type OverflowTokens = NonNullable<ErrorBody['tokens']>;

/** In characters. Later text explains nothing. */
const maxMessageLength = 2_000;

/** Whether a message says that the conversation is too long. */
export function isContextOverflow(message: string): boolean {
  const start = message.slice(0, maxMessageLength);
  return overflowPhrases.test(start) || limitSentences.some((pattern) => pattern.test(start));
}

/** Stricter: for errors that may have another cause, in streams and with status 500, 502 or 503. */
export function isCertainContextOverflow(message: string): boolean {
  const start = message.slice(0, maxMessageLength);
  return (
    certainOverflowPhrases.test(start) || limitSentences.some((pattern) => pattern.test(start))
  );
}

/**
 * Returns the tokens that a message names; undefined if it does not name the model's limit.
 * @param conversation Texts that the message may quote; quoted numbers are not the gateway's.
 */
export function overflowTokens(
  message: string,
  conversation: readonly string[],
): OverflowTokens | undefined {
  const start = message.slice(0, maxMessageLength);
  for (const sentence of limitSentences) {
    const match = sentence.exec(start);
    const limit = parseCount(match?.groups?.['limit']);
    if (match === null || limit === undefined || isQuote(match[0], conversation)) {
      continue;
    }
    const needed = parseCount(match.groups?.['needed']) ?? neededTokens(start, limit);
    return plausibleTokens(omitUndefined({ limit, needed }));
  }
  return undefined;
}

/** Drops impossible counts, and a request that would have fit. */
export function plausibleTokens({ limit, needed }: OverflowTokens): OverflowTokens | undefined {
  const tokens = omitUndefined({
    needed: isPlausible(needed) && needed > (isPlausible(limit) ? limit : 0) ? needed : undefined,
    limit: isPlausible(limit) ? limit : undefined,
  });
  return Object.keys(tokens).length === 0 ? undefined : tokens;
}

const minTokens = 256;
const maxTokens = 100_000_000;

function isPlausible(tokens: number | undefined): tokens is number {
  return (
    tokens !== undefined &&
    Number.isSafeInteger(tokens) &&
    tokens >= minTokens &&
    tokens <= maxTokens
  );
}

/** “The tokens exceed the limit (of the model).” */
const exceedsLimitInChinese =
  /(?:tokens?|输入|长度).{0,24}超(?:出|过)了?模型(?:的?最大输入|上限)|tokens?(?:数量)?超(?:出|过)上限/i;

const overflowPhrases = anyOf(
  /context (?:length|window|size)|model_context_window_exceeded|maximum context|too many (?:input )?tokens/i,
  /(?:prompt|input)(?: tokens?)?(?: length)? (?:is )?too long/i,
  /input token count .{0,40}exceeds|maximum (?:supported )?sequence length/i,
  /exceeds? (?:the )?max(?:imum)? (?:message|prompt|input) tokens/i,
  /prompt too large for (?:this|the) model|input tokens exceeds? (?:the )?maximum length/i,
  // vLLM, where the prompt leaves nothing for the answer.
  /max_tokens must be at least 1, got -\d/i,
  // TensorRT-LLM.
  /default_max_tokens \(-\d+\) must be greater than 0/i,
  // Writer.
  /total length of messages exceeds/i,
  /\b(?:conversation|chat) is too long\b/i,
  // Chinese gateways.
  /上下文(?:长度|窗口|超|过长|限制)|超(?:出|过)了?(?:模型)?的?(?:最大)?上下文/i,
  /(?:输入|提示词|对话|消息)(?:内容)?[太过超]长|超(?:出|过)了?模型.{0,6}长度/,
  exceedsLimitInChinese,
  // Russian, German, Korean, Japanese.
  /превышен\S* .{0,20}(?:длин\S+|размер\S*) контекста|überschreitet .{0,20}Kontext(?:länge|fenster)/i,
  /컨텍스트.{0,12}초과|(?:入力|コンテキスト).{0,30}上限.{0,20}超え/,
);

/**
 * Phrases that mean nothing else. LM Studio: "Context size has been exceeded." DeepInfra: "Requested input length 99009
 * exceeds maximum input length".
 */
const certainOverflowPhrases = anyOf(
  /上下文(?:长度)?(?:超|过长)/,
  exceedsLimitInChinese,
  /\b(?:context|prompt|input)(?: (?:size|length|window|limit|tokens?|\d+|has been|was|is))* (?:exceed|too (?:long|large)\b|overflow)/i,
  /\bexceed(?:s|ed)? (?:the )?(?:maximum |available |model(?:['’]?s)? )*(?:context|input|prompt) (?:size|length|window|limit)/i,
);

/** Matches a number with or without thousands separators, but not a rounded one such as `128k`. */
function count(name: string): string {
  return `(?<!\\d[.,]?)(?<${name}>\\d{1,3}(?:[,.'’_\\u00a0\\u202f]\\d{3})+|\\d{1,9})(?![.,]?\\d|[km]\\b|\\s?(?:k|m|thousand|million|万)\\b)`;
}

const limitCount = count('limit');
const neededCount = count('needed');

/**
 * The sentences that name the limit, by server. None matches a limit on the answer alone. Samples of
 * each are in test/unit/gateway/node/failures/contextOverflow.test.ts.
 */
const limitSentences: readonly RegExp[] = [
  // OpenAI's GPT-5.
  `input tokens exceed the configured limit of ${limitCount}`,
  // Fireworks.
  `prompt is too long: ${neededCount}, model maximum context length: ${limitCount}`,
  // YandexGPT.
  `number of input tokens must be no more than ${limitCount}, got ${neededCount}`,
  // Cloudflare's Workers AI.
  `\\(${neededCount}\\) exceeded this model context window limit \\(${limitCount}`,
  `requested tokens \\(${neededCount}\\) exceed context window of ${limitCount}`,
  // Anthropic, and gateways that imitate it.
  `(?:prompt|input|request|conversation) (?:is )?too long:? ${neededCount}(?: tokens?)? (?:>|exceeds) ${limitCount}`,
  // Anthropic, where the sum includes the tokens reserved for the answer.
  `exceeds? (?:the )?context (?:limit|window|length): \\d[\\d,]* ?\\+ ?\\d[\\d,]* > ${limitCount}`,
  // Gemini, Copilot and Poolside.
  `(?:input|prompt) token count (?:of |is )?\\(?${neededCount}\\)? (?:exceeds (?:the )?(?:maximum number of (?:input )?tokens allowed|limit of|maximum(?: of)?)|but (?:the )?model (?:only )?supports up to) \\(?${limitCount}`,
  `input (?:length )?\\(?${neededCount}(?: tokens)?\\)? (?:exceeds (?:the )?maximum (?:allowed )?(?:input )?length|is longer than the model['’]?s context length)(?: of)? \\(?${limitCount}`,
  // TensorRT-LLM, which counts the tokens of the prompt with a fraction.
  'prompt length \\((?<needed>\\d{1,9})(?:\\.0)?\\).{0,40}should not exceed max_(?:num_tokens|seq_len) \\((?<limit>\\d{1,9})\\)',
  `(?:prompt|input) length \\(?${neededCount}\\)? exceeds (?:the )?(?:maximum (?:input |sequence )?|session )length(?: of)? \\(?${limitCount}`,
  // SiliconFlow and others.
  `(?:input|prompt) tokens? \\(?${neededCount}\\)? (?:has |have )?exceed(?:s|ed)? (?:the )?(?:max\\w*|allowed|limit|context)\\D{0,30}${limitCount}`,
  // vLLM.
  `prompt \\(${neededCount} tokens\\) is too long and exceeds limit of ${limitCount}`,
  // TabbyAPI.
  `prompt length ${neededCount} exceeds the available context size of ${limitCount}`,
  // OpenAI and its imitators: vLLM, DeepSeek, OpenRouter, LiteLLM; LM Studio and DS4.
  `(?:maximum|max\\.?|model['’]?s|available|configured|supported|allowed)(?: input)? context (?:length|window|size|limit)(?: (?:is|of))?(?: only)?:? ?\\(?${limitCount}`,
  `context (?:length|window|size) (?:is|of) only ${limitCount}`,
  // LM Studio.
  `\\(n_keep: ${neededCount} ?>= ?n_ctx: ${limitCount}\\)`,
  // Mistral.
  `too large for model with ${limitCount} maximum context length`,
  // vLLM.
  `prompt \\(length ${neededCount}\\) is longer than the maximum model length of ${limitCount}`,
  // watsonx.ai.
  `number of input tokens ${neededCount} cannot exceed the total tokens limit ${limitCount}`,
  // xAI.
  `maximum prompt length is ${limitCount}`,
  // Kimi.
  `exceeded model token limit ?: ?${limitCount}`,
  // SiliconFlow.
  `length of prompt_tokens \\(${neededCount}\\) must be less than max_seq_len \\(${limitCount}`,
  // Cerebras.
  `current length is ${neededCount} while limit is ${limitCount}`,
  // DashScope.
  `range of input length should be \\[\\d, ?${limitCount}\\]`,
  // Text Generation Inference.
  `\`inputs\` (?:tokens \\+ \`max_new_tokens\` must be <=|must have less than) ${limitCount}`,
  // Cohere.
  `number of tokens in the (?:prompt|input|messages?) (?:\\(${neededCount}\\) )?(?:cannot exceed|exceeds the (?:model['’]?s maximum )?limit of) ${limitCount}`,
  // SambaNova.
  `requires a sequence length of ${neededCount}, but the maximum supported sequence length is (?:just |only )?${limitCount}`,
  // Chinese gateways.
  `(?:最大|最长|允许的?)(?:的)?(?:上下文|输入)(?:窗口)?(?:长度|大小|限制)?(?:限制|上限)?(?:为|是|[:：])? ?[(（[]? ?${limitCount}`,
  `上下文(?:窗口|长度)?的?(?:大小)?(?:上限|限制|最大值?|最长)(?:为|是|[:：])? ?[(（]?${limitCount}`,
].map((source) => new RegExp(source, 'i'));

/** Phrases that name the length of the request, the total first. */
const needPhrases: readonly RegExp[] = [
  `(?:total of|in total|总(?:计|共)|共计?)(?: at least| about)? ?${neededCount}`,
  `(?:resulted in|you requested|requested:|(?:request|prompt|input|messages) (?:has|have|contains?|is|are)|prompt (?:has|contains)|given:)(?: about| at least| approximately)? ${neededCount}(?! (?:output|completion))`,
  // vLLM.
  `you passed ${neededCount} input tokens`,
  // LM Studio.
  `keep the first ${neededCount} tokens`,
  `(?:请求|输入|实际|当前|消息|提示词?)[^\\d。；;]{0,12}${neededCount}`,
].map((source) => new RegExp(source, 'gi'));

/** The first length of the request that exceeds the limit. */
function neededTokens(message: string, limitTokens: number): number | undefined {
  for (const phrase of needPhrases) {
    for (const { groups } of message.matchAll(phrase)) {
      const tokens = parseCount(groups?.['needed']);
      if (tokens !== undefined && tokens > limitTokens) {
        return tokens;
      }
    }
  }
  return undefined;
}

function parseCount(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ''));
}

function isQuote(text: string, conversation: readonly string[]): boolean {
  const quote = normalize(text);
  return conversation.some((message) => normalize(message).includes(quote));
}

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
