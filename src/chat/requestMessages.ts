// What of a conversation is sent with a question.
import type { Conversation, Message, Question } from '../shared/conversation';
import type { ChatMessage } from './ports';

/**
 * The messages for asking `question`: the system prompt where there is one, the history before the
 * question, the question. An answer without text is left out, and with it a question that was asked
 * anew later; partial text is sent as the assistant's.
 */
export function requestMessages(
  conversation: Conversation,
  question: Question,
  systemPrompt: string,
): readonly ChatMessage[] {
  const end = conversation.messages.indexOf(question);
  const history = historySent(conversation.messages.slice(0, end), question.text);
  return [
    ...(systemPrompt === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
    ...[...history, question].map(toChatMessage),
  ];
}

/** What of the messages before a question goes with it, oldest first. */
export function historySent(before: readonly Message[], question: string): readonly Message[] {
  const askedAnew = new Set([question]);
  const kept: Message[] = [];
  let answered = false;
  for (const message of before.toReversed()) {
    if (message.kind === 'answer') {
      answered = hasText(message);
      if (answered) {
        kept.push(message);
      }
    } else if (answered || !askedAnew.has(message.text)) {
      kept.push(message);
      askedAnew.add(message.text);
      answered = false;
    }
  }
  return kept.toReversed();
}

function toChatMessage(message: Message): ChatMessage {
  if (message.kind === 'answer') {
    return { role: 'assistant', content: message.text };
  }
  const { text, pictures } = message;
  return { role: 'user', content: text, ...(pictures === undefined ? {} : { pictures }) };
}

function hasText(message: Message): boolean {
  return message.text.trim() !== '';
}
