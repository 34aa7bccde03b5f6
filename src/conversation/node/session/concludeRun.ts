// The end state and the outcome of a run of an answer.
import type { Outcome } from '../../common/conversation';
import { type EndState, endStateOf } from '../../../gateway/common/endState';

/** How a run ended, and what is known about the answer. */
export interface RunEnd extends Omit<Outcome, 'endedAt'> {
  readonly stopped: boolean;
  /** The model refused in the API format's own field. */
  readonly refused: boolean;
}

/** The end state and the outcome of a run that has ended at `endedAt` (in ms since 1970). */
export function concludeRun(
  { stopped, refused, ...known }: RunEnd,
  hasContent: boolean,
  endedAt: number,
): { readonly state: EndState; readonly outcome: Outcome } {
  const { failure, finishReason } = known;
  const { state, emptyReply } = endStateOf({ stopped, refused, hasContent, failure, finishReason });
  const outcome = { endedAt, ...known };
  return { state, outcome: emptyReply ? { ...outcome, failure: { kind: 'emptyReply' } } : outcome };
}
