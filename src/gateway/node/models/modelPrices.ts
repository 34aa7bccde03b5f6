// Reads a model's prices from a record of the model list, if they are in dollars and in a known unit.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Price } from '../../common/usage';
import { type JsonObject, numberAt, objectAt, textAt } from '../json';

const tokensPerMillion = 1_000_000;
/** No tokens cost that much, so the price is for another unit. */
const minImpossibleDollarsPerMillion = 10_000;

/** How often each unit fits into a million tokens. */
const unitsPerMillion: ReadonlyMap<string, number> = new Map([
  ['per_token', tokensPerMillion],
  ['per_thousand_tokens', 1000],
  ['per_million_tokens', 1],
]);

type TokenPrices = Record<
  'input' | 'output' | 'reasoning' | 'cachedInput' | 'cacheWrite',
  number | undefined
>;
type Fields = Readonly<Record<keyof TokenPrices, string>>;

/** OpenRouter's. */
const tokenFields: Fields = {
  input: 'prompt',
  output: 'completion',
  reasoning: 'internal_reasoning',
  cachedInput: 'input_cache_read',
  cacheWrite: 'input_cache_write',
};
/** OpenRouter's providers fill all of these fields: 0 says that the cache has no separate price. */
const pluralFields: Fields = {
  ...tokenFields,
  cachedInput: 'input_cache_reads',
  cacheWrite: 'input_cache_writes',
};
/** LiteLLM's. */
const costFields: Fields = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  reasoning: 'output_cost_per_reasoning_token',
  cachedInput: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
};

/** The price of a model; undefined if the record states none in dollars, or not in which unit. */
export function priceOf(record: JsonObject): Price | undefined {
  const pricing = objectAt(record, 'pricing');
  const info = objectAt(record, 'model_info');
  return [record, pricing, info].every(isInDollars)
    ? (priceOfPricing(pricing) ?? priceOfCosts(record) ?? priceOfCosts(info))
    : undefined;
}

/** False if it states another currency. */
function isInDollars(place: JsonObject | undefined): boolean {
  return ['currency', 'currency_unit']
    .map((name) => textAt(place, name))
    .every((currency) => currency === undefined || /^(?:usd|us\$|\$)$/i.test(currency.trim()));
}

/** Reads `pricing`: per token, unless it states its unit (NanoGPT). */
function priceOfPricing(pricing: JsonObject | undefined): Price | undefined {
  const unit = textAt(pricing, 'unit');
  const factor = unitsPerMillion.get(unit?.toLowerCase() ?? 'per_token');
  if (pricing === undefined || factor === undefined) {
    return undefined;
  }
  const prices = tokenPrices(pricing, tokenFields, factor);
  const plural = tokenPrices(pricing, pluralFields, factor);
  // A price per token says nothing about a request or an image.
  const others = unit === undefined ? pricing : undefined;
  return withCurrency({
    ...prices,
    cachedInput: prices.cachedInput ?? positive(plural.cachedInput),
    cacheWrite: prices.cacheWrite ?? positive(plural.cacheWrite),
    perRequest: positive(numberAt(others, 'request')),
    perImage: positive(numberAt(others, 'image')),
  });
}

/** LiteLLM, which sends 0 for prices that it does not know. */
function priceOfCosts(info: JsonObject | undefined): Price | undefined {
  if (info === undefined) {
    return undefined;
  }
  const prices = tokenPrices(info, costFields, tokensPerMillion);
  const isKnown = [prices.input, prices.output].some((price) => price !== undefined && price > 0);
  return isKnown ? withCurrency(prices) : undefined;
}

function tokenPrices(source: JsonObject, fields: Fields, factor: number): TokenPrices {
  const priceAt = (field: string): number | undefined =>
    perMillion(numberAt(source, field), factor);
  return {
    input: priceAt(fields.input),
    output: priceAt(fields.output),
    // 0 says that it has no separate price.
    reasoning: positive(priceAt(fields.reasoning)),
    cachedInput: priceAt(fields.cachedInput),
    cacheWrite: priceAt(fields.cacheWrite),
  };
}

function withCurrency(
  prices: TokenPrices & Partial<Record<'perRequest' | 'perImage', number | undefined>>,
): Price | undefined {
  const hasPrice = prices.input !== undefined || prices.output !== undefined;
  return hasPrice ? { currency: 'USD', ...omitUndefined(prices) } : undefined;
}

function positive(price: number | undefined): number | undefined {
  return price !== undefined && price > 0 ? price : undefined;
}

function perMillion(price: number | undefined, factor: number): number | undefined {
  if (price === undefined || price < 0 || price * factor >= minImpossibleDollarsPerMillion) {
    return undefined;
  }
  return rounded(price * factor);
}

/** Removes the noise of binary fractions. */
export function rounded(price: number): number {
  return Number(price.toPrecision(12));
}
