// What the chat view shows of the balance, and what it can ask for.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

/** The same for all chats of a window. */
export interface BalancePart {
  /** The last figure of the current gateway, for the user; absent if none is known. */
  readonly balance?: string | undefined;
}

export type BalanceEvent = { readonly type: 'balance' } & Required<BalancePart>;

export const balanceViewCommands = [v.strictObject({ type: v.literal('showBalance') })];

export type BalanceCommand = CommandOf<typeof balanceViewCommands>;
