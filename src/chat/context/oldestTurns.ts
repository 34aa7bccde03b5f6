// Selects the turns to omit so that a question fits the context window.
import type { TokenBudget } from '../../shared/conversation/contextLimit';
import type { Conversation, Question } from '../../shared/conversation/conversation';
import { sentHistory } from '../request/requestMessages';

/** Omitting turns frees the context window down to this share, answer included, so that more questions fit. */
const targetRatio = 0.7;

/** The oldest turns that are still sent. */
export interface OldestTurns {
  /** Their questions, oldest first; at least one. */
  readonly questions: readonly Question[];
  /** Size of the request without them, in tokens. */
  readonly remainingTokens: number;
}

/**
 * The fewest turns before a question that have to be omitted to reach the target, or all if that is not
 * enough. Undefined if there are none.
 */
export function oldestTurns(
  conversation: Conversation,
  before: number,
  question: string,
  { contextLength, answerTokens }: TokenBudget,
  tokensOf: (conversation: Conversation) => number,
): OldestTurns | undefined {
  const { messages } = sentHistory(conversation, before, question);
  const questions = messages.filter((message) => message.kind === 'question');
  let turns: OldestTurns | undefined;
  for (const [index, { id }] of questions.entries()) {
    const omitted = [...(conversation.omitted ?? []), { lastQuestionId: id, omittedAt: Infinity }];
    const remainingTokens = tokensOf({ ...conversation, omitted });
    turns = { questions: questions.slice(0, index + 1), remainingTokens };
    if (remainingTokens + answerTokens <= contextLength * targetRatio) {
      break;
    }
  }
  return turns;
}
