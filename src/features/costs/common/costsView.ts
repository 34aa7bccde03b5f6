// What the chat view shows of the budget: the question that is held because of it, and how much is spent.
import type { CostsCommand } from './costsViewCommands';

/** All texts are for the user. */
export interface CostsViewState {
  /** Present while a question is held because it would reach the budget. */
  readonly budgetPrompt?:
    | {
        /** The question comes from the queue: the user may be typing, so the panel does not get the focus. */
        readonly isQueued: boolean;
        readonly sentences: readonly string[];
      }
    | undefined;
  /** Present once the budget is nearly reached, or while none of the paid requests counts. */
  readonly budgetLine?: string | undefined;
}

type CostsEvent = { readonly type: 'costs' } & Required<CostsViewState>;

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly costs: {
      readonly state: CostsViewState;
      readonly event: CostsEvent;
      readonly command: CostsCommand;
    };
  }
}
