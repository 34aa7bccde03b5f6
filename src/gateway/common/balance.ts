// What a gateway says about the credit of an API key.
import type { Failure } from './failure';
import type { GatewayRef } from './gatewayRef';

/** The interfaces that tell a balance; `balanceSources.ts` describes them. */
export const balanceSourceIds = ['newApi', 'billing', 'sub2api', 'litellm', 'openRouter'] as const;

export type BalanceSourceId = (typeof balanceSourceIds)[number];

/** The currency of amounts in a gateway's own units, whose worth it does not say. */
export const quotaUnits = 'quota units';

export interface Money {
  readonly amount: number;
  /** An ISO 4217 code, `quotaUnits`, or `''` if the gateway does not state it. */
  readonly currency: string;
}

/** A limit of one period, such as a day. */
export interface BalancePeriod {
  /** A word of the gateway, such as `5h`, stands for itself. */
  readonly period: 'day' | 'week' | 'month' | (string & {});
  readonly used: Money;
  /** Absent if there is none. */
  readonly limit?: Money;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
}

/** What the gateway did not say is absent. Times are milliseconds since 1970. */
export interface Balance {
  readonly remaining?: Money;
  /** The key has no limit of its own; the account behind it may have one. */
  readonly isUnlimited?: true;
  readonly used?: Money;
  readonly limit?: Money;
  readonly periods?: readonly BalancePeriod[];
  /** When the spending starts from 0 again. */
  readonly resetsAt?: number;
  readonly expiresAt?: number;
  /** The gateway does not accept the key any more. */
  readonly isInactive?: true;
  /** The gateway's name for the plan, at most 100 characters. */
  readonly plan?: string;
}

export type BalanceResult =
  | {
      readonly ok: true;
      readonly balance: Balance;
      readonly source: BalanceSourceId;
      /** The gateway that was asked. */
      readonly gateway: GatewayRef;
    }
  /** None of the addresses answered with a balance; `failure` is absent if there is none at any of them. */
  | { readonly ok: false; readonly failure?: Failure };

/** Where a balance is asked for. All URLs begin with the Base URL without its version. */
export interface BalancePlace {
  readonly source: BalanceSourceId;
  /** The first URL is asked, and the others only if it answers. */
  readonly urls: readonly [string, ...string[]];
}

export interface BalancePlan {
  readonly baseUrl: string;
  /** Are tried in this order; at most three. */
  readonly places: readonly BalancePlace[];
  /** The gateway has named its software, so nothing is guessed. */
  readonly isKnown: boolean;
  /** What has answered before is asked, and another place could be. */
  readonly canForget: boolean;
}
