// What a window has come to know of the models' lengths and of how they count; kept in memory, for all its chats.
import { TokenCalibration } from './tokenCalibration';

/** One model of one gateway. */
export interface ModelContext {
  readonly calibration: TokenCalibration;
  /** What is said of its context length, in tokens. */
  contextLengthCandidates: readonly (number | undefined)[];
  /** The longest request that it has answered, in tokens. */
  longestAcceptedRequest: number;
}

export class ModelContextCache {
  readonly #known = new Map<string, ModelContext>();

  of(origin: string | undefined, model: string): ModelContext {
    const key = JSON.stringify([origin, model]);
    const known = this.#known.get(key) ?? {
      calibration: new TokenCalibration(),
      contextLengthCandidates: [],
      longestAcceptedRequest: 0,
    };
    this.#known.set(key, known);
    return known;
  }
}

/** A request that was answered refutes every length below it. */
export function contextLength({ contextLengthCandidates: lengths, longestAcceptedRequest: answered }: ModelContext): number | undefined {
  return lengths.find((length) => length !== undefined && length > 0 && length >= answered);
}
