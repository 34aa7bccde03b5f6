// Finds the messages that a known chat lacks. An import only adds messages; it never replaces any.
import type { Conversation, Message } from '../../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../../conversation/common/conversationEvent';
import { childrenByParent, compareByAge } from '../../../../conversation/common/messageTree';

/** The events that add the missing messages, each after the ones that it depends on. */
export function diffConversations(
  known: Conversation,
  incoming: Conversation,
): readonly ConversationEvent[] {
  const knownIds = new Set(allMessages(known).map(({ id }) => id));
  const children = childrenByParent(allMessages(incoming));
  const events: ConversationEvent[] = [];
  const pending = [...(children.get('') ?? [])];
  for (let question = pending.shift(); question !== undefined; question = pending.shift()) {
    const answers = (children.get(question.id) ?? [])
      .filter((message) => message.kind === 'answer')
      .toSorted(compareByAge);
    let isNew = question.kind === 'question' && !knownIds.has(question.id);
    for (const answer of answers) {
      pending.push(...(children.get(answer.id) ?? []));
      if (isNew && question.kind === 'question') {
        isNew = false;
        events.push({ type: 'asked', question, answer, fromOtherWindow: true });
      } else if (!knownIds.has(answer.id)) {
        // Which answer it replaced is unknown, and only its question decides where it goes.
        const replacedAnswerId = answer.id;
        events.push({ type: 'retried', replacedAnswerId, answer, fromOtherWindow: true });
      }
    }
  }
  return events;
}

function allMessages({ messages, offPath }: Conversation): readonly Message[] {
  return [...messages, ...offPath];
}
