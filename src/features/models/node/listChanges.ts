// Compares two model lists of a gateway: operators add and remove models without notice.
import type { ModelRecord } from '../../../gateway/common/modelRecord';

export interface ListChanges {
  /** Model IDs in the order of the newer list. */
  readonly added: readonly string[];
  /** Model IDs in the order of the older list. */
  readonly removed: readonly string[];
  /** Models in both lists whose records differ in what matters for requests. */
  readonly changed: readonly string[];
}

/** In linear time. */
export function listChanges(
  before: readonly ModelRecord[],
  after: readonly ModelRecord[],
): ListChanges {
  const records = new Map(before.map((record) => [record.id, record]));
  const changed = after.filter((record) => {
    const old = records.get(record.id);
    return old !== undefined && fingerprint(old) !== fingerprint(record);
  });
  return {
    added: idsOnlyIn(after, before),
    removed: idsOnlyIn(before, after),
    changed: changed.map(({ id }) => id),
  };
}

/** Independent of the order of members and endpoint types, and of what changes nothing about requests. */
function fingerprint(record: ModelRecord): string {
  const { name: _name, description: _description, price: _price, ...traits } = record;
  return JSON.stringify(traits, (_member, value: unknown) => {
    if (Array.isArray(value)) {
      return value.map(String).toSorted((a, b) => (a < b ? -1 : 1));
    }
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}

function idsOnlyIn(
  models: readonly ModelRecord[],
  others: readonly ModelRecord[],
): readonly string[] {
  const otherIds = new Set(others.map(({ id }) => id));
  return models.map(({ id }) => id).filter((id) => !otherIds.has(id));
}
