// What a gateway says about the credit of an API key.
import type { Failure } from './failure';
import type { GatewayRef } from './gatewayRef';
import type { GatewaySoftware } from './modelRecord';

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
  readonly used?: Money;
  /** Absent if there is none. */
  readonly limit?: Money;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
}

/** What the gateway did not say is absent. Times are milliseconds since 1970. */
export interface Balance {
  /** The smallest rest of all limits. */
  readonly remaining?: Money;
  /** Not all limits say what was used. */
  readonly isRemainingAtMost?: true;
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
  /** `gateway` was asked. */
  | { readonly ok: true; readonly balance: Balance; readonly gateway: GatewayRef }
  /** `failure` is absent if there is no balance at the address. */
  | { readonly ok: false; readonly failure?: Failure };

/** Where software reports the balance of a key: below the Base URL without its version. */
export interface BalanceAddress {
  readonly software: GatewaySoftware;
  readonly url: string;
}
