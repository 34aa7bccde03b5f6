// The user's budget: what requests may cost in a day and in a month before Portico asks.
import * as v from 'valibot';
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import { costOf, type Cost, type PriceOf } from '../../../gateway/common/prices';
import { isLocal } from '../../../gateway/node/baseUrl';
import { baseUrlOf } from '../../../gateway/node/namedGateways';
import { monthOf, type Ledger } from '../../../storage/node/ledger';
import type { StringListFile } from '../../../storage/node/stringListFile';

const amount = v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0)));

const setting = v.pipe(
  v.strictObject({
    perDay: amount,
    perMonth: amount,
    currency: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  }),
  v.check(({ perDay, perMonth }) => perDay !== undefined || perMonth !== undefined),
);

type BudgetSetting = v.InferOutput<typeof setting>;

/** The value of `portico.budget`; `null` where none is set, undefined for a value that cannot be used. */
export function readBudget(value: unknown): BudgetSetting | null | undefined {
  const read = v.safeParse(v.nullable(setting), value ?? null);
  return read.success ? read.output : undefined;
}

/** How much of a budget's part is spent. */
export interface BudgetPart {
  /** The day or month, the limit and its currency: another limit is another part. */
  readonly id: string;
  readonly period: 'day' | 'month';
  readonly limit: Cost;
  readonly spent: Cost;
  /** Requests without a known cost in the budget's currency. */
  readonly uncounted: number;
  /** A line shows it: it is nearly spent, or none of the requests that were paid is counted. */
  readonly isShown: boolean;
}

/** A request reaches these parts of the budget, at least one. */
export interface ReachedBudget {
  readonly parts: readonly BudgetPart[];
  /** What the request's input costs; absent if that is not known. */
  readonly input?: Cost;
}

/** From this share of the budget on, a line in the chat says how much is spent. */
const nearShare = 0.8;

export interface BudgetDeps {
  readonly ledger: Pick<Ledger, 'load' | 'day'>;
  readonly setting: () => BudgetSetting | null | undefined;
  readonly ownPrices: () => PriceOf;
  /** The IDs of the parts that the user has allowed to go past; shared by all windows. */
  readonly allowed: Pick<StringListFile, 'all' | 'add'>;
}

export class Budget {
  constructor(private readonly deps: BudgetDeps) {}

  get isSet(): boolean {
    return Boolean(this.deps.setting());
  }

  /**
   * The parts that a request would reach and that the user has not allowed to go past; undefined if there are none, or if the
   * model costs nothing.
   */
  async reachedBy(
    { model, listedPrice }: Pick<CompletionRequest, 'model' | 'listedPrice'>,
    inputTokens: number,
  ): Promise<ReachedBudget | undefined> {
    const price = this.deps.ownPrices()(model) ?? listedPrice;
    if (costOf({ inputTokens: 1, outputTokens: 1 }, price)?.amount === 0) {
      return undefined;
    }
    const input = costOf({ inputTokens: Math.round(inputTokens), outputTokens: 0 }, price);
    const parts = (await this.#parts()).filter(
      ({ spent, limit }) =>
        spent.amount + (isIn(limit.currency, input) ? input.amount : 0) >= limit.amount,
    );
    return parts.length === 0 ? undefined : omitUndefined({ parts, input });
  }

  async partsToShow(): Promise<readonly BudgetPart[]> {
    return (await this.#parts()).filter(({ isShown }) => isShown);
  }

  /** Stops asking for the rest of the day or month, in all windows. Another limit asks again. */
  async allow({ parts }: ReachedBudget): Promise<void> {
    for (const { id } of parts) {
      await this.deps.allowed.add(id);
    }
  }

  /** Those that the user has not allowed to go past. */
  async #parts(): Promise<readonly BudgetPart[]> {
    const { ledger, setting: read, allowed } = this.deps;
    const { perDay, perMonth, currency } = read() ?? {};
    if (currency === undefined) {
      return [];
    }
    const entries = await ledger.load();
    const known = await allowed.all();
    const today = ledger.day;
    const periods = [
      ['day', today, perDay],
      ['month', monthOf(today), perMonth],
    ] as const;
    return periods.flatMap(([period, date, limit]) => {
      const id = `${date} ${limit} ${currency}`;
      if (limit === undefined || known.includes(id)) {
        return [];
      }
      const requests = entries.filter(({ day }) => day.startsWith(date));
      const costs = requests.flatMap(({ cost }) => (isIn(currency, cost) ? cost.amount : []));
      const spent = costs.reduce((sum, cost) => sum + cost, 0);
      // Models of a gateway of one's own are free if they have no price.
      const isPaid = requests.some(({ gateway, cost }) =>
        cost === undefined ? !isLocal(baseUrlOf(gateway)) : cost.amount > 0,
      );
      return {
        id,
        period,
        limit: { amount: limit, currency },
        spent: { amount: spent, currency },
        uncounted: requests.length - costs.length,
        isShown: spent >= limit * nearShare || (costs.length === 0 && isPaid),
      };
    });
  }
}

/** Other currencies are never converted. */
function isIn(currency: string, cost: Cost | undefined): cost is Cost {
  return cost?.currency.toUpperCase() === currency.toUpperCase();
}
