// How full a model's context window gets with the next question.

/** Exists only where the model's context length is known. */
export interface Budget {
  /** What the next request comes to, estimated. */
  readonly tokens: number;
  /** The model's context length, in tokens: question, history and answer share it. */
  readonly limit: number;
  /** Kept free for the answer, in tokens. */
  readonly reserve: number;
}

/** Beyond this share of the context length, answer included, a question may not fit: an estimate errs. */
const nearLimitRatio = 0.9;

export function isNearLimit({ tokens, limit, reserve }: Budget): boolean {
  return tokens + reserve > limit * nearLimitRatio;
}

/**
 * Room for the answer, in tokens: what the user allows it, else a tenth of the context length, at
 * most 4,096, which few answers exceed. Never more than half: the question needs the rest.
 */
export function answerReserve(limit: number, maxTokens: number | undefined): number {
  return Math.min(maxTokens ?? Math.min(limit * 0.1, 4096), limit / 2);
}

export const trimActions = ['drop', 'summarize', 'send', 'stop', 'cancel'] as const;

/** What can be done with a question that waits; `stop` ends the summary and keeps the choice. */
export type TrimAction = (typeof trimActions)[number];

/** What the user is told before a question that may not fit is sent. */
export interface ContextLimitPrompt {
  readonly budget: Budget;
  readonly model: string;
  /** What would be left out; undefined where the question is too long by itself. */
  readonly turns:
    | {
        readonly count: number;
        /** The beginning of the first of their questions. */
        readonly from: string;
        /** What the request comes to without them, in tokens. */
        readonly remainingTokens: number;
      }
    | undefined;
  readonly canSummarize: boolean;
  readonly isSummarizing: boolean;
  /** The question comes from the queue, by itself: the reader may be doing something else. */
  readonly queued?: boolean;
  /** Why there is no summary, ready to be shown. */
  readonly problem?: string;
}
