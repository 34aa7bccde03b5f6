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
const nearShare = 0.9;

export function isNearLimit({ tokens, limit, reserve }: Budget): boolean {
  return tokens + reserve > limit * nearShare;
}

/**
 * Room for the answer, in tokens: what the user allows it, else a tenth of the context length, at
 * most 4,096, which few answers exceed. Never more than half: the question needs the rest.
 */
export function answerReserve(limit: number, maxTokens: number | undefined): number {
  return Math.min(maxTokens ?? Math.min(limit * 0.1, 4096), limit / 2);
}
