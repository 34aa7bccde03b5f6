// When a model is gone, what is offered in its place should be what the user would have looked for.
import type { ModelRecord } from '../ports';
import { declaredApiFormat } from './apiFormatOf';

export interface MissingModel {
  readonly model: string;
  /** As the last good list described it, where one did. */
  readonly record: ModelRecord | undefined;
  /** Model IDs used lately, the latest first. */
  readonly recentIds: readonly string[];
  /** Those that were refused as gone lately too. */
  readonly refusedIds: ReadonlySet<string>;
  /** How much context the conversation needs, in tokens. */
  readonly neededTokens: number;
}

/**
 * The models of a list that come nearest to the one that is gone, the nearest first: not refused
 * themselves, long enough for the conversation, of the same family and declared type, of the same type,
 * used lately, alike by name. Models that say that they are not for chat are left out. Nothing is
 * concluded from a name but the order.
 */
export function alternativeModels(
  models: readonly ModelRecord[],
  gone: MissingModel,
  most = 5,
): readonly ModelRecord[] {
  const wanted = wordsOf(gone.model);
  const types = gone.record?.endpointTypes;
  const recency = new Map(gone.recentIds.map((id, index) => [id, index]));
  return models
    .filter(({ id, chat }) => chat && id !== gone.model)
    .map((model) => ({
      model,
      refused: gone.refusedIds.has(model.id) ? 1 : 0,
      tooShort: isTooShort(model, gone.neededTokens) ? 1 : 0,
      distance: distance(model, wanted, types),
      recency: recency.get(model.id) ?? Infinity,
      likeness: likeness(wordsOf(model.id), wanted),
    }))
    .toSorted(
      (a, b) =>
        a.refused - b.refused ||
        a.tooShort - b.tooShort ||
        a.distance - b.distance ||
        compare(a.recency, b.recency) ||
        b.likeness - a.likeness ||
        compare(a.model.id, b.model.id),
    )
    .slice(0, most)
    .map(({ model }) => model);
}

/** Whether a model's own record says that it cannot hold the conversation. */
export function isTooShort(model: ModelRecord, neededTokens: number): boolean {
  return model.contextLength !== undefined && model.contextLength < neededTokens;
}

/** 0: the same family and declared type; 1: the same type; 2: another one. What declares none may be of any. */
function distance(
  model: ModelRecord,
  wanted: readonly string[],
  types: readonly string[] | undefined,
): number {
  const own = model.endpointTypes;
  const declaredAlike =
    own === undefined || types === undefined || declaredApiFormat(own) === declaredApiFormat(types);
  if (!declaredAlike) {
    return 2;
  }
  return familyOf(wordsOf(model.id)) === familyOf(wanted) ? 0 : 1;
}

/** The words and numbers of an ID without the provider before it: `meta/Llama-3.1-8b` is llama, 3, 1, 8, b. */
function wordsOf(id: string): readonly string[] {
  const name = id.toLowerCase().split('/').at(-1) ?? '';
  return name.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function familyOf(words: readonly string[]): string | undefined {
  return words.find((word) => /\p{L}/u.test(word));
}

/** From 0 to 1: the share of words that both have; dates say nothing. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const undated = (words: readonly string[]): ReadonlySet<string> =>
    new Set(words.filter((word) => !/^\d{4}/.test(word)));
  const [one, other] = [undated(a), undated(b)];
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
