// The commands of the chat page that concern the balance.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

export const balanceViewCommands = [
  v.strictObject({ type: v.literal('showBalance') }),
  v.strictObject({ type: v.literal('dismissLowBalance') }),
];

export type BalanceCommand = CommandOf<typeof balanceViewCommands>;
