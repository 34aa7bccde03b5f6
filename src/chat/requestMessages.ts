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
  const history = conversation.messages.slice(0, end);
  const askedAnew = new Set([question.text]);
  const kept: ChatMessage[] = [{ role: 'user', content: question.text }];
  let answered = false;
  for (const message of history.toReversed()) {
    if (message.kind === 'answer') {
      answered = hasText(message);
      if (answered) {
        kept.push({ role: 'assistant', content: message.text });
      }
    } else if (answered || !askedAnew.has(message.text)) {
      kept.push({ role: 'user', content: message.text });
      askedAnew.add(message.text);
      answered = false;
    }
  }
  if (systemPrompt !== '') {
    kept.push({ role: 'system', content: systemPrompt });
  }
  return kept.toReversed();
}

function hasText(message: Message): boolean {
  return message.text.trim() !== '';
}
