// Where gateways tell the balance of a key, and how to read it: a row for each interface. The samples are in the tests.
import { omitUndefined } from '../../../base/omitUndefined';
import {
  type Balance,
  type BalancePeriod,
  type BalancePlan,
  type BalanceSourceId,
  type Money,
  quotaUnits,
} from '../../common/balance';
import type { GatewaySoftware } from '../../common/modelRecord';
import { isArray, isObject, type JsonObject, numberAt, objectAt, textAt } from '../json';

interface BalanceSource {
  /** Below the Base URL. */
  readonly paths?: readonly string[];
  /** Below the Base URL without its version. */
  readonly rootPaths?: readonly string[];
  /**
   * Reads the bodies, those of `paths` first; the second and third are undefined if they could not be fetched.
   * Undefined if the first is no balance.
   */
  readonly read: (bodies: readonly unknown[]) => Balance | undefined;
}

const maxPlanChars = 100;

export const balanceSources: Readonly<Record<BalanceSourceId, BalanceSource>> = {
  // The route wants the slash at the end. https://github.com/QuantumNous/new-api, controller/token.go
  newApi: { rootPaths: ['/api/usage/token/', '/api/status'], read: readTokenUsage },
  // new-api and one-api, https://github.com/songquanpeng/one-api, controller/billing.go
  billing: {
    paths: ['/dashboard/billing/subscription', '/dashboard/billing/usage'],
    rootPaths: ['/api/status'],
    read: readBilling,
  },
  // https://github.com/Wei-Shaw/sub2api, handler/gateway_handler.go
  sub2api: { paths: ['/usage'], read: ([body]) => readSub2api(body) },
  // https://docs.litellm.ai/docs/proxy/users
  litellm: { rootPaths: ['/key/info'], read: ([body]) => readLitellm(body) },
  // https://openrouter.ai/docs/api-reference/limits; the account's credits want a management key.
  openRouter: { paths: ['/key'], read: ([body]) => readOpenRouter(body) },
};

const sourcesBySoftware: Readonly<Record<GatewaySoftware, readonly BalanceSourceId[]>> = {
  'new-api': ['newApi', 'billing'],
  'one-api': ['billing'],
  litellm: ['litellm'],
};

/**
 * Where to ask the gateway at a Base URL. All URLs begin with the Base URL without its version.
 * @param only what has answered before
 */
export function balancePlan(
  baseUrl: string,
  software: GatewaySoftware | undefined,
  only?: BalanceSourceId,
): BalancePlan {
  const isOpenRouter = new URL(baseUrl).host === 'openrouter.ai';
  const known: readonly BalanceSourceId[] | undefined =
    only !== undefined
      ? [only]
      : isOpenRouter
        ? ['openRouter']
        : software && sourcesBySoftware[software];
  const guessed: readonly BalanceSourceId[] = baseUrl.endsWith('/api/v1')
    ? ['openRouter', 'billing', 'sub2api']
    : ['billing', 'sub2api', 'litellm'];
  const root = withoutVersion(baseUrl);
  return {
    isKnown: known !== undefined,
    places: (known ?? guessed).map((source) => {
      const { paths = [], rootPaths = [] } = balanceSources[source];
      const [first = baseUrl, ...others] = [
        ...paths.map((path) => baseUrl + path),
        ...rootPaths.map((path) => root + path),
      ];
      return { source, urls: [first, ...others] };
    }),
  };
}

/** `https://host.example/proxy/v1` → `https://host.example/proxy`. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/v\d+[a-z]*(?:\/openai)?$/, '');
}

/** How many of new-api's quota units are worth a dollar, from `/api/status`; undefined if that does not say. */
export function quotaPerDollar(status: unknown): number | undefined {
  const quota = numberAt(objectAt(status, 'data'), 'quota_per_unit');
  return quota !== undefined && quota > 0 ? quota : undefined;
}

