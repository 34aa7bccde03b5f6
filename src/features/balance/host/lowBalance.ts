// Says once a day, in one of all windows, that less is left for a gateway's key than a day costs.
import { join } from 'node:path';
import * as v from 'valibot';
import { l10n } from 'vscode';
import { amountText } from '../../../platform/host/text/numberText';
import { JsonFile } from '../../../storage/node/jsonFile';
import type { Ledger } from '../../../storage/node/ledger';
import type { Balances } from './balances';

const averagedDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

export interface LowBalanceDeps {
  readonly balances: Pick<Balances, 'of'>;
  readonly ledger: Pick<Ledger, 'day' | 'loadSince'>;
  readonly storageFolder: string;
}

export class LowBalance {
  /** The day on which it was said last. */
  readonly #lastDay: JsonFile<string>;

  constructor(private readonly deps: LowBalanceDeps) {
    const path = join(deps.storageFolder, 'lowBalance.json');
    this.#lastDay = new JsonFile(path, (json) => v.parse(v.fallback(v.string(), ''), json));
  }

  /**
   * The line about the balance that was told last; undefined if there is nothing to say.
   * @param gateway its `gatewayId`
   * @param isShown whether this window shows the line already
   */
  async line(gateway: string, isShown: () => boolean): Promise<string | undefined> {
    const { balances, ledger } = this.deps;
    const { remaining, periods } = balances.of(gateway)?.balance ?? {};
    const average = remaining && (await this.#averageCost(gateway, remaining.currency));
    // The limit of a day or a few hours, which starts again, is nearly used up on ordinary days too.
    const isLasting = remaining !== undefined && periods === undefined;
    if (!isLasting || average === undefined || remaining.amount >= average) {
      return undefined;
    }
    if (!isShown()) {
      if ((await this.#lastDay.read()) === ledger.day) {
        return undefined;
      }
      await this.#lastDay.update(() => ledger.day);
    }
    const { currency } = remaining;
    return l10n.t(
      'Only {0} is left for the key. A day costs you about {1} on average.',
      amountText(remaining.amount, currency),
      amountText(average, currency),
    );
  }

  /** Of the days before today with costs in that currency, without costs that are not known. */
  async #averageCost(gateway: string, currency: string): Promise<number | undefined> {
    const { ledger } = this.deps;
    const today = ledger.day;
    const first = new Date(Date.parse(today) - averagedDays * dayMs).toISOString().slice(0, 10);
    const counted = (await ledger.loadSince(first)).filter(
      ({ gateway: asked, day, cost }) =>
        asked === gateway && day < today && cost?.currency === currency && cost.amount > 0,
    );
    const days = new Set(counted.map(({ day }) => day)).size;
    const sum = counted.reduce((all, { cost }) => all + (cost?.amount ?? 0), 0);
    return days === 0 ? undefined : sum / days;
  }
}
