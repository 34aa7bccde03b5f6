// Where gateways tell the balance of a key, and how to read it: a row for each interface. The samples are in the tests.
import { omitUndefined } from '../../../base/omitUndefined';
import {
  type Balance,
  type BalancePeriod,
  type BalancePlace,
  type BalancePlan,
  type BalanceSourceId,
  type Money,
  quotaUnits,
} from '../../common/balance';
import type { GatewaySoftware } from '../../common/modelRecord';
import { withoutVersion } from '../baseUrl';
import { isArray, isObject, type JsonObject, numberAt, objectAt, textAt } from '../json';

interface BalanceSource {
  /** @param root the Base URL without its version */
  readonly urls: (baseUrl: string, root: string) => BalancePlace['urls'];
  /**
   * Reads the bodies of the URLs; the second and third are undefined if they could not be fetched. Undefined if the
   * first is no balance.
   */
  readonly read: (bodies: readonly unknown[]) => Balance | undefined;
}

const maxTextChars = 100;

export const balanceSources: Readonly<Record<BalanceSourceId, BalanceSource>> = {
  // The route wants the slash at the end. https://github.com/QuantumNous/new-api, controller/token.go
  newApi: {
    urls: (_baseUrl, root) => [`${root}/api/usage/token/`, `${root}/api/status`],
    read: readTokenUsage,
  },
  // new-api and one-api, https://github.com/songquanpeng/one-api, controller/billing.go
  billing: {
    urls: (baseUrl, root) => [
      `${baseUrl}/dashboard/billing/subscription`,
      `${baseUrl}/dashboard/billing/usage`,
      `${root}/api/status`,
    ],
    read: readBilling,
  },
  // https://github.com/Wei-Shaw/sub2api, handler/gateway_handler.go
  sub2api: { urls: (baseUrl) => [`${baseUrl}/usage`], read: ([body]) => readSub2api(body) },
  // https://docs.litellm.ai/docs/proxy/users
  litellm: { urls: (_baseUrl, root) => [`${root}/key/info`], read: ([body]) => readLitellm(body) },
  // https://openrouter.ai/docs/api-reference/limits; the account's credits want a management key.
  openRouter: { urls: (baseUrl) => [`${baseUrl}/key`], read: ([body]) => readOpenRouter(body) },
};

const sourcesBySoftware: Readonly<Record<GatewaySoftware, readonly BalanceSourceId[]>> = {
  'new-api': ['newApi', 'billing'],
  'one-api': ['billing'],
  litellm: ['litellm'],
};

/**
 * Where to ask the gateway at a Base URL.
 * @param only what has answered before
 */
export function balancePlan(
  baseUrl: string,
  software: GatewaySoftware | undefined,
  only?: BalanceSourceId,
): BalancePlan {
  const isOpenRouter = new URL(baseUrl).host === 'openrouter.ai';
  const named = isOpenRouter ? (['openRouter'] as const) : software && sourcesBySoftware[software];
  const known: readonly BalanceSourceId[] | undefined = only === undefined ? named : [only];
  const guessed: readonly BalanceSourceId[] = baseUrl.endsWith('/api/v1')
    ? ['openRouter', 'billing', 'sub2api']
    : ['billing', 'sub2api', 'litellm'];
  const root = withoutVersion(baseUrl);
  return {
    baseUrl,
    isKnown: known !== undefined,
    canForget: only !== undefined && named?.[0] !== only,
    places: (known ?? guessed).map((source) => {
      const urls = balanceSources[source].urls(baseUrl, root);
      return { source, urls };
    }),
  };
}

/** How many of new-api's quota units are worth a dollar, from `/api/status`; undefined if that does not say. */
export function quotaPerDollar(status: unknown): number | undefined {
  const quota = numberAt(objectAt(status, 'data'), 'quota_per_unit');
  return quota !== undefined && quota > 0 ? quota : undefined;
}

/** The amounts are quota units. Another client takes them for dollars, and shows 500,000 times too much. */
function readTokenUsage([body, status]: readonly unknown[]): Balance | undefined {
  const data = objectAt(body, 'data');
  const available = numberAt(data, 'total_available');
  if (data === undefined || available === undefined) {
    return undefined;
  }
  const perDollar = quotaPerDollar(status);
  const [unit, currency] = perDollar === undefined ? [1, quotaUnits] : [perDollar, 'USD'];
  const isUnlimited = data['unlimited_quota'] === true;
  return omitUndefined({
    isUnlimited: trueIf(isUnlimited),
    remaining: isUnlimited ? undefined : money(available / unit, currency),
    used: moneyAt(data, 'total_used', currency, unit),
    limit: isUnlimited ? undefined : moneyAt(data, 'total_granted', currency, unit),
    expiresAt: timeAt(data, 'expires_at'),
  });
}

/** What the servers send for a key without limit, whatever their currency. */
const unlimitedAmount = 100_000_000;

/** The fields say USD, but hold the currency that the site shows; the usage is in hundredths. */
function readBilling([subscription, usage, status]: readonly unknown[]): Balance | undefined {
  const limit = numberAt(subscription, 'hard_limit_usd');
  if (limit === undefined) {
    return undefined;
  }
  const currency = siteCurrency(objectAt(status, 'data'));
  const used = moneyAt(usage, 'total_usage', currency, 100);
  const isUnlimited = limit === unlimitedAmount;
  return omitUndefined({
    isUnlimited: trueIf(isUnlimited),
    remaining: isUnlimited || used === undefined ? undefined : money(limit - used.amount, currency),
    used,
    limit: isUnlimited ? undefined : money(limit, currency),
    expiresAt: timeAt(subscription, 'access_until'),
  });
}