/** A peer shows these amounts undivided: 500,000 times too much. */
function readTokenUsage([body, status]: readonly unknown[]): Balance | undefined {
  const data = objectAt(body, 'data');
  const available = numberAt(data, 'total_available');
  const used = numberAt(data, 'total_used');
  if (data === undefined || available === undefined) {
    return undefined;
  }
  const perDollar = quotaPerDollar(status);
  const money = (quota: number | undefined): Money | undefined =>
    quota === undefined
      ? undefined
      : perDollar === undefined
        ? { amount: quota, currency: quotaUnits }
        : { amount: quota / perDollar, currency: 'USD' };
  const isUnlimited = data['unlimited_quota'] === true;
  return omitUndefined({
    isUnlimited: isUnlimited ? (true as const) : undefined,
    remaining: isUnlimited ? undefined : money(available),
    used: money(used),
    limit: isUnlimited ? undefined : money(numberAt(data, 'total_granted')),
    expiresAt: timeOf(data['expires_at']),
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
  const hundredths = numberAt(usage, 'total_usage');
  const used = hundredths === undefined ? undefined : hundredths / 100;
  const isUnlimited = limit === unlimitedAmount;
  const money = (amount: number | undefined): Money | undefined =>
    amount === undefined ? undefined : { amount, currency };
  return omitUndefined({
    isUnlimited: isUnlimited ? (true as const) : undefined,
    remaining: isUnlimited || used === undefined ? undefined : money(limit - used),
    used: money(used),
    limit: isUnlimited ? undefined : money(limit),
    expiresAt: timeOf(numberAt(subscription, 'access_until')),
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

/** Three modes: a key with a quota, a subscription, the account's wallet. -1 is no limit. */
function readSub2api(body: unknown): Balance | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const quota = objectAt(body, 'quota');
  const subscription = objectAt(body, 'subscription');
  const left = numberAt(body, 'balance') ?? numberAt(quota, 'remaining');
  const remaining = left ?? numberAt(body, 'remaining');
  const rateLimits = isArray(body['rate_limits']) ? body['rate_limits'] : [];
  // Many servers have a `/usage` with a field “remaining”.
  const isBalance =
    left !== undefined ||
    quota !== undefined ||
    subscription !== undefined ||
    rateLimits.length > 0 ||
    (remaining !== undefined && typeof body['isValid'] === 'boolean');
  if (!isBalance) {
    return undefined;
  }
  const currency = (textAt(quota, 'unit') ?? textAt(body, 'unit') ?? 'USD').toUpperCase();
  const money = (amount: number | undefined): Money | undefined =>
    amount === undefined ? undefined : { amount, currency };
  const isUnlimited = remaining === -1;
  const periods = [
    ...(['day', 'week', 'month'] as const).map((period) => periodOf(subscription, period)),
    ...rateLimits.map((limit) => rateLimitOf(limit, currency)),
  ].filter((period) => period !== undefined);
  return omitUndefined({
    isUnlimited: isUnlimited ? (true as const) : undefined,
    remaining: isUnlimited ? undefined : money(remaining),
    used: money(numberAt(quota, 'used')),
    limit: money(numberAt(quota, 'limit')),
    periods: periods.length === 0 ? undefined : periods,
    expiresAt: timeOf(subscription?.['expires_at'] ?? body['expires_at']),
    isInactive: body['isValid'] === false ? (true as const) : undefined,
    plan: textAt(body, 'planName')?.slice(0, maxPlanChars),
  });
}

const periodNames = { day: 'daily', week: 'weekly', month: 'monthly' } as const;

/** A limit of 0 is none. */
function periodOf(
  subscription: JsonObject | undefined,
  period: keyof typeof periodNames,
): BalancePeriod | undefined {
  const used = numberAt(subscription, `${periodNames[period]}_usage_usd`);
  const limit = numberAt(subscription, `${periodNames[period]}_limit_usd`) ?? 0;
  return used === undefined || limit <= 0
    ? undefined
    : {
        period,
        used: { amount: used, currency: 'USD' },
        limit: { amount: limit, currency: 'USD' },
      };
}

function rateLimitOf(entry: unknown, currency: string): BalancePeriod | undefined {
  const period = textAt(entry, 'window');
  const used = numberAt(entry, 'used');
  const limit = numberAt(entry, 'limit');
  return period === undefined || used === undefined || limit === undefined
    ? undefined
    : omitUndefined({
        period: period.slice(0, maxPlanChars),
        used: { amount: used, currency },
        limit: { amount: limit, currency },
        resetsAt: isObject(entry) ? timeOf(entry['reset_at']) : undefined,
      });
}

function readLitellm(body: unknown): Balance | undefined {
  const info = objectAt(body, 'info');
  const spent = numberAt(info, 'spend');
  if (info === undefined || spent === undefined) {
    return undefined;
  }
  const limit = numberAt(info, 'max_budget');
  return omitUndefined({
    ...limited(spent, limit, limit === undefined ? undefined : limit - spent),
    resetsAt: timeOf(info['budget_reset_at']),
    expiresAt: timeOf(info['expires']),
    isInactive: info['blocked'] === true ? (true as const) : undefined,
  });
}

function readOpenRouter(body: unknown): Balance | undefined {
  const data = objectAt(body, 'data');
  const used = numberAt(data, 'usage');
  if (data === undefined || used === undefined || !('limit' in data)) {
    return undefined;
  }
  const today = numberAt(data, 'usage_daily');
  return omitUndefined({
    ...limited(used, numberAt(data, 'limit'), numberAt(data, 'limit_remaining')),
    periods:
      today === undefined
        ? undefined
        : [{ period: 'day', used: { amount: today, currency: 'USD' } }],
    expiresAt: timeOf(data['expires_at']),
  });
}

/** Amounts in dollars; without a limit, none. */
function limited(used: number, limit: number | undefined, remaining: number | undefined): Balance {
  const money = (amount: number): Money => ({ amount, currency: 'USD' });
  return {
    used: money(used),
    ...(limit === undefined ? { isUnlimited: true } : { limit: money(limit) }),
    ...(limit === undefined || remaining === undefined ? {} : { remaining: money(remaining) }),
  };
}

/** Milliseconds since 1970, from seconds, milliseconds or a text; 0 and -1 say never. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value <= 0 ? undefined : value < 100_000_000_000 ? value * 1000 : value;
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
