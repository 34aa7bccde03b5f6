// Which versions there are of what is shown: a question that was edited, an answer that was asked for anew.
import type { Conversation, Message } from './conversation';
import { byAge, byParent, parentOf } from './messageTree';

/** One of several messages that follow the same one, the oldest of which is number 1. */
export interface Version {
  readonly number: number;
  readonly count: number;
  /** The ID of the version before it, if any. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** By the ID of the message; only of messages on the path that have other versions. */
export function versionsOf({ messages, offPath }: Conversation): ReadonlyMap<string, Version> {
  const versions = new Map<string, Version>();
  const others = byParent(offPath);
  for (const message of messages) {
    const siblings = others.get(parentOf(message));
    if (siblings !== undefined) {
      const all = [...siblings, message].toSorted(byAge);
      const at = all.indexOf(message);
      versions.set(message.id, {
        number: at + 1,
        count: all.length,
        previous: all[at - 1]?.id,
        next: all[at + 1]?.id,
      });
    }
  }
  return versions;
}

/** What the view knows of a conversation: of what is aside nothing but its place in the tree. */
export function withoutOffPathContents(conversation: Conversation): Conversation {
  return { ...conversation, offPath: conversation.offPath.map(placeOf) };
}

function placeOf(message: Message): Message {
  if (message.kind === 'question') {
    const { kind, id, at } = message;
    return { kind, id, text: '', parent: parentOf(message), at };
  }
  const { kind, id, questionId, model, state, startedAt } = message;
  return { kind, id, questionId, model, state, text: '', reasoning: '', startedAt };
}
