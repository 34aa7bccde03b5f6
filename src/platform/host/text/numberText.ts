// Numbers in the format of the user's language.
import { env, l10n } from 'vscode';
import { once } from '../../../base/once';
import { quotaUnits } from '../../../gateway/common/balance';
import type { Cost } from '../../../gateway/common/prices';

const integer = once(() => new Intl.NumberFormat(env.language, { maximumFractionDigits: 0 }));
const threeDigits = once(
  () => new Intl.NumberFormat(env.language, { maximumSignificantDigits: 3 }),
);
const twoDecimals = once(() => new Intl.NumberFormat(env.language, { maximumFractionDigits: 2 }));

/** Times of fewer ms are shown as this, never as 0. */
const minShownMs = 10;

/** Smaller amounts are shown as less than this, never as 0. */
const minAmount = 0.000_001;

export function countText(count: number): string {
  return integer().format(count);
}

export function secondCountText(count: number): string {
  return count === 1 ? l10n.t('1 second') : l10n.t('{0} seconds', count);
}

export function modelCountText(count: number): string {
  return count === 1 ? l10n.t('1 model') : l10n.t('{0} models', count);
}

export function secondsText(ms: number): string {
  return l10n.t('{0} s', twoDecimals().format(Math.max(ms, minShownMs) / 1000));
}

export function speedText(tokensPerSecond: number): string {
  return l10n.t('{0} tokens/s', threeDigits().format(tokensPerSecond));
}

export function costText({ amount, currency, isMinimum }: Cost): string {
  if (isMinimum === true) {
    return l10n.t('at least {0}', amountText(amount, currency));
  }
  return amount > 0 && amount < minAmount
    ? l10n.t('less than {0}', amountText(minAmount, currency))
    : amountText(amount, currency);
}

/** No price or balance is as much; larger ones would take a line of digits. */
const maxAmount = 1e12;
/** A gateway may name any unit. */
const maxUnitChars = 16;

/** Small amounts are shown with more digits. @param currency see `Money` */
export function amountText(amount: number, currency: string): string {
  const size = Math.abs(amount);
  if (size > maxAmount) {
    const most = amountText(Math.sign(amount) * maxAmount, currency);
    return amount > 0 ? l10n.t('more than {0}', most) : l10n.t('less than {0}', most);
  }
  if (currency === quotaUnits) {
    return l10n.t('{0} quota units', countText(amount));
  }
  const digits =
    size > 0 && size < 0.01
      ? { maximumSignificantDigits: 2 }
      : { minimumFractionDigits: 2, maximumFractionDigits: size >= 1 ? 2 : 4 };
  // Chinese would write US$, next to prices with $; other narrow signs, such as ¥, have several meanings.
  const currencyDisplay = currency.toUpperCase() === 'USD' ? 'narrowSymbol' : 'symbol';
  return /^[A-Z]{3}$/iu.test(currency)
    ? new Intl.NumberFormat(env.language, {
        ...digits,
        style: 'currency',
        currency,
        currencyDisplay,
      }).format(amount)
    : `${new Intl.NumberFormat(env.language, digits).format(amount)} ${currency.slice(0, maxUnitChars)}`.trim();
}
