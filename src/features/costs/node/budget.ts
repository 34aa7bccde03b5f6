// The user's budget: what requests may cost in a day and in a month before Portico asks.
import * as v from 'valibot';
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { CompletionRequest } from '../../../gateway/common/chatModel';
import { inputCostOf, type Cost, type PriceOf } from '../../../gateway/common/prices';
import { messageTokens } from '../../../gateway/common/tokenEstimate';
import type { Ledger, LedgerEntry } from '../../../storage/node/ledger';

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
  readonly period: 'day' | 'month';
  readonly limit: Cost;
  readonly spent: Cost;
  /** Requests without a known cost in the budget's currency. */
  readonly uncounted: number;
}

/** A request reaches these parts of the budget, at least one. */
export interface ReachedBudget {
  readonly parts: readonly BudgetPart[];
  /** What the request's input costs; absent if that is not known. */
  readonly input?: Cost;
}

/** From this share on, the user is told. */
const nearShare = 0.8;

export interface BudgetDeps {
  readonly ledger: Pick<Ledger, 'load' | 'day' | 'onDidChange'>;
  readonly setting: () => BudgetSetting | null | undefined;
  readonly ownPrices: () => PriceOf;
  /** What the user has allowed to go past, see `#idOf`; shared by all windows. */
  readonly allowed: {
    readonly all: () => Promise<readonly string[]>;
    readonly add: (id: string) => Promise<void>;
  };
}

export class Budget {
  constructor(private readonly deps: BudgetDeps) {}

  /** The parts that a request would reach and that the user has not allowed to go past; undefined if there are none. */
  async reachedBy(input: Cost | undefined): Promise<ReachedBudget | undefined> {
    const parts = (await this.#parts()).filter(
      ({ spent, limit }) => spent.amount + amountIn(limit.currency, input) >= limit.amount,
    );
    return parts.length === 0 ? undefined : omitUndefined({ parts, input });
  }

  /** The same for a request whose text is known. */
  async reachedByRequest(request: CompletionRequest): Promise<ReachedBudget | undefined> {
    const { model, listedPrice, messages } = request;
    const price = this.deps.ownPrices()(model) ?? listedPrice;
    return this.reachedBy(price && inputCostOf(Math.round(messageTokens(messages)), price));
  }

  /** The part that is nearly reached, or more, and that the user has not allowed to go past. */
  async nearlyReached(): Promise<BudgetPart | undefined> {
    const parts = await this.#parts();
    return parts.find(({ spent, limit }) => spent.amount >= limit.amount * nearShare);
  }

  /** For the rest of the day or month, in all windows. Another limit asks again. */
  async allow({ parts }: ReachedBudget): Promise<void> {
    for (const part of parts) {
      await this.deps.allowed.add(this.#idOf(part));
    }
  }

  onDidSpend(listener: () => void): Disposable {
    return this.deps.ledger.onDidChange(listener);
  }

  /** Those that the user has not allowed to go past. */
  async #parts(): Promise<readonly BudgetPart[]> {
    const { ledger, setting: read, allowed } = this.deps;
    const { perDay, perMonth, currency = '' } = read() ?? {};
    if (perDay === undefined && perMonth === undefined) {
      return [];
    }
    const month = await ledger.load();
    const day = month.filter((entry) => entry.day === ledger.day);
    const parts = [
      partOf('day', perDay, currency, day),
      partOf('month', perMonth, currency, month),
    ];
    const known = await allowed.all();
    return parts.flatMap((part) => part ?? []).filter((part) => !known.includes(this.#idOf(part)));
  }

  #idOf({ period, limit }: BudgetPart): string {
    const { day } = this.deps.ledger;
    return `${period === 'day' ? day : day.slice(0, 7)} ${limit.amount} ${limit.currency}`;
  }
}

function partOf(
  period: BudgetPart['period'],
  limit: number | undefined,
  currency: string,
  entries: readonly LedgerEntry[],
): BudgetPart | undefined {
  if (limit === undefined) {
    return undefined;
  }
  const counted = entries.filter(({ cost }) => cost !== undefined && isCurrency(cost, currency));
  const spent = counted.reduce((sum, { cost }) => sum + amountIn(currency, cost), 0);
  return {
    period,
    limit: { amount: limit, currency },
    spent: { amount: spent, currency },
    uncounted: entries.length - counted.length,
  };
}

/** 0 in another currency: those are never converted. */
function amountIn(currency: string, cost: Cost | undefined): number {
  return cost !== undefined && isCurrency(cost, currency) ? cost.amount : 0;
}

function isCurrency(cost: Cost, currency: string): boolean {
  return cost.currency.toUpperCase() === currency.toUpperCase();
}
