// The commands of the chat page that concern costs.
import * as v from 'valibot';
import type { CommandOf } from '../../../chat/common/commandFields';

const budgetAnswers = ['ask', 'cheaperModel', 'cancel'] as const;

export type BudgetAnswer = (typeof budgetAnswers)[number];

export const costsViewCommands = [
  /** Decides about a question that is held because it would reach the budget. */
  v.strictObject({ type: v.literal('answerBudget'), answer: v.picklist(budgetAnswers) }),
  v.strictObject({ type: v.literal('showCosts') }),
];

export type CostsCommand = CommandOf<typeof costsViewCommands>;
