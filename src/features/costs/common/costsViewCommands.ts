// The commands of the chat page that concern costs.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

export const costsViewCommands = [
  /** Decides about a question that is held because it would reach the budget. */
  v.strictObject({
    type: v.literal('answerBudget'),
    answer: v.picklist(['ask', 'cheaperModel', 'cancel']),
  }),
  v.strictObject({ type: v.literal('showCosts') }),
];

export type CostsCommand = CommandOf<typeof costsViewCommands>;
