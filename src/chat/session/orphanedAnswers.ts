// An answer that still runs in a kept conversation was left by a window that closed, or is given by another one.
import { type Conversation, isRunning } from '../../shared/conversation/conversation';
import type { AnswerEnded } from '../../shared/conversation/conversationEvent';
import type { Failure } from '../../shared/conversation/failure';
import { endStateOf } from './endState';

const windowClosedFailure: Failure = { kind: 'windowClosed' };

/** How each of them ended, as far as can be told here. */
export function orphanedAnswerEnds(
  { messages, offPath }: Conversation,
  endedAt: number,
): readonly AnswerEnded[] {
  return [...messages, ...offPath].flatMap((message) => {
    if (message.kind !== 'answer' || !isRunning(message.state)) {
      return [];
    }
    // In a pause nothing is under way: it ended with what it waited for.
    const failure = message.retryWait?.failure ?? windowClosedFailure;
    const hasContent = message.state === 'streaming' || message.text.trim() !== '';
    const { state } = endStateOf({ stopped: false, refused: false, failure, hasContent });
    return [{ type: 'ended', answerId: message.id, state, outcome: { endedAt, failure } }];
  });
}
