// What the chat view shows of the context window: how full it is, and the question that may exceed it.
import type { ReplacedFields } from '../../../chat/common/features';
import type { ContextLimitPrompt, TokenBudget } from '../../../conversation/common/contextLimit';
import type { ContextWindowCommand } from './contextWindowViewCommands';

export interface ContextWindowPart {
  /** Only if the model's context length is known. */
  readonly budget?: TokenBudget | undefined;
  /** For the user; only if the model's price is known. */
  readonly inputCost?: string | undefined;
  /** No source gives the model's context length: the page offers to set it. */
  readonly isContextLengthUnknown?: boolean;
  readonly contextLimitPrompt?: ContextLimitPrompt | undefined;
}

export type ContextWindowEvent =
  | {
      readonly type: 'budget';
      readonly budget: TokenBudget | undefined;
      readonly inputCost?: string | undefined;
      readonly isContextLengthUnknown: boolean;
    }
  | {
      readonly type: 'contextLimitPrompt';
      readonly contextLimitPrompt: ContextLimitPrompt | undefined;
    };

/** Whether the oldest messages are being summarized. */
export function isSummarizing({ contextLimitPrompt }: ContextWindowPart): boolean {
  return contextLimitPrompt?.isSummarizing === true;
}

export const contextWindowFields: ReplacedFields<ContextWindowEvent> = {
  budget: { budget: true, inputCost: true, isContextLengthUnknown: true },
  contextLimitPrompt: { contextLimitPrompt: true },
};

declare module '../../../chat/common/features' {
  interface ChatFeatures {
    readonly contextWindow: {
      readonly state: ContextWindowPart;
      readonly event: ContextWindowEvent;
      readonly command: ContextWindowCommand;
    };
  }
}
