// What of a conversation is sent with a question.
import {
  type Conversation,
  omittedTurnsAt,
  type Message,
  type Question,
} from '../../shared/conversation/conversation';
import type { ChatMessage } from '../ports';

/** Written to the model before a summary that stands for turns left out. */
const summaryHead = 'Summary of the earlier part of our conversation, which is left out here:';

/**
 * The messages for asking `question`: the system prompt where there is one, the history before the
 * question, the question. An answer without text is left out, and with it a question that was asked
 * anew later; partial text is sent as the assistant's. Turns that the user had left out are not sent;
 * a summary of them stands at the head of the first message, since some models' templates take no
 * two messages of the user in a row.
 */
export function requestMessages(
  conversation: Conversation,
  question: Question,
  systemPrompt: string,
): readonly ChatMessage[] {
  const at = conversation.messages.findIndex(({ id }) => id === question.id);
  const { summary, history } = sentBefore(conversation, at, question.text);
  const [first, ...others] = [...history, question];
  const head = toChatMessage(first);
  return [
    ...(systemPrompt === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
    summary === undefined ? head : { ...head, content: `${summary}\n\n---\n\n${head.content}` },
    ...others.map(toChatMessage),
  ];
}

/** What goes before a question. */
export interface SentRange {
  /** What is told of the turns that are left out, as it is sent. */
  readonly summary: string | undefined;
  /** Oldest first. */
  readonly history: readonly Message[];
}

/**
 * What of the conversation goes before a question that stands at `end` among the messages, by what
 * was left out at `time` (in ms since 1970; now, unless given).
 */
export function sentBefore(
  conversation: Conversation,
  end: number,
  question: string,
  time = Infinity,
): SentRange {
  const before = conversation.messages.slice(0, end);
  const leftOut = omittedTurnsAt(conversation, end, time);
  if (leftOut === undefined) {
    return { summary: undefined, history: kept(before, question) };
  }
  const last = before.findIndex(({ id }) => id === leftOut.upTo);
  const next = before.findIndex(({ kind }, index) => index > last && kind === 'question');
  const { summary } = leftOut;
  return {
    summary: summary && `${summaryHead}\n\n${summary.text}`,
    history: next < 0 ? [] : kept(before.slice(next), question),
  };
}

function kept(before: readonly Message[], question: string): readonly Message[] {
  const askedAnew = new Set([question]);
  const sent: Message[] = [];
  let answered = false;
  for (const message of before.toReversed()) {
    if (message.kind === 'answer') {
      answered = hasText(message);
      if (answered) {
        sent.push(message);
      }
    } else if (answered || !askedAnew.has(message.text)) {
      sent.push(message);
      askedAnew.add(message.text);
      answered = false;
    }
  }
  return sent.toReversed();
}

function toChatMessage(message: Message): ChatMessage {
  if (message.kind === 'answer') {
    return { role: 'assistant', content: message.text };
  }
  const { text, images } = message;
  return { role: 'user', content: text, ...(images === undefined ? {} : { images }) };
}

function hasText(message: Message): boolean {
  return message.text.trim() !== '';
}
