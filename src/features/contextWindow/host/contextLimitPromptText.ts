// The prompt for a question that may not fit the context window, as the view shows it.
import type { ContextLimitPrompt } from '../../../conversation/common/contextLimit';
import { requestNotice } from '../../../platform/host/text/answerNotice';
import type { ContextLimitState } from '../node/contextLimitCheck';

/** This many characters are enough to recognize the question. */
const maxExcerptLength = 40;

export function contextLimitPrompt(
  state: ContextLimitState | undefined,
  model: string,
): ContextLimitPrompt | undefined {
  if (state === undefined) {
    return undefined;
  }
  const { budget, turns, canSummarize, isSummarizing, isQueued, problem } = state;
  const sentence = problem && requestNotice(problem, model)?.sentence;
  return {
    budget,
    model,
    omittable: turns && {
      count: turns.questions.length,
      from: excerpt(turns.questions[0]?.text ?? ''),
      remainingTokens: turns.remainingTokens,
    },
    canSummarize,
    isSummarizing,
    isQueued,
    ...(sentence === undefined ? {} : { summaryError: sentence }),
  };
}

function excerpt(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const characters = Array.from(line.slice(0, 2 * maxExcerptLength));
  return characters.length > maxExcerptLength
    ? `${characters.slice(0, maxExcerptLength).join('')}…`
    : line;
}
