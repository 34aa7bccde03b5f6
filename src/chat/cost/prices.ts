// What tokens cost, where the user or the gateway's list says so; nothing is ever taken for free.
import * as v from 'valibot';
import { globLookup } from '../../base/glob';
import type { Price, Usage } from '../../shared/conversation/conversation';
import { type GlobSetting, readGlobSetting } from '../models/globSetting';

export type PriceSetting = GlobSetting<Price>;

export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** What the user says that a model costs; undefined where nothing is said. */
export type PriceOf = (model: string) => Price | undefined;

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** Strict: a misspelt `cachedInput` that is passed over would make a wrong sum out of it. */
const pricing = v.strictObject({
  input: amount,
  output: amount,
  cachedInput: v.exactOptional(amount),
  currency: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}\p{Sc}][\p{L}\p{N}\p{Sc} ]{0,15}$/u)),
});

/** Reads `portico.prices`, whatever it holds. */
export function readPrices(set: unknown): PriceSetting {
  return readGlobSetting(set, pricing);
}

export function priceLookup({ byGlob }: PriceSetting): PriceOf {
  return globLookup(byGlob);
}

/** Undefined where a number of tokens or its price is not known: an unknown cost is not 0. */
export function costOf(usage: Usage, price: Price): Cost | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) {
    return undefined;
  }
  // Some gateways report zeros for what they did not count.
  if (inputTokens === 0 && outputTokens === 0) {
    return undefined;
  }
  const cached = Math.min(cachedTokens, inputTokens);
  const parts = [
    charge(inputTokens - cached, price.input),
    charge(cached, price.cachedInput ?? price.input),
    charge(outputTokens, price.output),
  ];
  let sum = 0;
  for (const part of parts) {
    if (part === undefined) {
      return undefined;
    }
    sum += part;
  }
  return { amount: sum / 1_000_000, currency: price.currency };
}

function charge(tokens: number, perMillion: number | undefined): number | undefined {
  return tokens === 0 ? 0 : perMillion === undefined ? undefined : tokens * perMillion;
}
