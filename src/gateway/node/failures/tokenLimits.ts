// Reads the numbers of tokens that error messages name: most gateways name a model's limits only there.
import { omitUndefined } from '../../../base/omitUndefined';
import { isObject, numberAt, type JsonObject } from '../json';
import type { ErrorBody } from './errorBody';
import { patternOf } from './signature';
import { outputLimits } from './signatures/outputLimits';
import { contextTooLong, requestLengths } from './signatures/tooLong';

type Tokens = NonNullable<ErrorBody['tokens']>;

/** Later text explains nothing. */
const maxMessageChars = 2_000;

const limitPhrases = contextTooLong.rows.flatMap(({ phrase }) =>
  phrase !== undefined && /LIMIT|<limit>/.test(phrase.source) ? [phrase] : [],
);

/**
 * Returns the tokens that the message of a context overflow names; undefined if it does not name the model's limit.
 * @param conversation Texts that the message may quote; quoted numbers are not the gateway's.
 */
export function overflowTokens(
  message: string,
  conversation: readonly string[],
): Tokens | undefined {
  const start = message.slice(0, maxMessageChars).toLowerCase();
  for (const phrase of limitPhrases) {
    const match = patternOf(phrase).exec(start);
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
export function plausibleTokens({ limit, needed }: Tokens): Tokens | undefined {
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

/** The first length of the request that exceeds the limit. */
function neededTokens(message: string, limitTokens: number): number | undefined {
  for (const { phrase } of requestLengths) {
    for (const { groups } of message.matchAll(new RegExp(patternOf(phrase), 'g'))) {
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

export interface OutputLimit {
  /** The most tokens that the request may ask for. */
  readonly maximum: number;
  /** The length of the context window in tokens, where the message names it. */
  readonly contextLength?: number;
}

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
  const start = message.slice(0, maxMessageChars).toLowerCase();
  for (const { phrase } of outputLimits) {
    const groups = patternOf(phrase).exec(start)?.groups ?? {};
    const contextLength = parseCount(groups['limit']);
    const prompt = parseCount(groups['prompt']);
    if (contextLength !== undefined && prompt !== undefined) {
      const maximum = contextLength - prompt;
      return maximum > 0 && maximum < asked ? { maximum, contextLength } : undefined;
    }
    const isExclusive = start.includes('(exclusive)');
    const maximum = (parseCount(groups['maximum']) ?? 0) - (isExclusive ? 1 : 0);
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
