// What the page receives of a conversation. It lacks what the page does not show: messages off the path, and the text
// of attachments.
import { withoutText } from '../../../conversation/common/attachment';
import type { Conversation, Message } from '../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { QueueState } from '../../../conversation/common/draft';
import { withoutOffPathContents } from '../../../conversation/common/versions';

export function forPage(conversation: Conversation): Conversation {
  const { messages } = conversation;
  return { ...withoutOffPathContents(conversation), messages: messages.map(withoutAttachedText) };
}

export function eventForPage(event: ConversationEvent): ConversationEvent {
  return event.type === 'asked'
    ? { ...event, question: withoutAttachedText(event.question) }
    : event;
}

export function queueForPage(queue: QueueState): QueueState {
  return { ...queue, questions: queue.questions.map(withoutAttachedText) };
}

function withoutAttachedText<T extends Message | QueueState['questions'][number]>(question: T): T {
  return 'attachments' in question && question.attachments !== undefined
    ? { ...question, attachments: question.attachments.map(withoutText) }
    : question;
}
