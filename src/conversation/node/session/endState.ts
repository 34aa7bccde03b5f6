// Decides the end state of an answer, for all API formats.
import type { EndState, Outcome } from '../../common/conversation';
import type { Failure } from '../../../gateway/common/failure';
import { failureTraits } from '../../../gateway/common/failureTraits';
import { meaningOfFinish } from '../../../gateway/common/finishReason';

/** What is known about an answer after its last part. */
export interface AnswerEnd {
  readonly stopped: boolean;
  readonly failure?: Failure | undefined;
  /** In the API format's words; `''` counts as none. */
  readonly finishReason?: string | undefined;
  readonly refused: boolean;
  /** Text, reasoning or a tool call arrived. */
  readonly hasContent: boolean;
}

/** `emptyReply`: the answer ended normally but has no content. */
export function endStateOf(end: AnswerEnd): { state: EndState; emptyReply: boolean } {
  if (end.stopped) {
    return { state: 'stopped', emptyReply: false };
  }
  if (end.failure?.kind === 'contentFiltered') {
    return { state: 'filtered', emptyReply: false };
  }
  if (end.failure !== undefined) {
    const { progress } = failureTraits[end.failure.kind];
    const interrupted = end.hasContent && progress === 'cutOff';
    return { state: interrupted ? 'interrupted' : 'failed', emptyReply: false };
  }
  const { finishReason: reason = '' } = end;
  const meaning = meaningOfFinish(reason);
  if (end.refused || meaning === 'filter') {
    return { state: 'filtered', emptyReply: false };
  }
  if (meaning === 'length') {
    return { state: 'truncated', emptyReply: false };
  }
  if (!end.hasContent) {
    return { state: 'failed', emptyReply: true };
  }
  return { state: reason === '' ? 'truncated' : 'complete', emptyReply: false };
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

/** How a run ended, and what is known about the answer. */
export interface RunEnd extends Omit<Outcome, 'endedAt'> {
  readonly stopped: boolean;
  /** The model refused in the API format's own field. */
  readonly refused: boolean;
}
