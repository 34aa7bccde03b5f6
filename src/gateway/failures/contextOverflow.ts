// How long a model's context is, most gateways tell only in the sentence that refuses a longer one.
import type { ErrorBody } from './errorBody';

export type OverflowTokens = NonNullable<ErrorBody['tokens']>;

/** Whether a message says that a conversation is too long. */
export function tellsOverflow(message: string): boolean {
  const said = message.slice(0, longest);
  return phrase.test(said) || limits.some((pattern) => pattern.test(said));
}

/**
 * What an overflow's message says of the tokens; undefined where it does not say how many the model
 * takes. Some bodies quote the conversation: what stands in `spoken` is not the gateway's word.
 */
export function tokensInMessage(
  message: string,
  spoken: readonly string[] = [],
): OverflowTokens | undefined {
  const said = message.slice(0, longest);
  for (const pattern of limits) {
    const found = pattern.exec(said);
    const limit = numberOf(found?.groups?.['limit']);
    if (found === null || limit === undefined || isQuoted(found[0], spoken)) {
      continue;
    }
    const needed = numberOf(found.groups?.['needed']) ?? neededIn(said, limit);
    return plausible({ limit, ...(needed === undefined ? {} : { needed }) });
  }
  return undefined;
}

/** Without what cannot be: a context of a few tokens, a request that would have fitted. */
export function plausible({ limit, needed }: OverflowTokens): OverflowTokens | undefined {
  const taken = limit !== undefined && isCount(limit) ? limit : undefined;
  const asked =
    needed !== undefined && isCount(needed) && needed > (taken ?? 0) ? needed : undefined;
  return taken === undefined && asked === undefined
    ? undefined
    : {
        ...(asked === undefined ? {} : { needed: asked }),
        ...(taken === undefined ? {} : { limit: taken }),
      };
}

function isCount(tokens: number): boolean {
  return Number.isSafeInteger(tokens) && tokens >= fewestTokens && tokens <= mostTokens;
}

/** In characters; what is further back explains nothing. */
const longest = 2_000;
const fewestTokens = 256;
const mostTokens = 100_000_000;

const phrase =
  /context (?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|input token count .{0,40}exceeds|上下文(?:长度|窗口|超|过长|限制)|超(?:出|过)了?(?:模型)?的?(?:最大)?上下文/i;

/** With thousands separators or none; `128k` is a round word, no number. */
function count(name: string): string {
  return `(?<!\\d[.,]?)(?<${name}>\\d{1,3}(?:[,.'’_\\u00a0\\u202f]\\d{3})+|\\d{1,9})(?![.,]?\\d|[km]\\b|\\s?(?:k|m|thousand|million|万)\\b)`;
}

const takes = count('limit');
const asks = count('needed');

/** Each the words of one family of servers; what limits an answer alone stands in none of them. */
const limits: readonly RegExp[] = [
  // Claude, and the messages that gateways make after its own.
  `(?:prompt|input|request|conversation) (?:is )?too long:? ${asks}(?: tokens?)? (?:>|exceeds) ${takes}`,
  // Claude, where the room for the answer is counted in.
  `exceeds? (?:the )?context (?:limit|window|length): \\d[\\d,]* ?\\+ ?\\d[\\d,]* > ${takes}`,
  // Gemini, Copilot and Poolside.
  `(?:input|prompt) token count (?:of |is )?\\(?${asks}\\)? (?:exceeds (?:the )?(?:maximum number of (?:input )?tokens allowed|limit of|maximum(?: of)?)|but (?:the )?model (?:only )?supports up to) \\(?${takes}`,
  `input (?:length )?\\(?${asks}(?: tokens)?\\)? (?:exceeds (?:the )?maximum allowed (?:input )?length|is longer than the model['’]?s context length)(?: of)? \\(?${takes}`,
  // OpenAI and all that speak like it: vLLM, DeepSeek, OpenRouter, LiteLLM; LM Studio and DS4.
  `(?:maximum|max\\.?|model['’]?s|available|configured|supported|allowed)(?: input)? context (?:length|window|size|limit)(?: (?:is|of))?(?: only)?:? ?\\(?${takes}`,
  `context (?:length|window|size) (?:is|of) only ${takes}`,
  // Mistral.
  `too large for model with ${takes} maximum context length`,
  // xAI.
  `maximum prompt length is ${takes}`,
  // Kimi.
  `exceeded model token limit: ?${takes}`,
  // DashScope.
  `range of input length should be \\[\\d, ?${takes}\\]`,
  // Text Generation Inference.
  `\`inputs\` (?:tokens \\+ \`max_new_tokens\` must be <=|must have less than) ${takes}`,
  // Cohere.
  `number of tokens in the (?:prompt|input|messages?) (?:cannot exceed|exceeds the limit of) ${takes}`,
  // Gateways in Chinese.
  `(?:最大|最长|允许的?)(?:的)?(?:上下文|输入)(?:窗口)?(?:长度|大小|限制)?(?:限制|上限)?(?:为|是|[:：])? ?[(（[]? ?${takes}`,
  `上下文(?:窗口|长度)?的?(?:大小)?(?:上限|限制|最大值?|最长)(?:为|是|[:：])? ?[(（]?${takes}`,
].map((source) => new RegExp(source, 'i'));

/** What the request needs, where the sentence of the limit does not hold it; the sum comes first. */
const needs: readonly RegExp[] = [
  `(?:total of|in total|总(?:计|共)|共计?)(?: at least| about)? ?${asks}`,
  `(?:resulted in|you requested|requested:|(?:request|prompt|input|messages) (?:has|have|contains?|is|are)|prompt (?:has|contains)|given:)(?: about| at least| approximately)? ${asks}(?! (?:output|completion))`,
  `(?:请求|输入|实际|当前|消息|提示词?)[^\\d。；;]{0,12}${asks}`,
].map((source) => new RegExp(source, 'gi'));

/** The first number so told that did not fit. */
function neededIn(said: string, limit: number): number | undefined {
  for (const pattern of needs) {
    for (const { groups } of said.matchAll(pattern)) {
      const needed = numberOf(groups?.['needed']);
      if (needed !== undefined && needed > limit) {
        return needed;
      }
    }
  }
  return undefined;
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ''));
}

function isQuoted(words: string, spoken: readonly string[]): boolean {
  const plain = plainly(words);
  return spoken.some((text) => plainly(text).includes(plain));
}

function plainly(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
