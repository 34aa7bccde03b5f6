// Out of thousands of models the few that are meant come first, in the same order every time.
import type { ModelRecord } from '../ports';

export interface RankedModels {
  /** Used lately, the latest first. */
  readonly recent: readonly ModelRecord[];
  readonly others: readonly ModelRecord[];
  /** What says that it is for something else. */
  readonly notForChat: readonly ModelRecord[];
  /** How many more fit what was typed. */
  readonly left: number;
}

/**
 * The models that fit `typed`: each of its words stands in the ID, name or owner, in any case.
 * Best fit first (the ID itself, its beginning, its inside, the rest), then by ID; at most `limit`.
 * Linear in the models but for sorting what fits.
 */
export function rankModels(
  models: readonly ModelRecord[],
  typed: string,
  recentIds: readonly string[],
  limit: number,
): RankedModels {
  const wanted = typed.trim().toLowerCase();
  const words = wanted.split(/\s+/u).filter((word) => word !== '');
  const recency = new Map(recentIds.map((id, index) => [id, index]));
  const fitting = models
    .filter((model) => fits(model, words))
    .map((model) => ({ model, group: groupOf(model, recency), fit: fitOf(model.id, wanted) }))
    .toSorted((a, b) => a.group - b.group || a.fit - b.fit || compare(a.model.id, b.model.id));
  const shown = fitting.slice(0, limit);
  const inGroup = (wantedGroup: number): readonly ModelRecord[] =>
    shown.filter(({ group }) => group === wantedGroup).map(({ model }) => model);
  const recent = inGroup(0).toSorted(
    (a, b) =>
      fitOf(a.id, wanted) - fitOf(b.id, wanted) ||
      (recency.get(a.id) ?? 0) - (recency.get(b.id) ?? 0),
  );
  return {
    recent,
    others: inGroup(1),
    notForChat: inGroup(2),
    left: fitting.length - shown.length,
  };
}

function groupOf(model: ModelRecord, recency: ReadonlyMap<string, number>): number {
  if (recency.has(model.id)) {
    return 0;
  }
  return model.chat ? 1 : 2;
}

function fits(model: ModelRecord, words: readonly string[]): boolean {
  const said = `${model.id}\n${model.name ?? ''}\n${model.owner ?? ''}`.toLowerCase();
  return words.every((word) => said.includes(word));
}

function fitOf(id: string, wanted: string): number {
  const known = id.toLowerCase();
  if (wanted === '' || known === wanted) {
    return 0;
  }
  return known.startsWith(wanted) ? 1 : known.includes(wanted) ? 2 : 3;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
