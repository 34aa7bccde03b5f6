// Answers of gateways about the balance of a key, from their sources and documentation, and what they mean.
import type { Balance } from '../../../../src/gateway/common/balance';
import type { FailureKind } from '../../../../src/gateway/common/failure';
import type { GatewaySoftware } from '../../../../src/gateway/common/modelRecord';

export interface BalanceAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is. */
  readonly body: unknown;
}

export interface BalanceSample {
  readonly title: string;
  /** What the user picks, where no header names it. */
  readonly software?: GatewaySoftware;
  /** `/v1` by default. */
  readonly basePath?: string;
  /** Headers of all answers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Keys are paths; other paths answer 404. */
  readonly answers: Readonly<Record<string, BalanceAnswer>>;
  /** The balance, why it cannot be told, or that no address tells it. */
  readonly expected: Balance | FailureKind | 'nowhere';
}

const newApiHeaders = { 'X-New-Api-Version': 'v0.9.0' };

const inCurrency = (currency: string) => (amount: number) => ({ amount, currency });
const usd = inCurrency('USD');
const cny = inCurrency('CNY');
const units = inCurrency('quota units');
const unstated = inCurrency('');
const json = (body: unknown): BalanceAnswer => ({ body });
const page = '<!doctype html><html><head><title>Gateway</title></head><body></body></html>';

const litellmHeaders = { 'x-litellm-version': '1.104.2' };
const keyInfo = (info: object): BalanceSample['answers'] => ({
  '/key/info': json({ key: 'sk-…1234', info: { spend: 0.5, max_budget: null, ...info } }),
});

/** 2026-12-31T00:00:00Z */
const expirySeconds = 1_798_675_200;
const expiry = expirySeconds * 1000;

function tokenUsage(more: object): BalanceAnswer {
  return json({
    code: true,
    message: 'ok',
    data: {
      object: 'token_usage',
      name: 'editor',
      total_granted: 1_500_000,
      total_used: 260_000,
      total_available: 1_240_000,
      unlimited_quota: false,
      model_limits: {},
      model_limits_enabled: false,
      expires_at: 0,
      ...more,
    },
  });
}

function status(more: object = {}): BalanceAnswer {
  const data = { quota_per_unit: 500_000, display_in_currency: true, ...more };
  return json({ success: true, message: '', data });
}

function subscription(limit: number, until = 0): BalanceAnswer {
  return json({
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: until,
  });
}

const usage = (hundredths: number): BalanceAnswer =>
  json({ object: 'list', total_usage: hundredths });

