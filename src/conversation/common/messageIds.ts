// Indexes the IDs of message lists, since rebuilding a long conversation looks up every message.
import type { Message } from './conversation';

/** IDs by list; lists are immutable. */
const idsByList = new WeakMap<readonly Message[], Set<string>>();

export function hasMessageId(messages: readonly Message[], id: string): boolean {
  const ids = idsByList.get(messages) ?? new Set(messages.map((message) => message.id));
  idsByList.set(messages, ids);
  return ids.has(id);
}

/** Moves the index of a list to its successor, which has the same IDs plus those of `added`. */
export function carryOverIds(
  before: readonly Message[],
  after: readonly Message[],
  added: readonly Message[] = [],
): void {
  const ids = idsByList.get(before);
  if (ids !== undefined) {
    idsByList.delete(before);
    for (const { id } of added) {
      ids.add(id);
    }
    idsByList.set(after, ids);
  }
}
