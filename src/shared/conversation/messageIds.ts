// Whether a message is known by its ID: asked for each turn of a long journal, so none looks through all before it.
import type { Message } from './conversation';

/** Of lists that were asked about; a list never changes. */
const known = new WeakMap<readonly Message[], Set<string>>();

export function hasMessageId(messages: readonly Message[], id: string): boolean {
  const ids = known.get(messages) ?? new Set(messages.map((message) => message.id));
  known.set(messages, ids);
  return ids.has(id);
}

/** The list that comes after one has the same IDs, and those of what was added; the one before is not asked about again soon. */
export function carryOverIds(
  before: readonly Message[],
  after: readonly Message[],
  added: readonly Message[] = [],
): void {
  const ids = known.get(before);
  if (ids !== undefined) {
    known.delete(before);
    for (const { id } of added) {
      ids.add(id);
    }
    known.set(after, ids);
  }
}
