// What the chat view shows of the context window: how full it is, and the question that may exceed it.
import type { ContextLimitPrompt, TokenBudget } from '../../../conversation/common/contextLimit';
import type { ContextWindowCommand } from './contextWindowViewCommands';

export interface ContextWindowViewState {
  /** Is present if the model's context length is known. */
  readonly budget?: TokenBudget | undefined;
  /** What the next request costs, for the user; present if the model's price is known. */
  readonly inputCost?: string | undefined;
  /** The same with the longest answer; present if its length is known too. */
  readonly longestCost?: string | undefined;
  /** No source gives the model's context length: the page offers to set it. */
  readonly isContextLengthUnknown?: boolean;
  readonly contextLimitPrompt?: ContextLimitPrompt | undefined;
}

type ContextWindowEvent =
  | ({ readonly type: 'budget' } & Required<Omit<ContextWindowViewState, 'contextLimitPrompt'>>)
  | ({ readonly type: 'contextLimitPrompt' } & Required<
      Pick<ContextWindowViewState, 'contextLimitPrompt'>
    >);

/** Whether the oldest messages are being summarized. */
export function isSummarizing({ contextLimitPrompt }: ContextWindowViewState): boolean {
  return contextLimitPrompt?.isSummarizing === true;
}

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly contextWindow: {
      readonly state: ContextWindowViewState;
      readonly event: ContextWindowEvent;
      readonly command: ContextWindowCommand;
    };
  }
}
