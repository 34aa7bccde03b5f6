// Selects the messages of a conversation that are sent with a question.
import type { ChatMessage } from '../../../gateway/common/chatModel';
import { sentImages, sentText } from '../../common/attachment';
import {
  omittedTurnsAt,
  type Conversation,
  type Message,
  type Question,
} from '../../common/conversation';
import { answerMessages, hasRead } from '../../common/toolRound';

const summaryHeading = 'Summary of the earlier part of our conversation, which is omitted here:';

/**
 * The system prompt if there is one, the history, the question. A summary of omitted turns is placed
 * at the start of the first message, because the chat templates of some models reject two user
 * messages in a row.
 *
 * @param changeFormat follows the system prompt where one of the messages has a file
 */
export function requestMessages(
  conversation: Conversation,
  question: Question,
  systemPrompt: string,
  changeFormat = '',
): readonly ChatMessage[] {
  const end = conversation.messages.findIndex(({ id }) => id === question.id);
  const { summary, messages } = sentHistory(conversation, end, question.text);
  const all = [...messages, question];
  const [head = toChatMessage(question), ...others] = all.flatMap(toChatMessages);
  const system = [systemPrompt, all.some(hasFile) ? changeFormat : '']
    .filter((text) => text !== '')
    .join('\n\n');
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    summary === undefined ? head : { ...head, content: `${summary}\n\n---\n\n${head.content}` },
    ...others,
  ];
}

/** Whether it has text of a file that can be changed. */
function hasFile(message: Message): boolean {
  return (
    message.kind === 'question' &&
    (message.attachments ?? []).some(
      ({ source, text }) => source !== undefined && text !== undefined,
    )
  );
}

export interface SentHistory {
  /** Stands for the omitted turns. */
  readonly summary: string | undefined;
  readonly messages: readonly Message[];
}

/**
 * The history sent before a question at index `end`, without the turns that the user had omitted by
 * `time` (in ms since 1970; default: now). Answers without text and files read are skipped, and so are their
 * questions if the same question was asked again later. Partial answers are sent.
 */
export function sentHistory(
  conversation: Conversation,
  end: number,
  question: string,
  time = Infinity,
): SentHistory {
  const before = conversation.messages.slice(0, end);
  const omitted = omittedTurnsAt(conversation, end, time);
  if (omitted === undefined) {
    return { summary: undefined, messages: withoutUnanswered(before, question) };
  }
  const { summary, lastQuestionId } = omitted;
  return {
    summary: summary && `${summaryHeading}\n\n${summary.text}`,
    messages: withoutUnanswered(before.slice(messageCountUpTo(before, lastQuestionId)), question),
  };
}

/** How many messages the turns up to and including a question have. */
export function messageCountUpTo(messages: readonly Message[], lastQuestionId: string): number {
  const last = messages.findIndex(({ id }) => id === lastQuestionId);
  const next = messages.findIndex(({ kind }, index) => index > last && kind === 'question');
  return next < 0 ? messages.length : next;
}

function withoutUnanswered(messages: readonly Message[], question: string): readonly Message[] {
  const laterQuestions = new Set([question]);
  const sent: Message[] = [];
  let isAnswered = false;
  for (const message of messages.toReversed()) {
    if (message.kind === 'answer') {
      isAnswered = message.text.trim() !== '' || hasRead(message);
      if (isAnswered) {
        sent.push(message);
      }
    } else if (isAnswered || !laterQuestions.has(message.text)) {
      sent.push(message);
      laterQuestions.add(message.text);
      isAnswered = false;
    }
  }
  return sent.toReversed();
}

function toChatMessages(message: Message): readonly ChatMessage[] {
  return message.kind === 'answer' ? answerMessages(message) : [toChatMessage(message)];
}

function toChatMessage(question: Question): ChatMessage {
  const images = sentImages(question);
  return { role: 'user', content: sentText(question), ...(images.length > 0 && { images }) };
}
