// The parameters that the user's settings, or the options of a caller in VS Code, can add to a request: one row each,
// with the values that are sent and where each API format has them.
import * as v from 'valibot';
import { mergeObjects, type JsonRecord } from '../../base/mergeObjects';
import type { ApiFormat } from './apiFormat';
import type { Quirk } from './quirk';

export const parameterNames = ['temperature', 'topP', 'maxTokens', 'reasoningEffort'] as const;
export type ParameterName = (typeof parameterNames)[number];

interface ParameterValues {
  readonly temperature: number;
  readonly topP: number;
  /** Maximum length of the answer. */
  readonly maxTokens: number;
  /** Gateways have other efforts than OpenAI. */
  readonly reasoningEffort: string;
}

/** Absent ones are not sent. */
export type RequestParameters = Partial<Pick<ParameterValues, ParameterName>>;

type Schema<Value> = v.GenericSchema<unknown, Value>;

export interface ParameterRow<Value> {
  /** The values of the setting `portico.<name>` that are sent; absent if there is no such setting. */
  readonly setting?: Schema<Value>;
  /** What callers name it in their `modelOptions`, the name that wins first, and the values that are sent. */
  readonly options: { readonly names: readonly string[]; readonly schema: Schema<Value> };
  /** Where it stands in the body: the path of one field, or a function that writes several. */
  readonly fields: Readonly<
    Record<ApiFormat, string | ((value: Value, quirks: readonly Quirk[]) => JsonRecord)>
  >;
}

export const requestParameters: {
  readonly [K in ParameterName]: ParameterRow<ParameterValues[K]>;
} = {
  temperature: {
    setting: v.number(),
    options: {
      names: ['temperature'],
      schema: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
    },
    fields: {
      chat: 'temperature',
      responses: 'temperature',
      messages: 'temperature',
      generateContent: 'generationConfig.temperature',
    },
  },
  topP: {
    options: { names: ['top_p'], schema: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) },
    fields: {
      chat: 'top_p',
      responses: 'top_p',
      messages: 'top_p',
      generateContent: 'generationConfig.topP',
    },
  },
  maxTokens: {
    setting: v.number(),
    options: {
      names: ['max_completion_tokens', 'max_tokens'],
      schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
    },
    fields: {
      chat: (value, quirks) =>
        quirks.includes('maxCompletionTokens')
          ? { max_completion_tokens: value }
          : { max_tokens: value },
      responses: 'max_output_tokens',
      messages: 'max_tokens',
      generateContent: 'generationConfig.maxOutputTokens',
    },
  },
  reasoningEffort: {
    setting: v.pipe(v.string(), v.nonEmpty()),
    options: {
      names: ['reasoning_effort'],
      schema: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/u)),
    },
    fields: {
      chat: 'reasoning_effort',
      responses: 'reasoning.effort',
      messages: 'output_config.effort',
      generateContent: (effort, quirks) => ({
        generationConfig: { thinkingConfig: thinkingConfig(effort, quirks) },
      }),
    },
  },
};

function thinkingConfig(effort: string, quirks: readonly Quirk[]): JsonRecord {
  const budget = quirks.includes('thinkingBudget') ? thinkingBudget(effort) : undefined;
  return budget === undefined
    ? { thinkingLevel: effort, includeThoughts: true }
    : // Gemini: "include_thoughts is only enabled when thinking is enabled".
      { thinkingBudget: budget, includeThoughts: budget > 0 };
}

/** Tokens for each effort, from the table of Google's guide to its OpenAI-compatible API, "Thinking". */
const thinkingBudgets = new Map([
  ['none', 0],
  ['minimal', 1_024],
  ['low', 1_024],
  ['medium', 8_192],
  ['high', 24_576],
]);

/**
 * How many tokens of thinking an effort means for Gemini models that have budgets instead of levels. Undefined for
 * efforts that the table does not have: they are sent as a level.
 */
export function thinkingBudget(reasoningEffort: string): number | undefined {
  return thinkingBudgets.get(reasoningEffort.toLowerCase());
}

type ReadParameters = { -readonly [K in ParameterName]?: ParameterValues[K] };

/** Returns whether the value is one of those that are sent. */
function read<K extends ParameterName>(
  parameters: ReadParameters,
  name: K,
  value: unknown,
  schema: Schema<ParameterValues[K]> | undefined,
): boolean {
  const parsed = schema && v.safeParse(schema, value);
  if (parsed?.success) {
    parameters[name] = parsed.output;
  }
  return parsed?.success === true;
}

/** Values that cannot be sent count as not set. */
export function readParameterSettings(
  valueOf: (setting: ParameterName) => unknown,
): RequestParameters {
  const parameters: ReadParameters = {};
  for (const name of parameterNames) {
    read(parameters, name, valueOf(name), requestParameters[name].setting);
  }
  return parameters;
}

export interface ReadOptions {
  readonly parameters: RequestParameters;
  /** The names of the options that are not sent: unknown ones would reach the gateway unchecked. */
  readonly ignored: readonly string[];
}

/** Reads the `modelOptions` of a caller. */
export function readModelOptions(options: JsonRecord): ReadOptions {
  const parameters: ReadParameters = {};
  const ignored = new Set(Object.keys(options));
  for (const name of parameterNames) {
    const { names, schema } = requestParameters[name].options;
    for (const option of names.toReversed()) {
      const value = Object.hasOwn(options, option) ? options[option] : undefined;
      if (value == null || read(parameters, name, value, schema)) {
        ignored.delete(option);
      }
    }
  }
  return { parameters, ignored: [...ignored] };
}

/** The fields of a body for the parameters of its request. */
export function parameterFields(
  parameters: RequestParameters,
  apiFormat: ApiFormat,
  quirks: readonly Quirk[] = [],
): JsonRecord {
  return parameterNames.reduce<JsonRecord>(
    (body, name) => mergeObjects(body, fieldsOf(name, parameters[name], apiFormat, quirks), 'keep'),
    {},
  );
}

function fieldsOf<K extends ParameterName>(
  name: K,
  value: RequestParameters[K],
  apiFormat: ApiFormat,
  quirks: readonly Quirk[],
): JsonRecord {
  if (value === undefined) {
    return {};
  }
  const field = requestParameters[name].fields[apiFormat];
  return typeof field === 'string' ? atPath(field.split('.'), value) : field(value, quirks);
}

function atPath([name = '', ...rest]: readonly string[], value: unknown): JsonRecord {
  return { [name]: rest.length === 0 ? value : atPath(rest, value) };
}
