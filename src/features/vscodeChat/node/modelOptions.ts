// The `modelOptions` of a caller that a request carries. All others are ignored: they would reach the gateway unchecked.
import * as v from 'valibot';
import type { JsonRecord } from '../../../base/mergeObjects';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { CompletionRequest } from '../../../gateway/common/ports';

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1));
const schemas = {
  temperature: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
  top_p: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  reasoning_effort: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/u)),
} as const;

export interface CheckedModelOptions {
  /** Replaces the user's settings in the request. */
  readonly settings: Pick<CompletionRequest, 'temperature' | 'maxTokens' | 'reasoningEffort'>;
  /** Added to the request's body. */
  readonly parameters: JsonRecord;
  /** The names of the options that are not sent. */
  readonly ignored: readonly string[];
}

export function checkModelOptions(options: JsonRecord, apiFormat: ApiFormat): CheckedModelOptions {
  const ignored = Object.keys(options).filter((name) => !Object.hasOwn(schemas, name));
  const read = <K extends keyof typeof schemas>(
    name: K,
  ): v.InferOutput<(typeof schemas)[K]> | undefined => {
    if (!Object.hasOwn(options, name) || options[name] == null) {
      return undefined;
    }
    const parsed = v.safeParse(schemas[name], options[name]);
    if (!parsed.success) {
      ignored.push(name);
      return undefined;
    }
    return parsed.output;
  };
  const topP = read('top_p');
  const maxTokens = read('max_tokens');
  return {
    settings: omitUndefined({
      temperature: read('temperature'),
      maxTokens: read('max_completion_tokens') ?? maxTokens,
      reasoningEffort: read('reasoning_effort'),
    }),
    parameters: topP === undefined ? {} : topPIn(apiFormat, topP),
    ignored,
  };
}

function topPIn(apiFormat: ApiFormat, topP: number): JsonRecord {
  return apiFormat === 'generateContent' ? { generationConfig: { topP } } : { top_p: topP };
}
