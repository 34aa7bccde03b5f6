// An answer comes in thousands of pieces; what is kept and told are some tens.
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';

export type DeltaEvent = ConversationEvent & { readonly type: 'textAppended' };

/** Two pieces of one answer as one. */
export function joinDeltas(before: DeltaEvent | undefined, next: DeltaEvent): DeltaEvent {
  return before === undefined
    ? next
    : {
        ...next,
        text: before.text + next.text,
        reasoning: before.reasoning + next.reasoning,
      };
}
