// Ages in words.
import { l10n } from 'vscode';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long before `now` `then` was; both in ms since 1970. */
export function ageText(then: number, now: number): string {
  const age = Math.max(0, now - then);
  if (age < minute) {
    return l10n.t('just now');
  }
  if (age < hour) {
    return l10n.t('{0} min ago', Math.floor(age / minute));
  }
  return age < 2 * day
    ? l10n.t('{0} h ago', Math.floor(age / hour))
    : l10n.t('{0} days ago', Math.floor(age / day));
}
