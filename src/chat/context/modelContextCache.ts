// What this window has learned about the context windows and token counts of models, in memory, for all chats.
import { TokenCalibration } from './tokenCalibration';

/** Of one model of one gateway. */
export interface ModelContext {
  readonly calibration: TokenCalibration;
  /** Context lengths from all sources, in tokens, most trusted first. */
  contextLengthCandidates: readonly (number | undefined)[];
  /** Size of the longest request that was answered, in tokens. */
  longestAcceptedRequest: number;
}

export class ModelContextCache {
  readonly #contexts = new Map<string, ModelContext>();

  of(origin: string | undefined, model: string): ModelContext {
    const key = JSON.stringify([origin, model]);
    const context = this.#contexts.get(key) ?? {
      calibration: new TokenCalibration(),
      contextLengthCandidates: [],
      longestAcceptedRequest: 0,
    };
    this.#contexts.set(key, context);
    return context;
  }
}

/** The most trusted context length that is not shorter than a request that was answered. */
export function contextLength(context: ModelContext): number | undefined {
  return context.contextLengthCandidates.find(
    (length) => length !== undefined && length > 0 && length >= context.longestAcceptedRequest,
  );
}
