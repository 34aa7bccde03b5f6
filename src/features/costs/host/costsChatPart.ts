// The budget in a chat: a question that would reach it is held until the user has decided, and a line says how much is spent.
import type { Disposable } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import type { SendCheck } from '../../../conversation/node/send/sendCheck';
import { isFailure } from '../../../gateway/common/failure';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand } from '../../../platform/host/typedCommands';
import type { Ledger } from '../../../storage/node/ledger';
import type { ContextBudget } from '../../contextWindow/node/contextBudget';
import type { BudgetPrompt, CostsViewState } from '../common/costsView';
import type { CostsCommand } from '../common/costsViewCommands';
import type { Budget } from '../node/budget';
import { budgetSentences, spentSentences } from './budgetTexts';

export interface CostsDeps {
  readonly budget: Budget;
  readonly ledger: Ledger;
}

export function costsChatPart(
  { session, requests, disposables, send }: ChatCore,
  { budget, ledger }: CostsDeps,
  contextBudget: Pick<ContextBudget, 'tokensOf'>,
) {
  const { clock } = requests;
  let budgetLine: string | undefined;
  /** The line is of a day. */
  let midnight: Disposable | undefined;
  let held: { prompt: BudgetPrompt; answer: (isAllowed: boolean) => Promise<void> } | undefined;
  const view = (): Required<CostsViewState> => ({ budgetPrompt: held?.prompt, budgetLine });
  const show = (): void => send({ type: 'costs', ...view() });
  const refresh = async (): Promise<void> => {
    const part = await budget.partToShow();
    const line = part && joinSentences(...spentSentences([part]));
    midnight?.dispose();
    if (line !== undefined) {
      const now = clock.now();
      midnight = clock.after(new Date(now).setHours(24, 0, 0, 0) - now, () => void refresh());
    }
    if (line !== budgetLine) {
      budgetLine = line;
      show();
    }
  };
  const check: SendCheck = async (
    { source, question, requestEnd = question, model = session.conversation.model },
    connection,
    signal,
  ) => {
    if (isFailure(connection) || requestEnd === undefined || !budget.isSet) {
      return true;
    }
    const { content, before } = requestEnd;
    const tokens = contextBudget.tokensOf(session.conversation, before, content);
    const { listedPrice } = await requests.lookUpModel(model);
    const reached = await budget.reachedBy(omitUndefined({ model, listedPrice }), tokens);
    if (reached === undefined || signal.aborted) {
      return true;
    }
    const isQueued = typeof source === 'object' || undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    held = {
      prompt: omitUndefined({ sentences: budgetSentences(reached), isQueued }),
      answer: async (isAllowed) => {
        await (isAllowed && budget.allow(reached));
        resolve(isAllowed);
      },
    };
    show();
    signal.addEventListener('abort', () => resolve(false));
    const answered = promise.then((isAllowed) => {
      held = undefined;
      show();
      void refresh();
      return isAllowed;
    });
    return { answered };
  };
  disposables.add({ dispose: () => midnight?.dispose() });
  disposables.add(ledger.onDidChange(() => void refresh()));
  disposables.add(onDidChangeSetting(['portico.budget'], () => void refresh()));
  void refresh();
  const commands: CommandHandlers<CostsCommand> = {
    answerBudget: async ({ answer }) => {
      await held?.answer(answer === 'ask');
      if (answer === 'cheaperModel') {
        await runCommand('portico.selectModel');
      }
    },
    showCosts: () => runCommand('portico.showCosts'),
  };
  return { check, view, commands };
}
