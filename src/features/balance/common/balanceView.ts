// What the chat view shows of the balance, and what it can ask for.
import type { BalanceCommand } from './balanceViewCommands';

/** The same for all chats of a window. */
export interface BalanceViewState {
  /** The last figure of the current gateway, for the user; absent if none is known. */
  readonly balance?: string | undefined;
  /** Says that less is left than a day costs. */
  readonly lowBalance?: string | undefined;
}

export type BalanceEvent = { readonly type: 'balance' } & Required<BalanceViewState>;

declare module '../../../chat/common/features' {
  interface WindowFeatures {
    readonly balance: {
      readonly state: BalanceViewState;
      readonly event: BalanceEvent;
      readonly command: BalanceCommand;
    };
  }
}
