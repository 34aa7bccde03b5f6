// The budget in a chat: a question that would reach it is held until the user has decided, and a line says how much is spent.
import { DisposableValue } from '../../../base/disposable';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ChatCore, CommandHandlers } from '../../../chat/host/chat';
import { HeldQuestion } from '../../../conversation/node/send/heldQuestion';
import { sentConversation, type SendCheck } from '../../../conversation/node/send/sendCheck';
import { isFailure } from '../../../gateway/common/failure';
import { onDidChangeSetting } from '../../../platform/host/settings';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { runCommand } from '../../../platform/host/typedCommands';
import type { Ledger } from '../../../storage/node/ledger';
import type { ContextBudget } from '../../contextWindow/node/contextBudget';
import type { CostsViewState } from '../common/costsView';
import type { CostsCommand } from '../common/costsViewCommands';
import type { Budget, ReachedBudget } from '../node/budget';
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
  const held = disposables.add(new HeldQuestion<ReachedBudget & { readonly isQueued: boolean }>());
  let budgetLine: string | undefined;
  /** At midnight, what the line says of the day is no longer true. */
  const midnight = disposables.add(new DisposableValue());
  const view = (): Required<CostsViewState> => ({
    budgetPrompt: held.state && {
      isQueued: held.state.isQueued,
      sentences: budgetSentences(held.state),
    },
    budgetLine,
  });
  const show = (): void => send({ type: 'costs', ...view() });
  const refresh = async (): Promise<void> => {
    const parts = await budget.partsToShow();
    const line = parts.length === 0 ? undefined : joinSentences(...spentSentences(parts));
    const now = clock.now();
    midnight.value =
      line === undefined
        ? undefined
        : clock.after(new Date(now).setHours(24, 0, 0, 0) - now, () => void refresh());
    if (line !== budgetLine) {
      budgetLine = line;
      show();
    }
  };
  const check: SendCheck = async (pending, connection, signal) => {
    const { source, question, requestEnd = question, model = session.conversation.model } = pending;
    if (isFailure(connection) || requestEnd === undefined || !budget.isSet) {
      return true;
    }
    const { content, before } = requestEnd;
    const conversation = sentConversation(pending, session.conversation);
    const tokens = contextBudget.tokensOf(conversation, before, content);
    const { listedPrice } = await requests.lookUpModel(model);
    const reached = await budget.reachedBy(omitUndefined({ model, listedPrice }), tokens);
    if (reached === undefined || signal.aborted) {
      return true;
    }
    return held.hold({ ...reached, isQueued: typeof source === 'object' }, signal);
  };
  disposables.add(held.onDidChange(show));
  disposables.add(ledger.onDidChange(() => void refresh()));
  disposables.add(onDidChangeSetting(['portico.budget'], () => void refresh()));
  void refresh();
  const commands: CommandHandlers<CostsCommand> = {
    answerBudget: async ({ answer }) => {
      if (answer === 'ask' && held.state !== undefined) {
        await budget.allow(held.state);
        void refresh();
      }
      held.release(answer === 'ask');
      if (answer === 'cheaperModel') {
        await runCommand('portico.selectModel');
      }
    },
    showCosts: () => runCommand('portico.showCosts'),
  };
  return { check, view, commands };
}
