// Compares two model lists of a gateway: operators add and remove models without notice.
import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ModelRecord } from '../../../gateway/common/modelRecord';

export interface ListChanges {
  /** Model IDs in the order of the newer list. */
  readonly added: readonly string[];
  /** Model IDs in the order of the older list. */
  readonly removed: readonly string[];
  /** Models in both lists whose records differ in what matters for requests. */
  readonly changed: readonly string[];
}

export function listChanges(
  before: readonly ModelRecord[],
  after: readonly ModelRecord[],
): ListChanges {
  const records = new Map(before.map((record) => [record.id, record]));
  const changed = after.filter((record) => {
    const old = records.get(record.id);
    return old !== undefined && !isDeepStrictEqual(requestTraits(old), requestTraits(record));
  });
  return {
    added: idsOnlyIn(after, before),
    removed: idsOnlyIn(before, after),
    changed: changed.map(({ id }) => id),
  };
}

/** The changes of two fetches as one: a model that came back never went. */
export function joinListChanges(first: ListChanges | undefined, second: ListChanges): ListChanges {
  const { added = [], removed = [], changed = [] } = first ?? {};
  const without = (ids: readonly string[], others: readonly string[]): readonly string[] =>
    ids.filter((id) => !others.includes(id));
  return {
    added: [...without(added, second.removed), ...without(second.added, removed)],
    removed: [...without(removed, second.added), ...without(second.removed, added)],
    changed: [...new Set([...changed, ...second.changed])],
  };
}

/** Leaves out what changes nothing about requests, and the order of endpoint types. */
function requestTraits(record: ModelRecord): Partial<ModelRecord> {
  const {
    name: _name,
    description: _description,
    price: _price,
    created: _created,
    ...traits
  } = record;
  return { ...traits, ...omitUndefined({ endpointTypes: traits.endpointTypes?.toSorted() }) };
}

function idsOnlyIn(
  models: readonly ModelRecord[],
  others: readonly ModelRecord[],
): readonly string[] {
  const otherIds = new Set(others.map(({ id }) => id));
  return models.map(({ id }) => id).filter((id) => !otherIds.has(id));
}
