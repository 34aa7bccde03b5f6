// Reads a model's prices from a record of a list. Each shape of record is a row, with its source and its unit: whether a
// number is for a token or a million is never guessed. test/unit/gateway/node/models/pricedModels.ts has the samples.
import { omitUndefined } from '../../../base/omitUndefined';
import type { Price, PriceTier, TokenPrices } from '../../common/usage';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';

const tokensPerMillion = 1_000_000;

/**
 * No million tokens cost that many dollars: the dearest model so far, o1-pro, writes them for 600. Such a price has another
 * unit (Kilo-Org/kilocode#2787 and BerriAI/litellm#38167), and so have the others beside it.
 */
const minImpossibleDollars = 1000;
/** Few models read a million tokens for that much: o1-pro for 150, GPT-4.5 for 75. */
const minDearInput = 50;
/** The cheapest ones read them for 0.003; what costs less is the price of a token in a field of the price of a million. */
const minDollars = 0.0001;

type PriceField = keyof TokenPrices;
/** The names of each field, of which the first that is there counts. */
type Fields = Readonly<Partial<Record<PriceField, readonly string[]>>>;

/** Prices that replace others under a condition. */
interface Override {
  /** The condition is at least as many input tokens; undefined if it is another one, such as a time of the day. */
  readonly from: number | undefined;
  readonly prices: TokenPrices;
}

interface PriceShape {
  readonly place: (record: JsonObject) => JsonObject | undefined;
  /** A field that only records of this shape have. */
  readonly mark?: string;
  /** The gateway that has it, where others have the same fields in another unit. */
  readonly host?: RegExp;
  readonly fields: Fields;
  /** How often the unit of its prices fits into a million tokens, unless the record states the unit. */
  readonly factor: number;
  /** Without any price of tokens, 0 says that there is none. */
  readonly isZeroUnknown?: true;
  /** Has prices of requests and pictures too, per piece. */
  readonly hasPieces?: true;
}

const pricingOf = (record: JsonObject): JsonObject | undefined => {
  const { pricing } = record;
  // Providers of OpenRouter may send a list, the price of short inputs first.
  return isArray(pricing) && isObject(pricing[0])
    ? { ...pricing[0], overrides: pricing.slice(1) }
    : objectAt(record, 'pricing');
};

const costFields: Fields = {
  input: ['input_cost_per_token'],
  output: ['output_cost_per_token'],
  reasoning: ['output_cost_per_reasoning_token'],
  cachedInput: ['cache_read_input_token_cost'],
  cacheWrite: ['cache_creation_input_token_cost'],
};
const costs = { fields: costFields, factor: tokensPerMillion, isZeroUnknown: true } as const;

/** The first one that has a price of input or output counts. */
const shapes: readonly PriceShape[] = [
  // OpenRouter, https://openrouter.ai/docs/api-reference/list-available-models, and NanoGPT, which states the unit.
  {
    place: pricingOf,
    fields: {
      input: ['prompt'],
      output: ['completion'],
      reasoning: ['internal_reasoning'],
      cachedInput: ['input_cache_read', 'input_cache_reads'],
      cacheWrite: ['input_cache_write', 'input_cache_writes'],
    },
    factor: tokensPerMillion,
    hasPieces: true,
  },
  // Together, https://docs.together.ai/reference/models-1: per million tokens, in Vercel's fields.
  {
    place: pricingOf,
    mark: 'hourly',
    fields: { input: ['input'], output: ['output'], cachedInput: ['cached_input'] },
    factor: 1,
    isZeroUnknown: true,
  },
  // Vercel, https://vercel.com/docs/ai-gateway/models-and-providers
  {
    place: pricingOf,
    fields: {
      input: ['input'],
      output: ['output'],
      cachedInput: ['input_cache_read'],
      cacheWrite: ['input_cache_write'],
    },
    factor: tokensPerMillion,
  },
  // DeepInfra, https://api.deepinfra.com/v1/openai/models
  {
    place: (record) => objectAt(objectAt(record, 'metadata'), 'pricing'),
    fields: {
      input: ['input_tokens'],
      output: ['output_tokens'],
      cachedInput: ['cache_read_tokens'],
    },
    factor: 1,
    isZeroUnknown: true,
  },
  // Novita AI, https://novita.ai/docs/api-reference/model-apis-llm-list-models: 1/10,000 of a dollar. PPIO has the fields in
  // yuan (https://ppio.cn/docs/models/reference-llm-list-models; lobehub/lobehub has its prices), others in 1/1,000,000.
  {
    place: (record) => ({
      ...record,
      cached: objectAt(pricingOf(record), 'input_cache_read')?.['price_per_m'],
    }),
    host: /(?:^|\.)novita\.ai$/,
    fields: {
      input: ['input_token_price_per_m'],
      output: ['output_token_price_per_m'],
      cachedInput: ['cached'],
    },
    factor: 1 / 10_000,
    isZeroUnknown: true,
  },
  // Requesty, https://docs.requesty.ai/api-reference: others have `input_price` per million.
  {
    place: (record) => record,
    mark: 'caching_price',
    fields: {
      input: ['input_price'],
      output: ['output_price'],
      cachedInput: ['cached_price'],
      cacheWrite: ['caching_price'],
    },
    factor: tokensPerMillion,
  },
  // Venice, https://docs.venice.ai/api-reference: in dollars and in its own units.
  {
    place: (record) => {
      const pricing = objectAt(objectAt(record, 'model_spec'), 'pricing');
      return {
        input: objectAt(pricing, 'input')?.['usd'],
        output: objectAt(pricing, 'output')?.['usd'],
        cachedInput: objectAt(pricing, 'cache_input')?.['usd'],
        extended_tiers: pricing?.['extended'] ?? null,
      };
    },
    fields: { input: ['input'], output: ['output'], cachedInput: ['cachedInput'] },
    factor: 1,
  },
  // LiteLLM, https://docs.litellm.ai/docs/proxy/custom_pricing
  { place: (record) => record, ...costs },
  { place: (record) => objectAt(record, 'model_info'), ...costs },
];

