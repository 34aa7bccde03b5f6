// What the view tells of a question that waits for room.
import type { ContextLimitState } from '../../chat/context/contextLimitCheck';
import type { ContextLimitPrompt } from '../../shared/conversation/contextLimit';
import type { Answer } from '../../shared/conversation/conversation';
import { answerNotice } from './answerNotice';

/** As much of a question as says which one it is, in characters. */
const longestBeginning = 40;

export function contextLimitPrompt(
  choice: ContextLimitState | undefined,
  model: string,
): ContextLimitPrompt | undefined {
  if (choice === undefined) {
    return undefined;
  }
  const {
    budget,
    turns,
    canSummarize: summarisable,
    isSummarizing: summarising,
    queued,
    problem,
  } = choice;
  const sentence = problem && answerNotice(endedWith(model, problem))?.sentence;
  return {
    budget,
    model,
    omittable: turns && {
      count: turns.questions.length,
      from: beginning(turns.questions[0]?.text ?? ''),
      remainingTokens: turns.remainingTokens,
    },
    canSummarize: summarisable,
    isSummarizing: summarising,
    ...(queued ? { isQueued: queued } : {}),
    ...(sentence === undefined ? {} : { summaryError: sentence }),
  };
}

function beginning(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const signs = Array.from(line.slice(0, 2 * longestBeginning));
  return signs.length > longestBeginning ? `${signs.slice(0, longestBeginning).join('')}…` : line;
}

/** A summary that did not end well is told as an answer is. */
function endedWith(model: string, problem: NonNullable<ContextLimitState['problem']>): Answer {
  const nothing = { text: '', reasoning: '', startedAt: 0 };
  return { kind: 'answer', id: '', questionId: '', model, ...problem, ...nothing };
}
