// Sends nothing that would reach the budget before the user agrees, whatever a request is for.
import type { ChatModel, CompletionRequest } from '../../../gateway/common/chatModel';
import { messageTokens } from '../../../gateway/common/tokenEstimate';
import type { Budget, ReachedBudget } from './budget';

type Purpose = CompletionRequest['purpose'];

/** Who asks the user about a request that would reach the budget; `nobody`: it fails as `overBudget`. */
const askers: Readonly<Record<Purpose, 'earlierStep' | 'dialog' | 'nobody'>> = {
  // The chat's check.
  chat: 'earlierStep',
  // The row that the user has selected says that it costs tokens.
  connectionCheck: 'earlierStep',
  title: 'dialog',
  summary: 'dialog',
  commitMessage: 'dialog',
  // The tools pause, and VS Code's chat shows the failure.
  toolRound: 'nobody',
  vscodeChat: 'nobody',
};

/** Asks in a dialog. Resolves to whether the request may be sent. */
export type AskAboutBudget = (reached: ReachedBudget, purpose: Purpose) => Promise<boolean>;

/**
 * The same model, which asks before it sends.
 * @param text why a request was not sent
 */
export function budgetedChatModel(
  chatModel: ChatModel,
  budget: Budget,
  ask: AskAboutBudget,
  text: (reached: ReachedBudget) => string,
): ChatModel {
  return {
    async *complete(request, signal) {
      const { purpose, messages } = request;
      const asker = askers[purpose];
      const reached =
        asker === 'earlierStep'
          ? undefined
          : await budget.reachedBy(request, messageTokens(messages));
      const isSent = reached === undefined || (asker === 'dialog' && (await ask(reached, purpose)));
      if (isSent || signal.aborted) {
        yield* chatModel.complete(request, signal);
      } else {
        yield { type: 'failure', failure: { kind: 'overBudget', budgetAdvice: text(reached) } };
      }
    },
  };
}
