// Cost of requests from token prices. Prices come from the user's settings or the gateway's model list.
import * as v from 'valibot';
import { priceSources, type Price, type TokenPrices, type Usage } from './usage';

const tokenPrices = {
  input: v.exactOptional(v.number()),
  output: v.exactOptional(v.number()),
  reasoning: v.exactOptional(v.number()),
  cachedInput: v.exactOptional(v.number()),
  cacheWrite: v.exactOptional(v.number()),
};

/** A price as stored in model lists and in the journal. */
export const priceSchema = v.object({
  ...tokenPrices,
  tiers: v.exactOptional(v.array(v.object({ ...tokenPrices, from: v.number() }))),
  isMinimum: v.exactOptional(v.literal(true)),
  perRequest: v.exactOptional(v.number()),
  perImage: v.exactOptional(v.number()),
  currency: v.string(),
  source: v.exactOptional(v.picklist(priceSources)),
  group: v.exactOptional(v.string()),
});

/** Token counts as stored. */
export const usageSchema = v.object({
  inputTokens: v.exactOptional(v.number()),
  outputTokens: v.exactOptional(v.number()),
  reasoningTokens: v.exactOptional(v.number()),
  cachedTokens: v.exactOptional(v.number()),
  cacheWriteTokens: v.exactOptional(v.number()),
  billedDollars: v.exactOptional(v.number()),
});

/** A cost, also as stored. */
export const costSchema = v.object({
  amount: v.number(),
  currency: v.string(),
  /** The cost is at least this amount: not every charge has a known price. */
  isMinimum: v.exactOptional(v.literal(true)),
  /**
   * The gateway did not report the cost, and may charge another one: new-api's price depends on a group that its list may
   * not name, LiteLLM's on the length of the context, the deployment and the operator's margin.
   */
  isEstimate: v.exactOptional(v.literal(true)),
});

export type Cost = Readonly<v.InferOutput<typeof costSchema>>;

export interface CostTotals {
  /** One sum per currency. */
  readonly costs: readonly Cost[];
  /** Requests whose cost is unknown, and missing in the sums. */
  readonly withoutCost: number;
}

/** The user's price for a model ID; undefined if there is none. */
export type PriceOf = (model: string) => Price | undefined;

/**
 * What the gateway charged, else the price of the tokens. Undefined if a token count or its price is unknown: an unknown
 * cost is not 0.
 * @param hasImages The request may have had pictures.
 */
export function costOf(
  usage: Usage,
  price: Price | undefined,
  hasImages = false,
): Cost | undefined {
  if (usage.billedDollars !== undefined) {
    return { amount: usage.billedDollars, currency: 'USD' };
  }
  return price && tokenCost(usage, price, hasImages);
}

function tokenCost(usage: Usage, price: Price, hasImages: boolean): Cost | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) {
    return undefined;
  }
  // Some gateways report 0 for tokens they did not count.
  if (inputTokens === 0 && outputTokens === 0) {
    return undefined;
  }
  const prices = pricesFor(price, inputTokens);
  const cached = Math.min(cachedTokens, inputTokens);
  const reasoned = Math.min(usage.reasoningTokens ?? 0, outputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - cached);
  const charges = [
    charge(inputTokens - cached - written, prices.input),
    charge(cached, prices.cachedInput ?? prices.input),
    charge(written, prices.cacheWrite ?? prices.input),
    charge(outputTokens - reasoned, prices.output),
    charge(reasoned, prices.reasoning ?? prices.output),
  ];
  const known = charges.filter((one) => one !== undefined);
  if (known.length < charges.length) {
    return undefined;
  }
  const tokens = known.reduce((sum, one) => sum + one, 0) / 1_000_000;
  // Anthropic charges 1.25 or 2 times the price of other input for writing to its cache.
  const isMinimum =
    price.isMinimum === true ||
    (written > 0 && prices.cacheWrite === undefined) ||
    (hasImages && price.perImage !== undefined);
  return {
    amount: tokens + (price.perRequest ?? 0),
    currency: price.currency,
    ...(isMinimum ? { isMinimum } : {}),
    isEstimate: true,
  };
}

/** The sums of requests. */
export function costTotals(requests: readonly { readonly cost?: Cost | undefined }[]): CostTotals {
  const sums = new Map<string, Cost>();
  for (const { cost } of requests) {
    if (cost !== undefined) {
      const sum = sums.get(cost.currency);
      const amount = (sum?.amount ?? 0) + cost.amount;
      // The sum is a minimum or an estimate where one of its parts is.
      sums.set(cost.currency, { ...sum, ...cost, amount });
    }
  }
  const withoutCost = requests.filter(({ cost }) => cost === undefined).length;
  return { costs: [...sums.values()], withoutCost };
}

/** What a request costs at most without a cache: its answer has all these tokens, of whichever kind costs more. */
export function longestCostOf(
  inputTokens: number,
  outputTokens: number,
  price: Price,
  hasImages: boolean,
): Cost | undefined {
  const [text, reasoning] = [0, outputTokens].map((reasoningTokens) =>
    costOf({ inputTokens, outputTokens, reasoningTokens }, price, hasImages),
  );
  const cost = text && reasoning && text.amount < reasoning.amount ? reasoning : text;
  return cost?.isMinimum === true ? undefined : cost;
}

/** The prices of a request with that much input. */
function pricesFor({ tiers = [], ...price }: Price, inputTokens: number): TokenPrices {
  let prices: TokenPrices = price;
  for (const tier of tiers) {
    prices = inputTokens < tier.from ? prices : { ...prices, ...tier };
  }
  return prices;
}

function charge(tokens: number, perMillion: number | undefined): number | undefined {
  return tokens === 0 ? 0 : perMillion === undefined ? undefined : tokens * perMillion;
}