export const balanceSamples: readonly BalanceSample[] = [
  {
    title: 'new-api counts in quota units, of which a dollar has 500,000',
    headers: newApiHeaders,
    answers: { '/api/usage/token/': tokenUsage({}), '/api/status': status() },
    expected: { remaining: usd(2.48), used: usd(0.52), limit: usd(3) },
  },
  {
    title: 'new-api: another operator’s dollar has 1,000,000 units, and the key expires',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({ expires_at: expirySeconds }),
      '/api/status': status({ quota_per_unit: 1_000_000, quota_display_type: 'CNY' }),
    },
    expected: { remaining: usd(1.24), used: usd(0.26), limit: usd(1.5), expiresAt: expiry },
  },
  {
    // controller/billing.go multiplies by the rate for sites in CNY.
    title: 'new-api: an operator who counts in yuan has the exchange rate 1',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({}),
      '/api/status': status({ quota_display_type: 'CNY', usd_exchange_rate: 1 }),
    },
    expected: { remaining: cny(2.48), used: cny(0.52), limit: cny(3) },
  },
  {
    title: 'new-api: where yuan are shown at a rate, a unit is worth dollars',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({}),
      '/api/status': status({ quota_display_type: 'CNY', usd_exchange_rate: 7.3 }),
    },
    expected: { remaining: usd(2.48), used: usd(0.52), limit: usd(3) },
  },
  {
    title: 'new-api without its status: quota units',
    headers: newApiHeaders,
    answers: { '/api/usage/token/': tokenUsage({}), '/api/status': { status: 500, body: page } },
    expected: { remaining: units(1_240_000), used: units(260_000), limit: units(1_500_000) },
  },
  {
    title: 'new-api: a key without limit, whose figures say nothing about what is left',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({ unlimited_quota: true, total_available: 0 }),
      '/api/status': status(),
    },
    expected: { isUnlimited: true, used: usd(0.52) },
  },
  {
    title: 'new-api: an error with status 200',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': json({ success: false, message: 'failed to get token info' }),
    },
    expected: 'streamError',
  },
  {
    title: 'new-api: an error with status 200, and with the fields of a balance',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': json({
        success: false,
        message: 'failed to get token info',
        data: { total_granted: 0, total_used: 0, total_available: 0 },
      }),
    },
    expected: 'streamError',
  },
  {
    title: 'new-api: amounts as texts, and the largest number as the time of expiry',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({
        total_granted: '1500000',
        total_used: null,
        total_available: '1240000',
        expires_at: Number.MAX_SAFE_INTEGER,
      }),
      '/api/status': status({ quota_per_unit: '500000' }),
    },
    expected: { remaining: usd(2.48), limit: usd(3) },
  },
  {
    title: 'new-api: an envelope without an amount is no balance',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': json({ code: 0, data: { total_available: true, total_used: 5 } }),
    },
    expected: 'nowhere',
  },
  {
    title: 'new-api limits how often the address is asked',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': { status: 429, headers: { 'Retry-After': '60' }, body: '' },
      '/v1/dashboard/billing/subscription': subscription(3),
    },
    expected: 'rateLimited',
  },
  {
    title: 'an older new-api without the address: what one-api has',
    software: 'one-api',
    headers: newApiHeaders,
    answers: {
      '/v1/dashboard/billing/subscription': subscription(3),
      '/v1/dashboard/billing/usage': usage(52),
      '/api/status': status(),
    },
    expected: { remaining: usd(2.48), used: usd(0.52), limit: usd(3) },
  },
  {
    title: 'one-api behind a path',
    basePath: '/proxy/v1',
    headers: { 'X-Oneapi-Request-Id': '2026112800000000' },
    answers: {
      '/proxy/v1/dashboard/billing/subscription': subscription(3, expirySeconds),
      '/proxy/v1/dashboard/billing/usage': usage(52),
      '/proxy/api/status': status(),
    },
    expected: { remaining: usd(2.48), used: usd(0.52), limit: usd(3), expiresAt: expiry },
  },
  {
    title: 'a site that shows yuan: the fields say USD',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(21.9),
      '/v1/dashboard/billing/usage': usage(380),
      '/api/status': status({ quota_display_type: 'CNY', usd_exchange_rate: 7.3 }),
    },
    expected: { remaining: cny(18.1), used: cny(3.8), limit: cny(21.9) },
  },
  {
    title: 'a site that shows raw units: the fields say USD',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(1_500_000),
      '/v1/dashboard/billing/usage': usage(26_000_000),
      '/api/status': status({ quota_display_type: 'TOKENS', display_in_currency: false }),
    },
    expected: { remaining: units(1_240_000), used: units(260_000), limit: units(1_500_000) },
  },
  {
    title: 'billing addresses of a site that does not say its currency',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(3),
      '/v1/dashboard/billing/usage': usage(52),
    },
    expected: { remaining: unstated(2.48), used: unstated(0.52), limit: unstated(3) },
  },
  {
    title: 'billing addresses without the usage: what is left is not known',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(3),
      '/api/status': status(),
    },
    expected: { limit: usd(3) },
  },
  {
    title: 'billing addresses: 100000000 is no limit',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(100_000_000),
      '/v1/dashboard/billing/usage': usage(52),
      '/api/status': status({ quota_display_type: 'CNY' }),
    },
    expected: { isUnlimited: true, used: cny(0.52) },
  },
  {
    title: 'billing addresses: an error with status 200',
    headers: { 'X-Oneapi-Request-Id': '2026112800000000' },
    answers: {
      '/v1/dashboard/billing/subscription': json({
        error: { message: 'record not found', type: 'upstream_error' },
      }),
    },
    expected: 'streamError',
  },
  {
    title: 'sub2api: the wallet',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'unrestricted',
        isValid: true,
        planName: '钱包余额',
        remaining: 42.5,
        balance: 42.5,
        unit: 'USD',
      }),
    },
    expected: { remaining: usd(42.5), plan: '钱包余额' },
  },
  {
    title: 'sub2api: a key with a quota and a limit of 5 hours',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'quota_limited',
        isValid: true,
        status: 'active',
        remaining: 40,
        unit: 'USD',
        quota: { limit: 100, used: 60, remaining: 40, unit: 'USD' },
        rate_limits: [
          { window: '5h', limit: 20, used: 4, remaining: 16, reset_at: '2026-12-31T00:00:00Z' },
        ],
      }),
    },
    // The limit of 5 hours comes first.
    expected: {
      remaining: usd(16),
      used: usd(60),
      limit: usd(100),
      periods: [{ period: '5h', used: usd(4), limit: usd(20), resetsAt: expiry }],
    },
  },
  {
    title: 'sub2api: a subscription with limits of a day and a week; 0 is none',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'unrestricted',
        isValid: true,
        planName: 'Team',
        remaining: 5,
        unit: 'USD',
        subscription: {
          daily_usage_usd: 2,
          daily_limit_usd: 10,
          weekly_usage_usd: 5,
          weekly_limit_usd: 10,
          monthly_usage_usd: 20,
          monthly_limit_usd: 0,
          expires_at: '2026-12-31T00:00:00Z',
        },
      }),
    },
    expected: {
      remaining: usd(5),
      plan: 'Team',
      periods: [
        { period: 'day', used: usd(2), limit: usd(10) },
        { period: 'week', used: usd(5), limit: usd(10) },
      ],
      expiresAt: expiry,
    },
  },
  {
    title: 'sub2api: -1 is no limit',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'unrestricted',
        isValid: true,
        planName: 'Team',
        remaining: -1,
        unit: 'USD',
        subscription: { daily_usage_usd: 2, daily_limit_usd: 0, expires_at: null },
      }),
    },
    expected: { isUnlimited: true, plan: 'Team' },
  },
  {
    title: 'sub2api: a key that is not valid any more',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({ mode: 'quota_limited', isValid: false, remaining: 0, unit: 'USD' }),
    },
    expected: { remaining: usd(0), isInactive: true },
  },
  {
    title: 'sub2api: a key with a limit of 5 hours only, for which no unit is sent',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'quota_limited',
        isValid: true,
        status: 'active',
        rate_limits: [{ window: '5h', limit: 20, used: 4, remaining: 16, window_start: null }],
      }),
    },
    expected: { remaining: usd(16), periods: [{ period: '5h', used: usd(4), limit: usd(20) }] },
  },
  {
    title: 'sub2api: a wallet that is a dollar short',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'unrestricted',
        isValid: true,
        remaining: -1,
        balance: -1,
        unit: 'USD',
      }),
    },
    expected: { remaining: usd(-1) },
  },
  {
    title: 'LiteLLM: a budget that starts again each month',
    software: 'litellm',
    answers: {
      '/key/info': json({
        key: 'sk-…1234',
        info: {
          spend: 3.25,
          max_budget: 10,
          budget_duration: '30d',
          budget_reset_at: '2026-12-31T00:00:00+00:00',
          expires: null,
          blocked: null,
        },
      }),
    },
    expected: { used: usd(3.25), limit: usd(10), remaining: usd(6.75), resetsAt: expiry },
  },
  {
    title: 'LiteLLM: a key without a budget',
    headers: { 'x-litellm-version': '1.80.0' },
    answers: { '/key/info': json({ key: 'sk-…1234', info: { spend: 0.01, max_budget: null } }) },
    expected: { used: usd(0.01), isUnlimited: true },
  },
  {
    title: 'LiteLLM: an answer without the budget does not say that there is none',
    software: 'litellm',
    answers: { '/key/info': json({ info: { spend: 0.01 } }) },
    expected: { used: usd(0.01) },
  },
  {
    title: 'LiteLLM: a key that never expires, as other servers write it',
    software: 'litellm',
    answers: {
      '/key/info': json({
        info: { spend: 12, max_budget: 10, expires: '0001-01-01T00:00:00Z', budget_reset_at: '0' },
      }),
    },
    expected: { used: usd(12), limit: usd(10), remaining: usd(-2) },
  },
  {
    title: 'LiteLLM: a key that may not ask',
    headers: { 'x-litellm-version': '1.80.0' },
    answers: {
      '/key/info': {
        status: 403,
        body: {
          error: {
            message:
              'Virtual key is not allowed to call this route. Tried to call route: /key/info',
            type: 'auth_error',
            param: 'None',
            code: '403',
          },
        },
      },
    },
    expected: 'forbidden',
  },
  {
    title: 'OpenRouter: a key with a limit',
    software: 'openrouter',
    basePath: '/api/v1',
    answers: {
      '/api/v1/key': json({
        data: {
          label: 'sk-or-v1-au7...890',
          limit: 100,
          limit_remaining: 74.5,
          limit_reset: null,
          usage: 25.5,
          usage_daily: 0.5,
          is_free_tier: false,
        },
      }),
    },
    expected: {
      used: usd(25.5),
      limit: usd(100),
      remaining: usd(74.5),
      periods: [{ period: 'day', used: usd(0.5) }],
    },
  },
  {
    title: 'OpenRouter: a limit that is reset each month, while the usage is of all time',
    software: 'openrouter',
    basePath: '/api/v1',
    answers: {
      '/api/v1/key': json({
        data: {
          label: 'x',
          limit: 100,
          limit_remaining: 74.5,
          limit_reset: 'monthly',
          usage: 250,
          usage_daily: 0.5,
        },
      }),
    },
    expected: {
      remaining: usd(74.5),
      periods: [
        { period: 'day', used: usd(0.5) },
        { period: 'month', used: usd(25.5), limit: usd(100) },
      ],
    },
  },
  {
    title: 'OpenRouter: a key without a limit',
    software: 'openrouter',
    basePath: '/api/v1',
    answers: {
      '/api/v1/key': json({ data: { label: 'x', limit: null, limit_remaining: null, usage: 1 } }),
    },
    expected: { used: usd(1), isUnlimited: true },
  },
  {
    title: 'a gateway that answers every address with its web page',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': { body: page },
      '/v1/usage': { body: page },
      '/key/info': { body: page },
    },
    expected: 'nowhere',
  },
  {
    title: 'a gateway that redirects: the key does not follow',
    software: 'sub2api',
    answers: {
      '/v1/usage': { status: 302, headers: { Location: '/elsewhere' }, body: '' },
      '/elsewhere': json({ remaining: 5, balance: 5, unit: 'USD', isValid: true }),
    },
    expected: 'nowhere',
  },
  {
    title: 'another server’s usage with a field “remaining” is no balance',
    software: 'sub2api',
    answers: { '/v1/usage': json({ remaining: 40, requests: 12 }) },
    expected: 'nowhere',
  },
  {
    title: 'another server’s balance in units of its own is no balance',
    software: 'sub2api',
    answers: { '/v1/usage': json({ balance: 1_240_000 }) },
    expected: 'nowhere',
  },
  {
    title: 'new-api: a site with a currency of its own, QuantumNous/new-api#7278',
    headers: newApiHeaders,
    answers: {
      '/api/usage/token/': tokenUsage({}),
      '/api/status': status({
        quota_display_type: 'CUSTOM',
        custom_currency_symbol: '¤',
        custom_currency_exchange_rate: 3,
      }),
    },
    expected: { remaining: units(1_240_000), used: units(260_000), limit: units(1_500_000) },
  },
  {
    title: 'billing addresses of a site with a currency of its own',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(3),
      '/v1/dashboard/billing/usage': usage(52),
      '/api/status': status({ quota_display_type: 'CUSTOM' }),
    },
    expected: { remaining: unstated(2.48), used: unstated(0.52), limit: unstated(3) },
  },
  {
    title: 'billing addresses of a site with a currency that nobody knows',
    software: 'one-api',
    answers: {
      '/v1/dashboard/billing/subscription': subscription(100_000_000),
      '/v1/dashboard/billing/usage': usage(52),
      '/api/status': status({ quota_display_type: 'POINTS', display_in_currency: true }),
    },
    expected: { isUnlimited: true, used: unstated(0.52) },
  },
  {
    title: 'LiteLLM: the budget that several keys have, BerriAI/litellm#30550',
    headers: litellmHeaders,
    answers: keyInfo({ litellm_budget_table: { max_budget: 2, soft_budget: 1 }, budget_id: 'b' }),
    expected: { remaining: usd(1.5), used: usd(0.5), limit: usd(2) },
  },
  {
    title: 'LiteLLM: a key’s own budget beside a lower one that several keys have',
    headers: litellmHeaders,
    answers: keyInfo({
      max_budget: 10,
      litellm_budget_table: { max_budget: '0.75', budget_reset_at: '2026-12-31T00:00:00Z' },
    }),
    expected: { remaining: usd(0.25), used: usd(0.5), limit: usd(0.75), resetsAt: expiry },
  },
  {
    title: 'LiteLLM: limits of windows, with what was used in each, BerriAI/litellm#37044',
    headers: litellmHeaders,
    answers: keyInfo({
      max_budget: 10,
      budget_limits: [
        { budget_duration: '1h', max_budget: 2, reset_at: '2026-12-31T00:00:00Z' },
        { budget_duration: '1d', max_budget: 20 },
      ],
      budget_limits_usage: { '1h': { current_spend: 0.3 }, '1d': { current_spend: 0.4 } },
    }),
    expected: {
      remaining: usd(1.7),
      used: usd(0.5),
      limit: usd(10),
      periods: [
        { period: '1h', used: usd(0.3), limit: usd(2), resetsAt: expiry },
        { period: '1d', used: usd(0.4), limit: usd(20) },
      ],
    },
  },
  {
    title: 'LiteLLM: a limit of a day, of which nothing says how much was used',
    headers: litellmHeaders,
    answers: keyInfo({
      litellm_budget_table: { max_budget: 2.25 },
      budget_limits: [{ budget_duration: '1d', max_budget: 2, reset_at: null }],
    }),
    expected: {
      remaining: usd(1.75),
      isRemainingAtMost: true,
      used: usd(0.5),
      limit: usd(2.25),
      periods: [{ period: '1d', limit: usd(2) }],
    },
  },
  {
    title: 'LiteLLM: a limit of a window only',
    headers: litellmHeaders,
    answers: keyInfo({
      budget_limits: [{ budget_duration: '7d', max_budget: 5 }],
      budget_limits_usage: { '7d': { current_spend: 6 } },
    }),
    expected: {
      remaining: usd(-1),
      used: usd(0.5),
      periods: [{ period: '7d', used: usd(6), limit: usd(5) }],
    },
  },
  {
    title: 'LiteLLM: limits of models only, which the key has all the same',
    headers: litellmHeaders,
    answers: keyInfo({ model_max_budget: { 'gpt-4o': { budget_limit: 1, time_period: '1d' } } }),
    expected: { used: usd(0.5) },
  },
  {
    title: 'LiteLLM: limits of windows in a shape that nobody knows',
    headers: litellmHeaders,
    answers: keyInfo({ budget_limits: { daily: 2 }, budget_limits_usage: null }),
    expected: { used: usd(0.5) },
  },
  {
    title: 'LiteLLM: a key of a team, without a limit of its own',
    headers: litellmHeaders,
    answers: keyInfo({
      team_id: 't',
      budget_limits: [],
      model_max_budget: {},
      litellm_budget_table: { max_budget: null },
    }),
    expected: { used: usd(0.5), isUnlimited: true },
  },
  {
    title: 'sub2api: no rest is stated, but a limit of a day',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        isValid: true,
        remaining: -1,
        unit: 'USD',
        subscription: { daily_usage_usd: 2, daily_limit_usd: 10 },
      }),
    },
    expected: {
      remaining: usd(8),
      periods: [{ period: 'day', used: usd(2), limit: usd(10) }],
    },
  },
  {
    title: 'sub2api: a quota that is used up before the limits of hours and days',
    software: 'sub2api',
    answers: {
      '/v1/usage': json({
        mode: 'quota_limited',
        isValid: true,
        remaining: 0.5,
        unit: 'USD',
        quota: { limit: 10, used: 9.5 },
        rate_limits: [
          { window: '1d', limit: 20, used: 4 },
          { window: '7d', limit: '100', used: '4' },
        ],
      }),
    },
    expected: {
      remaining: usd(0.5),
      used: usd(9.5),
      limit: usd(10),
      periods: [
        { period: '1d', used: usd(4), limit: usd(20) },
        { period: '7d', used: usd(4), limit: usd(100) },
      ],
    },
  },
];
