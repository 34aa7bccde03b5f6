// Ranks the models to offer in place of one that is unavailable.
import { compare } from '../../../base/compare';
import { declaredApiFormat } from '../../../gateway/common/apiFormatLookup';
import type { ModelRecord } from '../../../gateway/common/modelRecord';

const maxAlternatives = 5;

export interface MissingModel {
  readonly model: string;
  /** What the last model list that contained it says. */
  readonly record: ModelRecord | undefined;
  /** IDs of recently used models, most recent first. */
  readonly recentIds: readonly string[];
  /** IDs of models that are unavailable too. */
  readonly unavailableIds: ReadonlySet<string>;
  /** IDs of models that the user does not want to see. */
  readonly hiddenIds: readonly string[];
  /** Context that the conversation requires. */
  readonly requiredTokens: number;
}

/**
 * The chat models that come closest to a missing one, closest first, without those that are offline or hidden. Criteria
 * in order: not known as unavailable, long enough context, same API format, same family, no known capability less,
 * another version at about the same price, recently used, a similar price, similar ID, a higher version. IDs only affect
 * the order.
 */
export function alternativeModels(
  models: readonly ModelRecord[],
  missing: MissingModel,
): readonly ModelRecord[] {
  const missingWords = wordsOf(missing.model);
  const notOffered = new Set([missing.model, ...missing.hiddenIds]);
  const recency = new Map(missing.recentIds.map((id, index) => [id, index]));
  return models
    .filter(({ id, chat, offline }) => chat && offline !== true && !notOffered.has(id))
    .map((model) => ({ model, words: wordsOf(model.id) }))
    .map(({ model, words }) => ({
      model,
      criteria: [
        missing.unavailableIds.has(model.id),
        isTooShort(model, missing.requiredTokens),
        isOtherFormat(model, missing.record?.endpointTypes),
        familyOf(words) !== familyOf(missingWords),
        lackingCapabilities(model, missing.record),
        !isVersionOf(model, missing),
        recency.get(model.id) ?? Infinity,
        priceDistance(model, missing.record),
        -similarity(words, missingWords),
        -versionOf(words),
      ].map(Number),
    }))
    .toSorted((a, b) => {
      const at = a.criteria.findIndex((one, index) => one !== b.criteria[index]);
      return compare(a.criteria[at] ?? a.model.id, b.criteria[at] ?? b.model.id);
    })
    .slice(0, maxAlternatives)
    .map(({ model }) => model);
}

/** Whether a model's listed context length is too short for the conversation. */
export function isTooShort(model: ModelRecord, requiredTokens: number): boolean {
  return model.contextLength !== undefined && model.contextLength < requiredTokens;
}

/** Undeclared formats count as the same. */
function isOtherFormat(
  { endpointTypes }: ModelRecord,
  missingTypes: readonly string[] | undefined,
): boolean {
  return (
    endpointTypes !== undefined &&
    missingTypes !== undefined &&
    declaredApiFormat(endpointTypes) !== declaredApiFormat(missingTypes)
  );
}

/** How many of the missing model's known capabilities a model is known to lack. */
function lackingCapabilities(model: ModelRecord, missing: ModelRecord | undefined): number {
  return (['imageInput', 'toolCalling'] as const).filter(
    (name) => missing?.[name] === true && model[name] === false,
  ).length;
}

/** How often the price has to double or halve, rounded; 0 if one of the prices is not known. */
function priceDistance({ price }: ModelRecord, missing: ModelRecord | undefined): number {
  const [own = 0, other = 0] = [price?.output, missing?.price?.output];
  const isComparable = own > 0 && other > 0 && price?.currency === missing?.price?.currency;
  return isComparable ? Math.abs(Math.round(Math.log2(own / other))) : 0;
}

/** Whether only the numbers of the IDs differ, and the prices do not. */
function isVersionOf(model: ModelRecord, missing: MissingModel): boolean {
  const nameOf = (id: string): string =>
    wordsOf(id)
      .filter((word) => !/^\p{N}/u.test(word))
      .join(' ');
  return nameOf(model.id) === nameOf(missing.model) && priceDistance(model, missing.record) === 0;
}

/** The words and numbers of an ID without the vendor: `meta/Llama-3.1-8b` has llama, 3, 1, 8, b. */
function wordsOf(id: string): readonly string[] {
  const name = id.toLowerCase().split('/').at(-1) ?? '';
  return name.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function familyOf(words: readonly string[]): string | undefined {
  return words.find((word) => /\p{L}/u.test(word));
}

/** 4.5 for `claude-sonnet-4-5`; longer numbers are dates. */
function versionOf(words: readonly string[]): number {
  const [major = '0', minor = '0'] = words.filter((word) => /^\d{1,2}$/u.test(word));
  return Number(`${major}.${minor}`);
}

/** Jaccard similarity of two sets of words, from 0 to 1, ignoring dates. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const undated = (words: readonly string[]): ReadonlySet<string> =>
    new Set(words.filter((word) => !/^\d{4}/.test(word)));
  const [setA, setB] = [undated(a), undated(b)];
  const common = [...setA].filter((word) => setB.has(word)).length;
  const total = setA.size + setB.size - common;
  return total === 0 ? 0 : common / total;
}
