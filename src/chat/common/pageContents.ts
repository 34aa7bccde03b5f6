// What the page receives of a conversation. It lacks what the page does not show: messages off the path, the text of
// attachments, and what tools returned.
import { withoutText } from '../../conversation/common/attachment';
import type {
  Answer,
  Conversation,
  Message,
  Question,
  ToolRound,
} from '../../conversation/common/conversation';
import type { ConversationEvent } from '../../conversation/common/conversationEvent';
import type { QueueState } from '../../conversation/common/draft';
import { withoutHiddenContents } from '../../conversation/common/versions';

export function forPage(conversation: Conversation): Conversation {
  const { messages, offPath, ...rest } = withoutHiddenContents(conversation);
  return {
    ...rest,
    messages: messages.map(messageForPage),
    offPath: offPath.map(messageForPage),
  };
}

export function eventForPage(event: ConversationEvent): ConversationEvent {
  switch (event.type) {
    case 'asked':
      return { ...event, question: withoutAttachedText(event.question) };
    case 'retried':
      return { ...event, answer: withoutReadText(event.answer) };
    case 'toolsCalled':
      return { ...event, round: roundForPage(event.round) };
    case 'toolReturned':
      return { ...event, result: { ...event.result, text: '' } };
    default:
      return event;
  }
}

function messageForPage(message: Message): Message {
  return message.kind === 'question' ? withoutAttachedText(message) : withoutReadText(message);
}

function withoutReadText(answer: Answer): Answer {
  return answer.rounds === undefined
    ? answer
    : { ...answer, rounds: answer.rounds.map(roundForPage) };
}

function roundForPage({ reasoning: _reasoning, ...round }: ToolRound): ToolRound {
  const runs = round.runs.map(({ result, ...run }) =>
    result === undefined ? run : { ...run, result: { ...result, text: '' } },
  );
  return { ...round, runs };
}

export function queueForPage(queue: QueueState): QueueState {
  return { ...queue, questions: queue.questions.map(withoutAttachedText) };
}

function withoutAttachedText<T extends Question | QueueState['questions'][number]>(question: T): T {
  return 'attachments' in question && question.attachments !== undefined
    ? { ...question, attachments: question.attachments.map(withoutText) }
    : question;
}
