// Where gateways report the balance of a key, and how to read it: a row for each software. The samples are in the tests.
import { omitUndefined } from '../../../base/omitUndefined';
import {
  quotaUnits,
  type Balance,
  type BalanceAddress,
  type BalancePeriod,
  type Money,
} from '../../common/balance';
import { gatewaySoftware, type GatewaySoftware } from '../../common/modelRecord';
import { withoutVersion } from '../baseUrl';
import { isArray, isObject, numberAt, objectAt, textAt, type JsonObject } from '../json';

interface BalanceSource {
  /**
   * The first URL is asked, and the others only if it answers.
   * @param root the Base URL without its version
   */
  readonly urls: (baseUrl: string, root: string) => readonly [string, ...string[]];
  /**
   * Reads the bodies of the URLs; the second and third are undefined if they could not be fetched. Undefined if the
   * first is no balance.
   */
  readonly read: (bodies: readonly unknown[]) => Balance | undefined;
}

const maxTextChars = 100;

export const balanceSources: Readonly<Record<GatewaySoftware, BalanceSource>> = {
  // The route wants the slash at the end. https://github.com/QuantumNous/new-api, controller/token.go
  'new-api': {
    urls: (_baseUrl, root) => [`${root}/api/usage/token/`, `${root}/api/status`],
    read: readTokenUsage,
  },
  // https://github.com/songquanpeng/one-api, controller/billing.go; new-api has it too.
  'one-api': {
    urls: (baseUrl, root) => [
      `${baseUrl}/dashboard/billing/subscription`,
      `${baseUrl}/dashboard/billing/usage`,
      `${root}/api/status`,
    ],
    read: readBilling,
  },
  // https://docs.litellm.ai/docs/proxy/users
  litellm: { urls: (_baseUrl, root) => [`${root}/key/info`], read: ([body]) => readLitellm(body) },
  // https://github.com/Wei-Shaw/sub2api, handler/gateway_handler.go
  sub2api: { urls: (baseUrl) => [`${baseUrl}/usage`], read: ([body]) => readSub2api(body) },
  // https://openrouter.ai/docs/api-reference/limits; the account's credits want a management key.
  openrouter: { urls: (baseUrl) => [`${baseUrl}/key`], read: ([body]) => readOpenRouter(body) },
};

export function balanceAddresses(baseUrl: string): readonly BalanceAddress[] {
  return gatewaySoftware.map((software) => {
    const [url] = balanceSources[software].urls(baseUrl, withoutVersion(baseUrl));
    return { software, url };
  });
}

/**
 * How many of new-api's quota units are worth one of a currency, from `/api/status`; undefined if that does not say, or
 * where the site counts in a currency of its own (QuantumNous/new-api#7278). For operators who count in yuan, a yuan is
 * as many units as a dollar.
 */
export function quotaWorth(status: unknown): QuotaWorth | undefined {
  const data = objectAt(status, 'data');
  const units = numberAt(data, 'quota_per_unit');
  const type = textAt(data, 'quota_display_type');
  const isKnown = type === undefined || siteCurrencies.has(type);
  const isYuan = type === 'CNY' && numberAt(data, 'usd_exchange_rate') === 1;
  return isKnown && units !== undefined && units > 0
    ? { units, currency: isYuan ? 'CNY' : 'USD' }
    : undefined;
}

export interface QuotaWorth {
  readonly units: number;
  readonly currency: string;
}

/** The amounts are quota units. Another client takes them for dollars, and shows 500,000 times too much. */
function readTokenUsage([body, status]: readonly unknown[]): Balance | undefined {
  const data = objectAt(body, 'data');
  const available = numberAt(data, 'total_available');
  if (data === undefined || available === undefined) {
    return undefined;
  }
  const { units, currency } = quotaWorth(status) ?? { units: 1, currency: quotaUnits };
  const isUnlimited = data['unlimited_quota'] === true;
  return omitUndefined({
    isUnlimited: trueIf(isUnlimited),
    remaining: isUnlimited ? undefined : money(available / units, currency),
    used: moneyAt(data, 'total_used', currency, units),
    limit: isUnlimited ? undefined : moneyAt(data, 'total_granted', currency, units),
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

/** What `quota_display_type` says; others, such as `CUSTOM`, are unknown. */
const siteCurrencies = new Map([
  ['USD', 'USD'],
  ['CNY', 'CNY'],
  ['TOKENS', quotaUnits],
]);

function siteCurrency(status: JsonObject | undefined): string {
  const type = textAt(status, 'quota_display_type');
  if (type !== undefined) {
    return siteCurrencies.get(type) ?? '';
  }
  const isInCurrency = status?.['display_in_currency'];
  return isInCurrency === undefined ? '' : isInCurrency === false ? quotaUnits : 'USD';
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
  const hasNoRest = numberAt(body, 'remaining') === -1 && !('balance' in body);
  const rest = hasNoRest ? undefined : moneyAt(body, 'remaining', currency);
  return omitUndefined({
    isUnlimited: trueIf(hasNoRest && quota === undefined && periods.length === 0),
    remaining: smallest([rest, ...periods.map(restOf)]),
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

/** A key has limits of its own, of a budget that several keys have, and of windows; the smallest rest counts. */
function readLitellm(body: unknown): Balance | undefined {
  const info = objectAt(body, 'info');
  const used = moneyAt(info, 'spend', 'USD');
  if (info === undefined || used === undefined) {
    return undefined;
  }
  const table = objectAt(info, 'litellm_budget_table');
  const limit = smallest([info, table].map((place) => moneyAt(place, 'max_budget', 'USD')));
  const usages = objectAt(info, 'budget_limits_usage');
  const windows = isArray(info['budget_limits']) ? info['budget_limits'] : [];
  const periods = windows.flatMap((entry): readonly BalancePeriod[] => {
    const period = (textAt(entry, 'budget_duration') ?? '?').slice(0, maxTextChars);
    const windowLimit = moneyAt(entry, 'max_budget', 'USD');
    const windowUsed = moneyAt(objectAt(usages, period), 'current_spend', 'USD');
    const resetsAt = timeAt(entry, 'reset_at');
    return windowLimit === undefined
      ? []
      : [omitUndefined({ period, used: windowUsed, limit: windowLimit, resetsAt })];
  });
  const remaining = smallest([limit && restOf({ used, limit }), ...periods.map(restOf)]);
  const namesLimit = ['budget_limits', 'model_max_budget'].some(
    (name) => Object.keys(Object(info[name])).length > 0,
  );
  return omitUndefined({
    isUnlimited: trueIf(info['max_budget'] === null && limit === undefined && !namesLimit),
    remaining,
    isRemainingAtMost: trueIf(periods.some((period) => period.used === undefined)),
    used,
    limit,
    periods: periods.length === 0 ? undefined : periods,
    resetsAt: timeAt(info, 'budget_reset_at') ?? timeAt(table, 'budget_reset_at'),
    expiresAt: timeAt(info, 'expires'),
    isInactive: trueIf(info['blocked'] === true),
  });
}

/** What is left of a limit: at most all of it, where the use is unknown. */
function restOf({ used, limit }: Pick<BalancePeriod, 'used' | 'limit'>): Money | undefined {
  return limit && money(limit.amount - (used?.amount ?? 0), limit.currency);
}

/** Amounts of another currency than the first one's don't count. */
function smallest(amounts: readonly (Money | undefined)[]): Money | undefined {
  const [first, ...others] = amounts.filter((one) => one !== undefined);
  return others.reduce(
    (least, one) => (one.currency === least?.currency && one.amount < least.amount ? one : least),
    first,
  );
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
