// The end states of an answer, and how one is decided, for all API formats.
import type { Failure } from './failure';
import { failureTraits } from './failureTraits';
import { meaningOfFinish } from './finishReason';

export const endStates = [
  /** The model finished normally. */
  'complete',
  /** The user stopped it. */
  'stopped',
  /** It reached the output limit, or the stream ended without a finish reason. */
  'truncated',
  /** A content filter or the model refused. */
  'filtered',
  /** After the first content the connection broke, a time-out expired, or the window closed. */
  'interrupted',
  /** No content was received, or the gateway reported an error. */
  'failed',
] as const;

export type EndState = (typeof endStates)[number];

/** What is known about an answer after its last part. */
export interface AnswerEnd {
  readonly stopped: boolean;
  readonly failure?: Failure | undefined;
  /** The API format's word for it; `''` counts as absent. */
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
