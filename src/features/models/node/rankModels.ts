// Filters and ranks the models of the picker; there may be thousands.
import { compare } from '../../../base/compare';
import type { ModelRecord } from '../../../gateway/common/modelRecord';

interface RankedModels {
  /** Recently used, most recent first. */
  readonly recent: readonly ModelRecord[];
  readonly others: readonly ModelRecord[];
  /** Listed as not for chat. */
  readonly notForChat: readonly ModelRecord[];
  /** How many more models match. */
  readonly omittedCount: number;
}

/**
 * The models that match `typed`: each of its words occurs in the ID, name, owner or description, ignoring case, or the ID has its
 * letters and digits in their order (as in VS Code's own pickers, where “dml50” finds “demo-large-50”). Best match
 * first: whole ID, start of the ID, inside the ID, elsewhere, scattered over the ID (the shortest stretch first); then
 * the newest; then by ID; at most `limit`.
 */
export function rankModels(
  models: readonly ModelRecord[],
  typed: string,
  recentIds: readonly string[],
  limit: number,
): RankedModels {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const recency = new Map(recentIds.map((id, index) => [id, index]));
  const matches = models
    .map((model) => ({
      model,
      group: groupOf(model, recency),
      rank: matchesAll(model, words) ? matchRank(model.id, text) : scatteredRank(model.id, text),
    }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted(
      (a, b) =>
        a.group - b.group ||
        a.rank - b.rank ||
        (b.model.created ?? 0) - (a.model.created ?? 0) ||
        compare(a.model.id, b.model.id),
    );
  const shown = matches.slice(0, limit);
  const inGroup = (wanted: number): readonly ModelRecord[] =>
    shown.filter(({ group }) => group === wanted).map(({ model }) => model);
  const recent = shown
    .filter(({ group }) => group === 0)
    .toSorted(
      (a, b) => a.rank - b.rank || (recency.get(a.model.id) ?? 0) - (recency.get(b.model.id) ?? 0),
    );
  return {
    recent: recent.map(({ model }) => model),
    others: inGroup(1),
    notForChat: inGroup(2),
    omittedCount: matches.length - shown.length,
  };
}

function groupOf(model: ModelRecord, recency: ReadonlyMap<string, number>): number {
  return recency.has(model.id) ? 0 : model.chat ? 1 : 2;
}

function matchesAll(model: ModelRecord, words: readonly string[]): boolean {
  const { id, name = '', owner = '', description = '' } = model;
  const text = [id, name, owner, description].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

function matchRank(id: string, typed: string): number {
  const text = id.toLowerCase();
  if (typed === '' || text === typed) {
    return 0;
  }
  return text.startsWith(typed) ? 1 : text.includes(typed) ? 2 : 3;
}

/**
 * 4 and more for an ID that has the characters of `typed` in their order, from the first one on; else infinite. Text
 * with punctuation is more likely an ID that is not listed than an abbreviation.
 */
function scatteredRank(id: string, typed: string): number {
  const text = id.toLowerCase();
  const characters = typed.replace(/\s+/gu, '');
  if (!/^[\p{L}\p{N}]+$/u.test(characters)) {
    return Infinity;
  }
  const start = text.indexOf(characters.charAt(0));
  let end = start;
  for (const character of characters) {
    end = text.indexOf(character, end) + 1;
    if (end === 0) {
      return Infinity;
    }
  }
  return 4 + end - start - characters.length;
}
