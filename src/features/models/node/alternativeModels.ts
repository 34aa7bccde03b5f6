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
 * recently used, a similar price, similar ID. IDs only affect the order.
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
    .map((model) => ({
      model,
      unavailable: missing.unavailableIds.has(model.id) ? 1 : 0,
      tooShort: isTooShort(model, missing.requiredTokens) ? 1 : 0,
      distance: distance(model, missingWords, missing.record?.endpointTypes),
      lacking: lackingCapabilities(model, missing.record),
      recency: recency.get(model.id) ?? Infinity,
      priceDistance: priceDistance(model, missing.record),
      similarity: similarity(wordsOf(model.id), missingWords),
    }))
    .toSorted(
      (a, b) =>
        a.unavailable - b.unavailable ||
        a.tooShort - b.tooShort ||
        a.distance - b.distance ||
        a.lacking - b.lacking ||
        compare(a.recency, b.recency) ||
        a.priceDistance - b.priceDistance ||
        b.similarity - a.similarity ||
        compare(a.model.id, b.model.id),
    )
    .slice(0, maxAlternatives)
    .map(({ model }) => model);
}

/** Whether a model's listed context length is too short for the conversation. */
export function isTooShort(model: ModelRecord, requiredTokens: number): boolean {
  return model.contextLength !== undefined && model.contextLength < requiredTokens;
}

/** 0: same API format and family; 1: same API format; 2: another one. Undeclared formats count as the same. */
function distance(
  { id, endpointTypes }: ModelRecord,
  missingWords: readonly string[],
  missingTypes: readonly string[] | undefined,
): number {
  const isSameFormat =
    endpointTypes === undefined ||
    missingTypes === undefined ||
    declaredApiFormat(endpointTypes) === declaredApiFormat(missingTypes);
  if (!isSameFormat) {
    return 2;
  }
  return familyOf(wordsOf(id)) === familyOf(missingWords) ? 0 : 1;
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

/** The words and numbers of an ID without the vendor: `meta/Llama-3.1-8b` has llama, 3, 1, 8, b. */
function wordsOf(id: string): readonly string[] {
  const name = id.toLowerCase().split('/').at(-1) ?? '';
  return name.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function familyOf(words: readonly string[]): string | undefined {
  return words.find((word) => /\p{L}/u.test(word));
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
