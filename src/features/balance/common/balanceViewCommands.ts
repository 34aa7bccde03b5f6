// The command of the chat page that concerns the balance.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

export const balanceViewCommands = [v.strictObject({ type: v.literal('showBalance') })];

export type BalanceCommand = CommandOf<typeof balanceViewCommands>;
