// Versions: messages with the same parent, such as the original and the edited question, or an answer and its retries.
import type { Conversation, Message } from './conversation';
import { compareByAge, childrenByParent, parentIdOf } from './messageTree';

export interface Version {
  /** From 1, which is the oldest. */
  readonly number: number;
  readonly count: number;
  /** Message IDs. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Maps the ID of each message on the path that has other versions to its version. */
export function versionsOf({ messages, offPath }: Conversation): ReadonlyMap<string, Version> {
  const versions = new Map<string, Version>();
  const others = childrenByParent(offPath);
  for (const message of messages) {
    const siblings = others.get(parentIdOf(message));
    if (siblings !== undefined) {
      const all = [...siblings, message].toSorted(compareByAge);
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

/** Drops the content of messages off the path. The webview needs only their positions in the tree. */
export function withoutOffPathContents(conversation: Conversation): Conversation {
  return { ...conversation, offPath: conversation.offPath.map(withoutContent) };
}

function withoutContent(message: Message): Message {
  if (message.kind === 'question') {
    const { kind, id, askedAt: at } = message;
    return { kind, id, text: '', parentId: parentIdOf(message), askedAt: at };
  }
  const { kind, id, questionId, model, state, startedAt } = message;
  return { kind, id, questionId, model, state, text: '', reasoning: '', startedAt };
}
