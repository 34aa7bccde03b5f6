// Sends nothing that would reach the budget before the user agrees, whatever a request is for.
import { assertNever } from '../../../base/assertNever';
import type { ChatModel, CompletionRequest, StreamPart } from '../../../gateway/common/chatModel';
import type { Budget, ReachedBudget } from './budget';

export interface BudgetedChatModelDeps {
  readonly chatModel: ChatModel;
  readonly budget: Budget;
  /** Asks in a dialog. Resolves to whether the request may be sent. */
  readonly ask: (reached: ReachedBudget, purpose: CompletionRequest['purpose']) => Promise<boolean>;
  /** Why the request was not sent. */
  readonly text: (reached: ReachedBudget) => string;
}

/** A request that must not be sent fails as `overBudget`. */
export class BudgetedChatModel implements ChatModel {
  constructor(private readonly deps: BudgetedChatModelDeps) {}

  async *complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    const { chatModel, text } = this.deps;
    const refusing = await this.#refusing(request);
    if (refusing === undefined || signal.aborted) {
      yield* chatModel.complete(request, signal);
    } else {
      yield { type: 'failure', failure: { kind: 'overBudget', budgetAdvice: text(refusing) } };
    }
  }

  async #refusing(request: CompletionRequest): Promise<ReachedBudget | undefined> {
    const { budget, ask } = this.deps;
    switch (request.purpose) {
      // `BudgetCheck` has asked.
      case 'chat':
      // The user has selected the row that says that it costs tokens.
      case 'connectionCheck':
        return undefined;
      // The tools pause, and VS Code's chat shows the failure.
      case 'toolRound':
      case 'vscodeChat':
        return budget.reachedByRequest(request);
      case 'title':
      case 'summary':
      case 'commitMessage': {
        const reached = await budget.reachedByRequest(request);
        const mayBeSent = reached === undefined || (await ask(reached, request.purpose));
        return mayBeSent ? undefined : reached;
      }
      default:
        return assertNever(request.purpose);
    }
  }
}
