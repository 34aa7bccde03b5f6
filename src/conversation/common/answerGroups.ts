// Answers of several models to one question: one is on the path, the others stand beside it.
import {
  isAlsoAsked,
  isAnswer,
  isRunning,
  runningAnswers,
  type Answer,
  type Conversation,
  type Message,
} from './conversation';
import { compareByAge } from './messageTree';

/** By the ID of their question: all its answers, oldest first, if several models were asked at once. */
export type AnswerGroups = ReadonlyMap<string, readonly Answer[]>;

/** The groups of the questions on the path. */
export function answerGroups({ messages, offPath }: Conversation): AnswerGroups {
  const all = [...messages, ...offPath];
  const grouped = new Set(all.filter(isAlsoAsked).map(({ questionId }) => questionId));
  if (grouped.size === 0) {
    return new Map();
  }
  const onPath = new Set<Message>(messages);
  const answersByQuestion = Map.groupBy(all.filter(isAnswer), ({ questionId }) => questionId);
  const asked = messages.filter(({ id }) => grouped.has(id));
  return new Map(
    asked.map(({ id }) => {
      const answers = (answersByQuestion.get(id) ?? []).toSorted(compareByAge);
      const isShown = (answer: Answer, index: number): boolean =>
        onPath.has(answer) || !isRepeated(answer, answers.slice(index + 1));
      return [id, answers.filter(isShown)];
    }),
  );
}

/** The answers on the path, and those of its groups beside it. */
export function shownAnswers(conversation: Conversation): readonly Answer[] {
  return shownByPath(conversation).flat().filter(isAnswer);
}

/** Each message on the path, with the answers that are shown beside it. */
export function shownByPath(conversation: Conversation): readonly (readonly Message[])[] {
  const groups = answerGroups(conversation);
  return conversation.messages.map((message) =>
    message.kind === 'answer' ? (groups.get(message.questionId) ?? [message]) : [message],
  );
}

/** Whether the question of an answer can be asked again, beside what runs: only other answers to it may run. */
export function canAskAgain(conversation: Conversation, asked: string): boolean {
  return (
    conversation.readOnly !== true &&
    runningAnswers(conversation).every(({ questionId }) => questionId === asked)
  );
}

/** An attempt beside the path that left no text gives way to the next one of the same model. */
function isRepeated(
  { state, text, reasoning, rounds, model }: Answer,
  later: readonly Answer[],
): boolean {
  const isEmpty = !isRunning(state) && text + reasoning === '' && rounds === undefined;
  return isEmpty && later.some((answer) => answer.model === model);
}
