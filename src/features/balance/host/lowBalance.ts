// Says once a day, in one of all windows, that less is left for a gateway's key than a day costs.
import { l10n, type Memento } from 'vscode';
import { costTotals } from '../../../gateway/common/prices';
import { amountText } from '../../../platform/host/text/numberText';
import type { Ledger } from '../../../storage/node/ledger';
import type { Balances } from './balances';

const averagedDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/** The day on which it was said last. */
const mementoKey = 'portico.lowBalanceDay';

export interface LowBalanceDeps {
  readonly balances: Pick<Balances, 'of'>;
  readonly ledger: Pick<Ledger, 'day' | 'loadSince'>;
  readonly globalState: Memento;
}

/**
 * The line about a balance that the gateway reported today; undefined if there is nothing to say.
 * @param gateway its `gatewayId`
 * @param isShown whether this window shows the line already
 */
export async function lowBalanceLine(
  { balances, ledger, globalState }: LowBalanceDeps,
  gateway: string,
  isShown: () => boolean,
): Promise<string | undefined> {
  const today = ledger.day;
  const { balance, fetchedAt = 0 } = balances.of(gateway) ?? {};
  const { remaining, periods = [], resetsAt = Infinity } = balance ?? {};
  // A limit that starts again within a day, or one of a few hours, is nearly used up on ordinary days too.
  const isLasting = periods.every(({ limit }) => !limit) && resetsAt > fetchedAt + dayMs;
  if (!remaining || !isLasting || fetchedAt < Date.parse(`${today}T00:00`)) {
    return undefined;
  }
  const { amount, currency } = remaining;
  const first = new Date(Date.parse(today) - averagedDays * dayMs).toISOString().slice(0, 10);
  // The days before today with costs in that currency, without costs that are not known.
  const counted = (await ledger.loadSince(first)).filter(
    ({ gateway: asked, day, cost }) =>
      asked === gateway && day < today && cost?.currency === currency && cost.amount > 0,
  );
  const days = new Set(counted.map(({ day }) => day)).size;
  const [sum = { amount: 0 }] = costTotals(counted).costs;
  const average = sum.amount / days;
  const isLow = days > 0 && amount < average;
  if (!isLow || (globalState.get(mementoKey) === today && !isShown())) {
    return undefined;
  }
  await globalState.update(mementoKey, today);
  return l10n.t(
    'Only {0} is left for the key. A day costs you about {1} on average.',
    amountText(amount, currency),
    amountText(average, currency),
  );
}