/** How often each unit fits into a million tokens. */
const unitsPerMillion: ReadonlyMap<string, number> = new Map([
  ['per_token', tokensPerMillion],
  ['per_thousand_tokens', 1000],
  ['per_million_tokens', 1],
]);

/**
 * Where half of the prices are impossible, or as high as those of few models, all have another unit: those of cheap models
 * don't show it. One model may be dear.
 */
export function haveOtherUnit(ofModels: readonly (Price | undefined)[]): boolean {
  const prices = ofModels.filter((price) => price !== undefined);
  const doubtful = prices.filter(
    (price) => isImpossible(price) || (price.input ?? 0) >= minDearInput,
  );
  return (
    doubtful.length * 2 >= prices.length && (doubtful.length > 1 || doubtful.some(isImpossible))
  );
}

/** A price in dollars that has another unit. */
export function isImpossible({ tiers = [], ...price }: Price): boolean {
  return [price, ...tiers].some((prices) =>
    priceFields.some((field) => {
      const { [field]: dollars = 0 } = prices;
      return dollars >= minImpossibleDollars || (dollars > 0 && dollars < minDollars);
    }),
  );
}

const priceFields: readonly PriceField[] = [
  'input',
  'output',
  'reasoning',
  'cachedInput',
  'cacheWrite',
];

/** The members of a record that the shapes read. Most of the thousands of records of a large list have none. */
const priceMembers = /pric|cost|^(?:metadata|model_info|model_spec)$/;

/** What a record says about its price; undefined if it states none in dollars, or not in which unit. @param host of the gateway */
export function statedPrice(record: JsonObject, host: string): Price | undefined {
  if (!Object.keys(record).some((name) => priceMembers.test(name))) {
    return undefined;
  }
  const places = [record, pricingOf(record), objectAt(record, 'model_info')];
  // A record with a mark has no other shape.
  const marked = shapes.find((shape) => {
    const place = shape.mark === undefined ? undefined : shape.place(record);
    return place !== undefined && Object.hasOwn(place, shape.mark ?? '');
  });
  const candidates = marked === undefined ? shapes.filter(({ mark }) => !mark) : [marked];
  return places.every(isInDollars)
    ? candidates
        .filter((shape) => shape.host?.test(host) ?? true)
        .map((shape) => priceIn(record, shape))
        .find((price) => price !== undefined)
    : undefined;
}

/** False if it states another currency. */
function isInDollars(place: JsonObject | undefined): boolean {
  return ['currency', 'currency_unit']
    .map((name) => textAt(place, name))
    .every((currency) => currency === undefined || /^(?:usd|us\$|\$)$/i.test(currency.trim()));
}

