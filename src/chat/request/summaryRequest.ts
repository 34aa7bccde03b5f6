// Asks a model to sum up turns of a conversation, so that the summary can be sent in their place.
import type { Conversation, Question } from '../../shared/conversation/conversation';
import type { ChatMessage } from '../ports';
import { requestMessages } from './requestMessages';

export const summaryInstruction =
  'Summarise our conversation so far. You will be given the summary in its place, so keep every fact, name, number, file, identifier, decision and open question that later questions may need; leave out greetings and what was taken back. Write in the language of the conversation. Answer with the summary alone.';

/** How many messages belong to the turns up to that of a question. */
export function messagesUpTo({ messages }: Conversation, questionId: string): number {
  const last = messages.findIndex(({ id }) => id === questionId);
  const next = messages.findIndex(({ kind }, at) => at > last && kind === 'question');
  return next < 0 ? messages.length : next;
}

/** Those turns as they were sent, and the instruction: what the gateway has read is not paid for twice. */
export function summaryMessages(
  conversation: Conversation,
  upTo: string,
  systemPrompt: string,
): readonly ChatMessage[] {
  const turns = conversation.messages.slice(0, messagesUpTo(conversation, upTo));
  const question: Question = { kind: 'question', id: '', text: summaryInstruction, at: 0 };
  const asked = { ...conversation, messages: [...turns, question] };
  return requestMessages(asked, question, systemPrompt);
}
