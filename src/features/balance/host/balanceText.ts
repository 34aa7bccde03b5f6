// What the user reads about a balance.
import { env, l10n } from 'vscode';
import {
  quotaUnits,
  type Balance,
  type BalancePeriod,
  type Money,
} from '../../../gateway/common/balance';
import { amountText } from '../../../platform/host/text/numberText';
import type { FetchedBalance } from './balances';

/** The one figure that matters, in a few words. @param now milliseconds since 1970 */
export function balanceSummary(balance: Balance, now: number): string {
  const { remaining, isRemainingAtMost, isUnlimited, used, limit, isInactive, expiresAt } = balance;
  if (isInactive === true) {
    return l10n.t('The gateway no longer accepts this key');
  }
  if (expiresAt !== undefined && expiresAt <= now) {
    return l10n.t('The key expired on {0}', dateText(expiresAt));
  }
  if (remaining !== undefined) {
    return isRemainingAtMost === true
      ? l10n.t('At most {0} left', unitText(remaining))
      : l10n.t('{0} left', unitText(remaining));
  }
  if (isUnlimited === true) {
    return used === undefined
      ? l10n.t('This key has no limit of its own')
      : l10n.t('This key has no limit of its own; {0} used', unitText(used));
  }
  return limit === undefined
    ? l10n.t("The gateway doesn't say what is left")
    : l10n.t("Limit {0}; the gateway doesn't say what is left", unitText(limit));
}

/** The figure where it stands for longer. */
export function timedSummary({ balance, fetchedAt }: FetchedBalance, now: number): string {
  return l10n.t('{0} (as of {1})', balanceSummary(balance, now), dateText(fetchedAt, true));
}

/** What else the gateway said, one line each. @param now milliseconds since 1970 */
export function balanceDetails(balance: Balance, now: number): readonly string[] {
  const { isUnlimited, used, limit, periods = [], resetsAt, expiresAt, plan } = balance;
  return [
    ...(used === undefined || isUnlimited === true ? [] : [usedText({ used, limit })]),
    ...periods.map(periodText),
    ...(resetsAt === undefined
      ? []
      : [l10n.t('The budget starts again on {0}', dateText(resetsAt))]),
    ...(expiresAt === undefined || expiresAt <= now
      ? []
      : [l10n.t('The key is valid until {0}', dateText(expiresAt))]),
    ...(plan === undefined ? [] : [l10n.t('Plan: {0}', plan)]),
  ];
}

function periodText({ period, resetsAt, ...amounts }: BalancePeriod): string {
  const text = l10n.t('{0}: {1}', periodName(period), usedText(amounts));
  return resetsAt === undefined
    ? text
    : l10n.t('{0}, starts again on {1}', text, dateText(resetsAt, true));
}

/** What is unknown is `?`. */
function usedText(amounts: { used?: Money | undefined; limit?: Money | undefined }): string {
  const { used, limit } = amounts;
  const text = used === undefined ? '?' : moneyText(used);
  return limit === undefined
    ? l10n.t('{0} used', text)
    : l10n.t('{0} of {1} used', text, moneyText(limit));
}

function periodName(period: string): string {
  switch (period) {
    case 'day':
      return l10n.t('Today');
    case 'week':
      return l10n.t('This week');
    case 'month':
      return l10n.t('This month');
    default:
      return period;
  }
}

/** Says so where the gateway states no currency: once, in the summary. */
function unitText(money: Money): string {
  switch (money.currency) {
    case '':
      return l10n.t('{0} of an unknown currency', moneyText(money));
    case quotaUnits:
      return l10n.t('{0} of unknown worth', moneyText(money));
    default:
      return moneyText(money);
  }
}

function moneyText({ amount, currency }: Money): string {
  return amountText(amount, currency);
}

function dateText(time: number, withTime = false): string {
  return new Intl.DateTimeFormat(env.language, {
    dateStyle: 'medium',
    ...(withTime ? { timeStyle: 'short' as const } : {}),
  }).format(time);
}
