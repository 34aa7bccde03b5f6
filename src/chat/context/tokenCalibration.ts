// What a model's own counts teach about the estimate, since each family cuts text in its own way.
import { type TokenCount, tokenKinds } from './tokenEstimate';

/** How far a family's counts lie from the estimate before anything was seen: standard deviations. */
const unknownSpread: PerKind = { latin: 0.3, cjk: 0.3, other: 0.3, images: 0.6 };
/** How far texts of one kind differ from each other under one tokenizer. */
const textSpread = 0.05;
/** What was learned grows old by this much with each observation: the conversation's subject changes. */
const drift = 0.03;
/** Nobody's tokenizer is further off than this; what says so is no count of these texts. */
const furthest = 3;

type PerKind = Record<(typeof tokenKinds)[number], number>;

/**
 * The ratio of counted to estimated tokens, per kind of text and for pictures, for one model of one gateway. An
 * observation is shared out among the kinds that it held, by how much of each there was and how
 * uncertain its ratio is: a Kalman filter with a diagonal covariance.
 */
export class TokenCalibration {
  readonly #ratio: PerKind = { latin: 1, cjk: 1, other: 1, images: 1 };
  readonly #variance: PerKind = {
    latin: unknownSpread.latin ** 2,
    cjk: unknownSpread.cjk ** 2,
    other: unknownSpread.other ** 2,
    images: unknownSpread.images ** 2,
  };

  /** The estimate as corrected by what was seen, in tokens. */
  tokens(count: TokenCount): number {
    return tokenKinds.reduce((sum, kind) => sum + count[kind] * this.#ratio[kind], 0);
  }

  /**
   * Takes note that texts of this estimate were counted as `tokens`, give or take `slack` tokens
   * that are no text of ours. Counts that no tokenizer can have come to are passed over.
   */
  observe(count: TokenCount, tokens: number, slack: number): void {
    if (!this.isPlausible(count, tokens, slack)) {
      return;
    }
    const surprise = tokens - this.tokens(count);
    let doubt = (textSpread * tokens) ** 2 + slack ** 2;
    for (const kind of tokenKinds) {
      this.#variance[kind] = Math.min(unknownSpread[kind] ** 2, this.#variance[kind] + drift ** 2);
      doubt += this.#variance[kind] * count[kind] ** 2;
    }
    for (const kind of tokenKinds) {
      const gain = (this.#variance[kind] * count[kind]) / doubt;
      const ratio = this.#ratio[kind] + gain * surprise;
      this.#ratio[kind] = Math.min(furthest, Math.max(1 / furthest, ratio));
      this.#variance[kind] *= 1 - gain * count[kind];
    }
  }

  /** Whether a reported count can be one of these texts at all: some gateways report 0, 1 or anything. */
  isPlausible(count: TokenCount, tokens: number, slack: number): boolean {
    const expected = this.tokens(count);
    return (
      Number.isFinite(tokens) &&
      expected > 0 &&
      tokens + slack > expected / furthest &&
      tokens - slack < expected * furthest
    );
  }
}
