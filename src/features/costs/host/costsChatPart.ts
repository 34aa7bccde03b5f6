// The budget in a chat: the check of its questions, and the line that says how much is spent.
import { omitUndefined } from '../../../base/omitUndefined';
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import { inputCostOf } from '../../../gateway/common/prices';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand } from '../../../platform/host/typedCommands';
import type { ContextBudget } from '../../contextWindow/node/contextBudget';
import type { ModelLookup } from '../../models/host/modelLookup';
import type { CostsViewState } from '../common/costsView';
import type { CostsCommand } from '../common/costsViewCommands';
import type { Budget } from '../node/budget';
import { BudgetCheck } from '../node/budgetCheck';
import { budgetSentences, spentSentences } from './budgetTexts';

export interface CostsDeps {
  readonly budget: Budget;
  readonly lookup: Pick<ModelLookup, 'price'>;
}

export function costsChatPart(
  { session, disposables, send }: ChatCore,
  { budget, lookup }: CostsDeps,
  contextBudget: Pick<ContextBudget, 'tokensOf'>,
) {
  let budgetLine: string | undefined;
  const questions = new BudgetCheck({
    budget,
    inputCost: async ({ content, before }, model = session.conversation.model) => {
      const tokens = contextBudget.tokensOf(session.conversation, before, content);
      const price = await lookup.price(model);
      return price && inputCostOf(tokens, price);
    },
    onChange: () => show(),
  });
  const view = (): Required<CostsViewState> => {
    const { held } = questions;
    const isQueued = held?.isQueued === true || undefined;
    const budgetPrompt = held && omitUndefined({ sentences: budgetSentences(held), isQueued });
    return { budgetPrompt, budgetLine };
  };
  const show = (): void => send({ type: 'costs', ...view() });
  const refresh = async (): Promise<void> => {
    const near = await budget.nearlyReached();
    const line = near && joinSentences(...spentSentences([near]));
    if (line !== budgetLine) {
      budgetLine = line;
      show();
    }
  };
  disposables.add(budget.onDidSpend(() => void refresh()));
  disposables.add(onDidChangeSetting(['portico.budget'], () => void refresh()));
  void refresh();
  const commands: CommandHandlers<CostsCommand> = {
    answerBudget: async ({ answer }) => {
      if (answer === 'ask') {
        await questions.askAnyway();
        await refresh();
        return;
      }
      questions.cancel();
      if (answer === 'cheaperModel') {
        await runCommand('portico.selectModel');
      }
    },
    showCosts: () => runCommand('portico.showCosts'),
  };
  return { check: questions.check, view, commands };
}
