// Reads `portico.models`, the user's settings for models. Invalid values are reported, all others are used.
import * as v from 'valibot';
import { globLookup, isGlob } from '../../../base/glob';
import { isJsonRecord, mergeObjects, type JsonRecord } from '../../../base/mergeObjects';
import { omitUndefined } from '../../../base/omitUndefined';
import { apiFormats, type ApiFormat } from '../../../gateway/common/apiFormat';
import type { ApiFormatChoice } from '../../../gateway/common/apiFormatLookup';
import { checkParameters } from '../../../gateway/common/bodyParameters';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Price } from '../../../gateway/common/usage';
import { modelFieldSchemas, type GatewayExtras } from '../../../gateway/node/gatewayExtras';

/** The settings of one model, merged from all entries that match it. Absent fields are not set. */
export interface ModelSettings {
  readonly apiFormat?: ApiFormatChoice;
  /** The number of tokens that a request and its answer share. */
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  readonly imageInput?: boolean;
  readonly toolCalling?: boolean;
  readonly price?: Price;
  /** Merged into the body of each request. */
  readonly parameters?: JsonRecord;
}

/** Which rule a value breaks. */
export type ModelSettingRule =
  | 'setting'
  | 'key'
  | 'entry'
  | 'unknownField'
  | 'apiFormat'
  | 'tokens'
  | 'boolean'
  | 'price'
  | 'parameters'
  | 'refusedParameter';

export interface ModelSettingProblem {
  /** The model ID or glob; `''` if the setting itself is invalid. */
  readonly key: string;
  /** The path of the field, such as `price.input`; `''` if the entry itself is invalid. */
  readonly field: string;
  readonly rule: ModelSettingRule;
}

export interface ModelsSetting {
  readonly of: (model: string) => ModelSettings;
  /** All API formats that entries name. */
  readonly apiFormats: readonly ApiFormat[];
  readonly problems: readonly ModelSettingProblem[];
}

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** Strict, because ignoring a misspelled `cachedInput` would lead to wrong sums. */
const price = v.strictObject({
  input: amount,
  output: amount,
  cachedInput: v.exactOptional(amount),
  cacheWrite: v.exactOptional(amount),
  currency: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}\p{Sc}][\p{L}\p{N}\p{Sc} ]{0,15}$/u)),
});

const fields = { ...modelFieldSchemas, price } as const;

const rules: Readonly<Record<keyof typeof fields, ModelSettingRule>> = {
  apiFormat: 'apiFormat',
  contextLength: 'tokens',
  maxOutputTokens: 'tokens',
  imageInput: 'boolean',
  toolCalling: 'boolean',
  price: 'price',
};

/** Reads `portico.models`, whatever its value. An exact ID beats a glob, a longer glob a shorter one, field by field. */
export function readModelSettings(setting: unknown): ModelsSetting {
  const problems: ModelSettingProblem[] = [];
  const byGlob = new Map<string, ModelSettings>();
  if (isJsonRecord(setting)) {
    for (const [key, entry] of Object.entries(setting)) {
      const report = (rule: ModelSettingRule, field = ''): void =>
        void problems.push({ key, field, rule });
      if (!isGlob(key)) {
        report('key');
      } else if (isJsonRecord(entry)) {
        byGlob.set(key, readEntry(entry, report));
      } else {
        report('entry');
      }
    }
  } else if (setting !== undefined) {
    problems.push({ key: '', field: '', rule: 'setting' });
  }
  const entriesFor = globLookup(byGlob);
  const named = new Set([...byGlob.values()].map(({ apiFormat }) => apiFormat));
  return {
    of: (model) => entriesFor(model).toReversed().reduce(mergeSettings, {}),
    apiFormats: apiFormats.filter((format) => named.has(format)),
    problems,
  };
}

/** The user's settings, and below them what the gateway's operator says, which overrides the list. */
export function withGatewayExtras(
  user: ModelsSetting,
  { apiFormat, models }: GatewayExtras,
): ModelsSetting {
  // The picker asks for each of thousands of models.
  if (apiFormat === undefined && models === undefined) {
    return user;
  }
  const operator = readModelSettings(models);
  const general = omitUndefined({ apiFormat });
  return {
    ...user,
    of: (model) => [general, operator.of(model), user.of(model)].reduce(mergeSettings),
    apiFormats: apiFormats.filter(
      (format) =>
        format === apiFormat ||
        operator.apiFormats.includes(format) ||
        user.apiFormats.includes(format),
    ),
  };
}

/** The record, overridden by the settings. */
export function withModelSettings(record: ModelRecord, settings: ModelSettings): ModelRecord {
  const { contextLength, maxOutputTokens, imageInput, price: ownPrice } = settings;
  return {
    ...record,
    ...omitUndefined({ contextLength, maxOutputTokens, imageInput, price: ownPrice }),
  };
}

function readEntry(
  entry: JsonRecord,
  report: (rule: ModelSettingRule, field: string) => void,
): ModelSettings {
  for (const name of Object.keys(entry)) {
    if (!Object.hasOwn(fields, name) && name !== 'parameters') {
      report('unknownField', name);
    }
  }
  const read = <K extends keyof typeof fields>(
    name: K,
  ): v.InferOutput<(typeof fields)[K]> | undefined => {
    if (!Object.hasOwn(entry, name)) {
      return undefined;
    }
    const parsed = v.safeParse(fields[name], entry[name]);
    if (parsed.success) {
      return parsed.output;
    }
    const path = parsed.issues.map((issue) => v.getDotPath(issue)).find((one) => one !== null);
    report(rules[name], path === undefined ? name : `${name}.${path}`);
    return undefined;
  };
  const ownPrice = read('price');
  return omitUndefined({
    apiFormat: read('apiFormat'),
    contextLength: read('contextLength'),
    maxOutputTokens: read('maxOutputTokens'),
    imageInput: read('imageInput'),
    toolCalling: read('toolCalling'),
    price: ownPrice && { ...ownPrice, source: 'settings' as const },
    parameters: readParameters(entry, report),
  });
}

function readParameters(
  { parameters }: JsonRecord,
  report: (rule: ModelSettingRule, field: string) => void,
): JsonRecord | undefined {
  if (!isJsonRecord(parameters)) {
    if (parameters !== undefined) {
      report('parameters', 'parameters');
    }
    return undefined;
  }
  const { allowed, refused } = checkParameters(parameters);
  for (const path of refused) {
    report('refusedParameter', `parameters.${path}`);
  }
  return allowed;
}

function mergeSettings(less: ModelSettings, more: ModelSettings): ModelSettings {
  const parameters =
    less.parameters && more.parameters
      ? mergeObjects(less.parameters, more.parameters, 'keep')
      : (more.parameters ?? less.parameters);
  return { ...less, ...more, ...omitUndefined({ parameters }) };
}
