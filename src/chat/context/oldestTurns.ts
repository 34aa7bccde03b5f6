// Which turns would have to be left out for a question to fit, and what that would change.
import type { TokenBudget } from '../../shared/conversation/contextLimit';
import type { Conversation, Question } from '../../shared/conversation/conversation';
import { sentHistory } from '../request/requestMessages';

/** So much of the context length is used at most once turns are left out, answer included. */
const targetRatio = 0.7;

/** Turns to be left out: the oldest of those that are still sent. */
export interface OldestTurns {
  /** Their questions, oldest first; at least one. */
  readonly questions: readonly Question[];
  /** What the request comes to without them, in tokens. */
  readonly remainingTokens: number;
}

/**
 * As few of the oldest turns before a question as make room for some more questions, or all where
 * that is not enough. Undefined where there is none.
 */
export function oldestTurns(
  conversation: Conversation,
  before: number,
  question: string,
  { contextLength: limit, answerTokens: reserve }: TokenBudget,
  tokensOf: (conversation: Conversation) => number,
): OldestTurns | undefined {
  const { messages: history } = sentHistory(conversation, before, question);
  const questions = history.filter((message) => message.kind === 'question');
  let turns: OldestTurns | undefined;
  for (const [index, { id }] of questions.entries()) {
    const omitted = [...(conversation.omitted ?? []), { lastQuestionId: id, omittedAt: Infinity }];
    const tokensLeft = tokensOf({ ...conversation, omitted });
    turns = { questions: questions.slice(0, index + 1), remainingTokens: tokensLeft };
    if (tokensLeft + reserve <= limit * targetRatio) {
      break;
    }
  }
  return turns;
}
