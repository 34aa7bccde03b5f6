// Orphaned answers: still running in the stored conversation because the window that ran them was closed.
import { endStateOf } from '../../../gateway/common/endState';
import type { Failure } from '../../../gateway/common/failure';
import { isRunning, type Conversation } from '../../common/conversation';
import type { AnswerEnded } from '../../common/conversationEvent';

/** The end that each running answer gets if no window runs it any more. `endedAt` is in ms since 1970. */
export function orphanedAnswerEnds(
  { messages, offPath }: Conversation,
  endedAt: number,
): readonly AnswerEnded[] {
  return [...messages, ...offPath].flatMap((message) => {
    if (message.kind !== 'answer' || !isRunning(message.state)) {
      return [];
    }
    // During the pause before an automatic retry the last failure is the end.
    const failure: Failure = message.retryWait?.failure ?? { kind: 'windowClosed' };
    // A continued answer waits again, but has its earlier text.
    const hasContent = message.state === 'streaming' || message.text.trim() !== '';
    const { state } = endStateOf({ stopped: false, refused: false, failure, hasContent });
    return [{ type: 'ended', answerId: message.id, state, outcome: { endedAt, failure } }];
  });
}
