// Numbers as the user's language writes them.
import { env, l10n } from 'vscode';
import { once } from '../../base/once';
import type { Cost } from '../../chat/cost/prices';

const whole = once(() => new Intl.NumberFormat(env.language, { maximumFractionDigits: 0 }));
const rough = once(() => new Intl.NumberFormat(env.language, { maximumSignificantDigits: 3 }));
const seconds = once(
  () =>
    new Intl.NumberFormat(env.language, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'narrow',
      maximumFractionDigits: 2,
    }),
);

/** The least that is told as a number: what costs something is never told as 0. */
const leastAmount = 0.000_001;

export function countText(count: number): string {
  return whole().format(count);
}

export function secondsText(ms: number): string {
  return seconds().format(ms / 1000);
}

export function speedText(tokensPerSecond: number): string {
  return l10n.t('{0} tokens/s', rough().format(tokensPerSecond));
}

export function costText({ amount, currency }: Cost): string {
  return amount > 0 && amount < leastAmount
    ? l10n.t('less than {0}', amountText(leastAmount, currency))
    : amountText(amount, currency);
}

/** The smaller the amount, the more of its digits tell something. */
function amountText(amount: number, currency: string): string {
  const digits = {
    minimumFractionDigits: 2,
    maximumFractionDigits: amount >= 1 ? 2 : amount >= 0.01 ? 4 : 6,
  };
  return /^[A-Z]{3}$/u.test(currency)
    ? new Intl.NumberFormat(env.language, { ...digits, style: 'currency', currency }).format(amount)
    : `${new Intl.NumberFormat(env.language, digits).format(amount)} ${currency}`;
}
