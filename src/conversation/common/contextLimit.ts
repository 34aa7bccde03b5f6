// The context limit: how much of a model's context window the next request needs, and what to do if it may not fit.

/** Exists only if the model's context length is known. */
export interface TokenBudget {
  /** Estimated size of the next request, in tokens. */
  readonly requestTokens: number;
  /** The model's context length, in tokens: history, question and answer share it. */
  readonly contextLength: number;
  /** Tokens reserved for the answer. */
  readonly answerTokens: number;
}

/** Portico asks from this share of the context length on, because the request size is an estimate. */
const nearLimitRatio = 0.9;

export function isNearLimit({ requestTokens, contextLength, answerTokens }: TokenBudget): boolean {
  return requestTokens + answerTokens > contextLength * nearLimitRatio;
}

/**
 * Tokens to reserve for the answer: the limit that is sent, else a tenth of the context length up to 4,096
 * tokens, which few answers exceed. Half the context length where the limit exceeds all of it: either the
 * gateway lowers such a limit, or it rejects every request.
 */
export function answerReserve(contextLength: number, maxTokens: number | undefined): number {
  if (maxTokens === undefined) {
    return Math.min(contextLength * 0.1, 4096);
  }
  return maxTokens < contextLength ? maxTokens : contextLength / 2;
}

export const trimActions = ['omit', 'summarize', 'send', 'stopSummary', 'cancel'] as const;

/**
 * What the user can do with a question that may not fit: omit the oldest turns, replace them by a summary,
 * send it anyway, stop the summary that is being written (the prompt stays), or not send the question.
 */
export type TrimAction = (typeof trimActions)[number];

/** The prompt that is shown before a question that may not fit is sent. */
export interface ContextLimitPrompt {
  readonly budget: TokenBudget;
  /** Model ID. */
  readonly model: string;
  /** The oldest turns, which can be omitted. Undefined if the question is too long on its own. */
  readonly omittable:
    | {
        readonly count: number;
        /** The beginning of the first question among them. */
        readonly from: string;
        /** Estimated size of the request without them, in tokens. */
        readonly remainingTokens: number;
      }
    | undefined;
  readonly canSummarize: boolean;
  readonly isSummarizing: boolean;
  /** The question comes from the queue: the user may be doing something else. */
  readonly isQueued?: boolean;
  /** Why the summary failed, as text for the user. */
  readonly summaryError?: string;
}
