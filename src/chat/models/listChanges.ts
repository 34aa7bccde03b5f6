// Operators change what they offer without a word: two lists of one gateway, held side by side.
import type { ModelRecord } from '../ports';

export interface ListChanges {
  /** Model IDs in the order of the newer list. */
  readonly added: readonly string[];
  /** Model IDs in the order of the older list. */
  readonly removed: readonly string[];
}

/** Linear in both lists; their order and what the records say do not count. */
export function listChanges(
  before: readonly ModelRecord[],
  after: readonly ModelRecord[],
): ListChanges {
  const [old, fresh] = [before, after].map((models) => new Set(models.map(({ id }) => id)));
  return {
    added: after.map(({ id }) => id).filter((id) => old?.has(id) === false),
    removed: before.map(({ id }) => id).filter((id) => fresh?.has(id) === false),
  };
}
