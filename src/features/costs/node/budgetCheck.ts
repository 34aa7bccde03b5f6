// Holds a question that would reach the budget until the user has decided.
import type { RequestEnd, SendCheck } from '../../../conversation/node/send/sendCheck';
import { isFailure } from '../../../gateway/common/failure';
import type { Cost } from '../../../gateway/common/prices';
import type { Budget, ReachedBudget } from './budget';

export interface BudgetCheckDeps {
  readonly budget: Budget;
  /**
   * What the input of a request costs; undefined if that is not known.
   * @param model by default the chat's
   */
  readonly inputCost: (end: RequestEnd, model: string | undefined) => Promise<Cost | undefined>;
  /** Called when `held` has changed. */
  readonly onChange: () => void;
}

interface HeldQuestion extends ReachedBudget {
  /** The question comes from the queue: the user may be doing something else. */
  readonly isQueued: boolean;
  readonly answer: (isAllowed: boolean) => void;
}

export class BudgetCheck {
  #held: HeldQuestion | undefined;

  constructor(private readonly deps: BudgetCheckDeps) {}

  get held(): HeldQuestion | undefined {
    return this.#held;
  }

  readonly check: SendCheck = async (
    { source, question, requestEnd = question, model },
    connection,
    signal,
  ) => {
    if (isFailure(connection)) {
      return true;
    }
    const { budget, inputCost } = this.deps;
    const input = requestEnd && (await inputCost(requestEnd, model));
    const reached = await budget.reachedBy(input);
    if (reached === undefined || signal.aborted) {
      return true;
    }
    const isQueued = typeof source === 'object';
    const answered = new Promise<boolean>((answer) => this.#hold({ ...reached, isQueued, answer }));
    signal.addEventListener('abort', () => this.cancel());
    return { answered };
  };

  async askAnyway(): Promise<void> {
    if (this.#held !== undefined) {
      await this.deps.budget.allow(this.#held);
      this.#end(true);
    }
  }

  cancel(): void {
    this.#end(false);
  }

  #end(isAllowed: boolean): void {
    const held = this.#held;
    if (held !== undefined) {
      this.#hold(undefined);
      held.answer(isAllowed);
    }
  }

  #hold(held: HeldQuestion | undefined): void {
    this.#held = held;
    this.deps.onChange();
  }
}
