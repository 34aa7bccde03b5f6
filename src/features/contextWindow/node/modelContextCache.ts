// What this window has learned about the context windows and token counts of models, in memory, for all chats.
import type { OutputLimits } from '../../../gateway/common/maxTokens';
import type { Price } from '../../../gateway/common/usage';
import { TokenCalibration } from './tokenCalibration';

/** What is known of one model of one gateway. */
export class ModelContext {
  readonly calibration = new TokenCalibration();
  /** Context lengths from all sources, in tokens, most trusted first; undefined until they are looked up. */
  contextLengthCandidates: readonly (number | undefined)[] | undefined;
  /** What limits its answers. */
  limits: OutputLimits | undefined;
  price: Price | undefined;
  /** The size of the longest request that was answered. */
  longestAcceptedTokens = 0;

  /** The most trusted context length that is not shorter than a request that was answered. */
  get contextLength(): number | undefined {
    return this.contextLengthCandidates?.find(
      (length = 0) => length > 0 && length >= this.longestAcceptedTokens,
    );
  }
}

export class ModelContextCache {
  readonly #contexts = new Map<string, ModelContext>();

  of(origin: string | undefined, model: string): ModelContext {
    const key = JSON.stringify([origin, model]);
    const context = this.#contexts.get(key) ?? new ModelContext();
    this.#contexts.set(key, context);
    return context;
  }
}
