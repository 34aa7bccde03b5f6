// The token counts of an answer, in the chat completions and Responses formats.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Usage } from '../../common/usage';
import { isObject, numberAt, objectAt, type JsonObject } from '../json';

/** Reads token counts by the names of the chat completions and Responses formats. */
export function readUsage(usage: unknown): Usage | undefined {
  // Most events report no usage.
  if (!isObject(usage)) {
    return undefined;
  }
  const input = numberAt(usage, 'prompt_tokens', 'input_tokens');
  const output = numberAt(usage, 'completion_tokens', 'output_tokens');
  if (input === undefined && output === undefined) {
    return undefined;
  }
  const inputDetails =
    objectAt(usage, 'prompt_tokens_details') ?? objectAt(usage, 'input_tokens_details');
  const outputDetails =
    objectAt(usage, 'completion_tokens_details') ?? objectAt(usage, 'output_tokens_details');
  const reasoningTokens =
    numberAt(outputDetails, 'reasoning_tokens') ?? numberAt(usage, 'reasoning_tokens');
  // LiteLLM and others add Anthropic's names.
  const cacheReads = numberAt(usage, 'cache_read_input_tokens');
  const cacheWrites = numberAt(usage, 'cache_creation_input_tokens');
  const total = numberAt(usage, 'total_tokens');
  const cached =
    numberAt(inputDetails, 'cached_tokens') ??
    numberAt(usage, 'prompt_cache_hit_tokens', 'cached_tokens') ??
    cacheReads;
  return omitUndefined({
    ...allTokens({ input, output, total, reasoningTokens, cacheReads, cacheWrites }),
    reasoningTokens,
    cachedTokens: cached,
    cacheWriteTokens:
      numberAt(inputDetails, 'cache_write_tokens', 'cache_creation_tokens') ?? cacheWrites,
    billedDollars: billedDollars(usage),
  });
}

/**
 * OpenRouter's credits are dollars (https://openrouter.ai/docs/use-cases/usage-accounting); Perplexity sends an object
 * (https://docs.perplexity.ai/api-reference/chat-completions-post). With the user's own key at a provider, OpenRouter
 * charges nothing for what the provider does.
 */
function billedDollars(usage: JsonObject): number | undefined {
  const billed = numberAt(usage, 'cost') ?? numberAt(objectAt(usage, 'cost'), 'total_cost');
  const isOthers = usage['is_byok'] === true;
  return billed === undefined || billed < 0 || isOthers ? undefined : billed;
}

interface TokenCounts {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
  readonly reasoningTokens: number | undefined;
  readonly cacheReads: number | undefined;
  readonly cacheWrites: number | undefined;
}

/**
 * Input with what the cache served, output with reasoning. Some servers count reasoning apart from the output
 * (xAI, vercel/ai#12425; Google's OpenAI-compatible API, Portkey), as the total shows, or reasoning that exceeds
 * the output. Some count cached input apart from the input.
 */
function allTokens(counts: TokenCounts): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  const { input, output, total = 0, reasoningTokens = 0, cacheReads = 0, cacheWrites = 0 } = counts;
  if (input === undefined || output === undefined) {
    const rest = Math.max(0, total - (input ?? 0) - (output ?? 0));
    const isKnown = total > 0;
    return omitUndefined({
      inputTokens: input ?? (isKnown ? rest : undefined),
      outputTokens: output ?? (isKnown ? rest : undefined),
    });
  }
  const missing = total - input - output;
  const cache = cacheReads + cacheWrites;
  if (cache > 0 && missing >= cache) {
    return { inputTokens: input + cache, outputTokens: output + missing - cache };
  }
  const isApart = missing > 0 || (total === 0 && reasoningTokens > output);
  return {
    inputTokens: input,
    outputTokens: isApart ? output + Math.max(missing, total === 0 ? reasoningTokens : 0) : output,
  };
}
