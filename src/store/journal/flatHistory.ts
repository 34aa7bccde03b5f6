// Before there were versions a Retry took one answer out of view and left what followed it: what is kept of that time is read so.
import type { Conversation } from '../../shared/conversation/conversation';
import { type ConversationEvent, reduce } from '../../shared/conversation/conversationEvent';

/** The next state, as the reader saw it then: what followed a replaced answer follows the new one. */
export function reduceFlat(conversation: Conversation, event: ConversationEvent): Conversation {
  const next = reduce(conversation, event);
  if (event.type !== 'retried' || next === conversation) {
    return next;
  }
  const at = conversation.messages.findIndex(({ id }) => id === event.replaced);
  const [first, ...others] = at < 0 ? [] : conversation.messages.slice(at + 1);
  if (first?.kind !== 'question') {
    return next;
  }
  const stays = [{ ...first, parent: event.answer.id }, ...others];
  return {
    ...next,
    messages: [...next.messages, ...stays],
    offPath: next.offPath.filter(({ id }) => stays.every((message) => message.id !== id)),
  };
}
