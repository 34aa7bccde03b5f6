// Compares two model lists of a gateway: operators add and remove models without notice.
import type { ModelRecord } from '../ports';

export interface ListChanges {
  /** Model IDs in the order of the newer list. */
  readonly added: readonly string[];
  /** Model IDs in the order of the older list. */
  readonly removed: readonly string[];
}

/** Compares by ID only, in linear time. */
export function listChanges(
  before: readonly ModelRecord[],
  after: readonly ModelRecord[],
): ListChanges {
  return { added: idsOnlyIn(after, before), removed: idsOnlyIn(before, after) };
}

function idsOnlyIn(
  models: readonly ModelRecord[],
  others: readonly ModelRecord[],
): readonly string[] {
  const otherIds = new Set(others.map(({ id }) => id));
  return models.map(({ id }) => id).filter((id) => !otherIds.has(id));
}