function siteCurrency(status: JsonObject | undefined): string {
  const type = textAt(status, 'quota_display_type');
  if (type === undefined && status?.['display_in_currency'] === undefined) {
    return '';
  }
  if (type === 'CNY') {
    return 'CNY';
  }
  return type === 'TOKENS' || (type === undefined && status?.['display_in_currency'] === false)
    ? quotaUnits
    : 'USD';
}

/** Three modes: a key with a quota or limits of hours, a subscription, the account's wallet, which can be overdrawn. */
function readSub2api(body: unknown): Balance | undefined {
  // Many servers have a `/usage`; only this one says whether the key is valid.
  if (!isObject(body) || typeof body['isValid'] !== 'boolean') {
    return undefined;
  }
  const quota = objectAt(body, 'quota');
  const subscription = objectAt(body, 'subscription');
  const currency = textAt(body, 'unit') ?? 'USD';
  const isUnlimited = numberAt(body, 'remaining') === -1 && !('balance' in body);
  const rateLimits = isArray(body['rate_limits']) ? body['rate_limits'] : [];
  const periods = [
    ...periodIds.map((period) => {
      const name = periodNames[period];
      const limit = moneyAt(subscription, `${name}_limit_usd`, 'USD');
      // A limit of 0 is none.
      return limit?.amount === 0
        ? undefined
        : limitedPeriod(period, moneyAt(subscription, `${name}_usage_usd`, 'USD'), limit);
    }),
    ...rateLimits.map((entry) => {
      const period = textAt(entry, 'window')?.slice(0, maxTextChars);
      const [used, limit] = [moneyAt(entry, 'used', currency), moneyAt(entry, 'limit', currency)];
      return limitedPeriod(period, used, limit, timeAt(entry, 'reset_at'));
    }),
  ].filter((period) => period !== undefined);
  return omitUndefined({
    isUnlimited: trueIf(isUnlimited),
    remaining: isUnlimited ? undefined : moneyAt(body, 'remaining', currency),
    used: moneyAt(quota, 'used', currency),
    limit: moneyAt(quota, 'limit', currency),
    periods: periods.length === 0 ? undefined : periods,
    expiresAt: timeAt(subscription, 'expires_at') ?? timeAt(body, 'expires_at'),
    isInactive: trueIf(!body['isValid']),
    plan: textAt(body, 'planName')?.slice(0, maxTextChars),
  });
}

const periodIds = ['day', 'week', 'month'] as const;
const periodNames = { day: 'daily', week: 'weekly', month: 'monthly' } as const;

function limitedPeriod(
  period: string | undefined,
  used: Money | undefined,
  limit: Money | undefined,
  resetsAt?: number,
): BalancePeriod | undefined {
  return period === undefined || used === undefined || limit === undefined
    ? undefined
    : omitUndefined({ period, used, limit, resetsAt });
}

function readLitellm(body: unknown): Balance | undefined {
  const info = objectAt(body, 'info');
  const used = moneyAt(info, 'spend', 'USD');
  if (info === undefined || used === undefined) {
    return undefined;
  }
  const limit = moneyAt(info, 'max_budget', 'USD');
  return omitUndefined({
    isUnlimited: trueIf(info['max_budget'] === null),
    remaining: limit && money(limit.amount - used.amount, 'USD'),
    used,
    limit,
    resetsAt: timeAt(info, 'budget_reset_at'),
    expiresAt: timeAt(info, 'expires'),
    isInactive: trueIf(info['blocked'] === true),
  });
}

function readOpenRouter(body: unknown): Balance | undefined {
  const data = objectAt(body, 'data');
  const usedEver = moneyAt(data, 'usage', 'USD');
  if (data === undefined || usedEver === undefined || !('limit' in data)) {
    return undefined;
  }
  const today = moneyAt(data, 'usage_daily', 'USD');
  const limit = moneyAt(data, 'limit', 'USD');
  const remaining = moneyAt(data, 'limit_remaining', 'USD');
  const used = limit && remaining && money(limit.amount - remaining.amount, 'USD');
  const reset = periodIds.find((period) => periodNames[period] === data['limit_reset']);
  const resetLimit = reset && limitedPeriod(reset, used, limit);
  const periods = [
    ...(today === undefined || reset === 'day' ? [] : [{ period: 'day', used: today }]),
    ...(resetLimit === undefined ? [] : [resetLimit]),
  ];
  return omitUndefined({
    isUnlimited: trueIf(data['limit'] === null),
    remaining,
    ...(resetLimit === undefined ? { used: usedEver, limit } : {}),
    periods: periods.length === 0 ? undefined : periods,
    expiresAt: timeAt(data, 'expires_at'),
  });
}

function money(amount: number, currency: string): Money {
  return { amount, currency };
}

/** @param unit how much of the field is one of the currency */
function moneyAt(parent: unknown, name: string, currency: string, unit = 1): Money | undefined {
  const amount = numberAt(parent, name);
  return amount === undefined ? undefined : money(amount / unit, currency);
}

function trueIf(condition: boolean): true | undefined {
  return condition || undefined;
}

/** The last time that a date can have. */
const maxTime = 8_640_000_000_000_000;

/**
 * Milliseconds since 1970, from seconds, milliseconds or a text. 0, -1, Go's year 1 and what no date can have say never.
 */
function timeAt(parent: unknown, name: string): number | undefined {
  const value = numberAt(parent, name) ?? Date.parse(textAt(parent, name) ?? '');
  const time = value < 100_000_000_000 ? value * 1000 : value;
  return time > 0 && time <= maxTime ? time : undefined;
}
