// A chat that is known already is added to and never overwritten: both sides' messages stay, as versions where they differ.
import type { Answer, Conversation, Message } from '../../../shared/conversation/conversation';
import type { ConversationEvent } from '../../../shared/conversation/conversationEvent';
import { compareByAge, childrenByParent } from '../../../shared/conversation/messageTree';

/** What a conversation lacks of another version of it, in an order in which each event has what it follows. */
export function diffConversations(
  known: Conversation,
  incoming: Conversation,
): readonly ConversationEvent[] {
  const ids = new Set(allOf(known).map(({ id }) => id));
  const children = childrenByParent(allOf(incoming));
  const events: ConversationEvent[] = [];
  const waiting = [...(children.get('') ?? [])];
  for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
    const answers = (children.get(question.id) ?? []).filter(isAnswer).toSorted(compareByAge);
    let asks = question.kind === 'question' && !ids.has(question.id);
    for (const answer of answers) {
      waiting.push(...(children.get(answer.id) ?? []));
      if (asks && question.kind === 'question') {
        asks = false;
        events.push({ type: 'asked', question, answer, fromOtherWindow: true });
      } else if (!ids.has(answer.id)) {
        // The place of an answer is its question; which of the others it came after is not told.
        events.push({ type: 'retried', replacedAnswerId: answer.id, answer, fromOtherWindow: true });
      }
    }
  }
  return events;
}

function allOf({ messages, offPath }: Conversation): readonly Message[] {
  return [...messages, ...offPath];
}

function isAnswer(message: Message): message is Answer {
  return message.kind === 'answer';
}
