// What an answer used, and what that costs, as gateways report it.

/** Token counts as the gateway reported them; counts it did not report are absent. */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly inputTokens?: number;
  /** All output tokens, reasoning included. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  /** Input tokens read from a cache. */
  readonly cachedTokens?: number;
  /** Input tokens written to a cache. */
  readonly cacheWriteTokens?: number;
  /** What the gateway says that it charged for the answer, in dollars. */
  readonly billedDollars?: number;
}

/** Prices per million tokens; unknown ones are absent. */
export interface TokenPrices {
  readonly input?: number;
  readonly output?: number;
  /** The price of reasoning, which is a part of the output; if absent, it costs as much as other output. */
  readonly reasoning?: number;
  /** The price of input read from a cache; if absent, it costs as much as other input. */
  readonly cachedInput?: number;
  /** The price of input written to a cache. If it is absent, such input costs at least as much as other input. */
  readonly cacheWrite?: number;
}

/** What replaces prices of a request with more input; absent prices stay as they are with less. */
export interface PriceTier extends TokenPrices {
  /** As many input tokens, cached ones included, have these prices: all of them, and the output too. */
  readonly from: number;
}

export interface Price extends TokenPrices {
  /** Prices of long requests, the shortest first. */
  readonly tiers?: readonly PriceTier[];
  /** Some requests cost more, but not all conditions could be read. */
  readonly isMinimum?: true;
  /** The price of each request, whatever its tokens: not per million. */
  readonly perRequest?: number;
  /** The price of each picture in the request: not per million. */
  readonly perImage?: number;
  /** An ISO 4217 code, or a unit of the operator. */
  readonly currency: string;
  /** Absent if the price is from the model list. */
  readonly source?: PriceSource;
  /** The group of the API key that the price is for, where the gateway does not say in which group the key is. */
  readonly group?: string;
}

/**
 * - `settings`: `portico.models`
 * - `priceList`: the list that the gateway's software has beside its model list
 */
export const priceSources = ['settings', 'priceList'] as const;

type PriceSource = (typeof priceSources)[number];
