// Price lists that gateway software has beside its model list.
import { omitUndefined } from '../../../base/omitUndefined';
import type { GatewaySoftware } from '../../common/modelRecord';
import type { Price } from '../../common/usage';
import { quotaWorth, type QuotaWorth } from '../balance/balanceSources';
import { withoutVersion } from '../baseUrl';
import { isArray, isObject, numberAt, objectAt, textAt, textsOf, type JsonObject } from '../json';
import { readModelList } from './modelList';
import { isImpossible, rounded } from './modelPrices';

type Prices = ReadonlyMap<string, Price>;

interface PriceList {
  readonly urls: readonly string[];
  /** Reads the bodies of the URLs; anything but a price list has no prices. */
  readonly read: (bodies: readonly unknown[]) => Prices;
}

const noPrices: Prices = new Map();

/** Undefined if the software has none. */
export function priceListOf(software: GatewaySoftware, baseUrl: string): PriceList | undefined {
  const root = withoutVersion(baseUrl);
  switch (software) {
    case 'new-api':
      return {
        urls: [`${root}/api/pricing`, `${root}/api/status`],
        read: ([pricing, status]) => readRatios(pricing, quotaWorth(status)),
      };
    case 'litellm':
      return { urls: [`${root}/model/info`], read: ([body]) => readModelInfo(body) };
    case 'one-api':
    case 'sub2api':
    case 'openrouter':
      return undefined;
  }
}

/** The list has a record for each deployment of a model; the first one's price is taken. */
function readModelInfo(body: unknown): Prices {
  const models = readModelList(body) ?? [];
  return new Map(
    models.flatMap(({ id, price }) =>
      price === undefined ? [] : [[id, { ...price, source: 'priceList' }]],
    ),
  );
}

/**
 * new-api counts in quota units: input tokens × the model's ratio × the group's ratio, and multiples of that for output
 * and cached input (https://github.com/QuantumNous/new-api, service/quota.go and model/pricing.go).
 */
function readRatios(pricing: unknown, worth: QuotaWorth | undefined): Prices {
  const records = isObject(pricing) && isArray(pricing['data']) ? pricing['data'] : [];
  const groups = objectAt(pricing, 'group_ratio');
  if (worth === undefined || groups === undefined) {
    return noPrices;
  }
  return new Map(
    records.flatMap((record) => {
      const id = textAt(record, 'model_name');
      const price = isObject(record) ? ratioPrice(record, groups, worth) : undefined;
      return id === undefined || price === undefined || isImpossible(price) ? [] : [[id, price]];
    }),
  );
}

function ratioPrice(record: JsonObject, groups: JsonObject, worth: QuotaWorth): Price | undefined {
  const group = groupOf(record, groups);
  // A price with steps is an expression of its own language.
  if (group === undefined || textAt(record, 'billing_expr') !== undefined) {
    return undefined;
  }
  const price = { currency: worth.currency, source: 'priceList', ...group.shown } as const;
  if (numberAt(record, 'quota_type') === 1) {
    const perCall = numberAt(record, 'model_price');
    return perCall === undefined
      ? undefined
      : { ...price, input: 0, output: 0, perRequest: perCall * group.ratio };
  }
  const ratio = numberAt(record, 'model_ratio');
  if (ratio === undefined) {
    return undefined;
  }
  const input = (ratio * group.ratio * 1_000_000) / worth.units;
  const times = (name: string): number | undefined => {
    const factor = numberAt(record, name);
    return factor === undefined ? undefined : rounded(input * factor);
  };
  return omitUndefined({
    ...price,
    input: rounded(input),
    output: times('completion_ratio'),
    cachedInput: times('cache_ratio'),
    cacheWrite: times('create_cache_ratio'),
  });
}

/**
 * The ratio of the groups that have the model. Nothing says in which group the key is: unless all have one ratio, it is
 * the default group's, or the highest.
 */
function groupOf(
  record: JsonObject,
  groups: JsonObject,
): { readonly ratio: number; readonly shown: { readonly group?: string } } | undefined {
  const enabled = textsOf(record['enable_groups']);
  const ratios = Object.keys(groups)
    .filter((name) => enabled.includes(name) || enabled.includes('all'))
    .flatMap((name) => {
      const ratio = numberAt(groups, name);
      return ratio === undefined ? [] : [{ name, ratio }];
    });
  const picked =
    ratios.find(({ name }) => name === 'default') ??
    ratios.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (picked === undefined) {
    return undefined;
  }
  const isSame = ratios.every(({ ratio }) => ratio === picked.ratio);
  return { ratio: picked.ratio, shown: isSame ? {} : { group: picked.name } };
}