function priceIn(record: JsonObject, shape: PriceShape): Price | undefined {
  const place = shape.place(record);
  const unit = textAt(place, 'unit');
  const factor = unit === undefined ? shape.factor : unitsPerMillion.get(unit.toLowerCase());
  if (place === undefined || factor === undefined) {
    return undefined;
  }
  const overrides = overridesIn(place, shape.fields, factor);
  // What else may lower the price is not known here, so the lowest price is what it costs at least.
  const base = overrides
    .filter(({ from }) => from === undefined || from <= 1)
    .reduce((low, { prices }) => lowest(low, prices), tokenPrices(place, shape.fields, factor));
  const isStated = base.input !== undefined || base.output !== undefined;
  const isZero = !((base.input ?? 0) > 0 || (base.output ?? 0) > 0);
  if (!isStated || (isZero && shape.isZeroUnknown === true)) {
    return undefined;
  }
  const tiers = tiersOf(overrides);
  const isMinimum =
    overrides.some(({ from }) => from === undefined) ||
    // Vercel lists the lowest of several providers' prices.
    place['varies_by_provider'] === true;
  // A price per token says nothing about a request or an image.
  const pieces = shape.hasPieces === true && unit === undefined ? place : undefined;
  return omitUndefined({
    ...base,
    currency: 'USD',
    perRequest: positive(numberAt(pieces, 'request')),
    perImage: positive(numberAt(pieces, 'image')),
    tiers: tiers.length === 0 ? undefined : tiers,
    isMinimum: isMinimum || undefined,
  });
}

/** The shortest first. */
function tiersOf(overrides: readonly Override[]): readonly PriceTier[] {
  const tiers = new Map<number, PriceTier>();
  for (const { from = 0, prices } of overrides) {
    if (from > 1 && Object.keys(prices).length > 0) {
      tiers.set(from, { ...tiers.get(from), ...prices, from });
    }
  }
  return [...tiers.values()].toSorted((a, b) => a.from - b.from);
}

/** Fields that suggest further prices. */
const furtherPrices = /tier|above|over_\d|long_context|peak/;
/** What Portico doesn't ask for: other services, other content than text, other times of the cache. */
const otherPrices = /service|fast|region|batch|image|audio|video/;

function overridesIn(place: JsonObject, fields: Fields, factor: number): readonly Override[] {
  const names = new Set(Object.values(fields).flat());
  const pricesIn = (source: JsonObject): TokenPrices => tokenPrices(source, fields, factor);
  return Object.entries(place).flatMap(([key, value]): readonly Override[] => {
    const [, name = '', above, thousands] =
      /^(.+?)_(?:tiers|above_(\d+)(k|m)_tokens)$/.exec(key) ?? [];
    const entries = (isArray(value) ? value : [value]).filter(isObject);
    if (names.has(name)) {
      return above === undefined
        ? // Vercel: `input_tiers: [{ cost, min, max }]`.
          entries.map((tier) => ({
            from: numberAt(tier, 'min') ?? 0,
            prices: pricesIn({ [name]: tier['cost'] }),
          }))
        : // LiteLLM: `input_cost_per_token_above_200k_tokens`.
          [
            {
              from: Number(above) * (thousands === 'k' ? 1000 : 1_000_000) + 1,
              prices: pricesIn({ [name]: value }),
            },
          ];
    }
    if (key === 'overrides') {
      // OpenRouter: `[{ min_prompt_tokens, prompt, … }]`; its providers: `min_context`.
      return entries.map((entry) => {
        const isKnown = Object.keys(entry).every(
          (one) => one in place || names.has(one) || minTokens.includes(one),
        );
        const from = isKnown ? numberAt(entry, ...minTokens) : undefined;
        return { from, prices: pricesIn(entry) };
      });
    }
    // LiteLLM has `off_peak_pricing` and `tiered_pricing`, for example.
    return furtherPrices.test(key) && !otherPrices.test(key)
      ? entries.map((entry) => ({ from: undefined, prices: pricesIn(entry) }))
      : [];
  });
}

const minTokens = ['min_prompt_tokens', 'min_context'];

function lowest(a: TokenPrices, b: TokenPrices): TokenPrices {
  return omitUndefined(
    Object.fromEntries(
      priceFields.map((field) => {
        const prices = [a[field], b[field]].filter((price) => price !== undefined);
        return [field, prices.length === 0 ? undefined : Math.min(...prices)];
      }),
    ),
  );
}

/** Fields in which 0 says that there is no separate price; OpenRouter's providers fill all plural ones. */
const zeroIsNone = /reasoning|_(?:reads|writes)$/;

function tokenPrices(source: JsonObject, fields: Fields, factor: number): TokenPrices {
  const priceAt = (name: string): number | undefined => {
    const price = numberAt(source, name);
    const isNone = price === undefined || price < 0 || (price === 0 && zeroIsNone.test(name));
    return isNone ? undefined : rounded(price * factor);
  };
  return omitUndefined(
    Object.fromEntries(
      priceFields.map((field) => [
        field,
        fields[field]?.map(priceAt).find((price) => price !== undefined),
      ]),
    ),
  );
}

function positive(price: number | undefined): number | undefined {
  return price !== undefined && price > 0 ? price : undefined;
}

/** Removes the noise of binary fractions. */
export function rounded(price: number): number {
  return Number(price.toPrecision(12));
}
