// The one request for a summary, from its sending to the summary or to what became of it instead.
import type { Conversation, FailedSummary, Summary } from '../../shared/conversation/conversation';
import type { AnswerRun } from '../session/answerRun';
import {
  sendAuxiliaryRequest,
  type AuxiliaryRequestEnd,
  type AsideParts,
} from './auxiliaryRequest';
import { summaryMessages } from './summaryRequest';

export type SummaryRunParts = AsideParts;

/** How a summary went wrong. */
export type SummaryProblem = Pick<AuxiliaryRequestEnd, 'state' | 'outcome'>;

export type SummaryEnd =
  | { readonly summary: Summary }
  | { readonly problem: SummaryProblem; readonly lost: FailedSummary };

/** Has a conversation's model sum up its turns up to that of a question; `ended` is called once. */
export function summarize(
  parts: SummaryRunParts,
  conversation: Conversation,
  upTo: string,
  ended: (end: SummaryEnd) => void,
): AnswerRun {
  const { model } = conversation;
  const messages = summaryMessages(conversation, upTo, parts.requestSettings().systemPrompt);
  return sendAuxiliaryRequest(parts, model, messages, ({ text, state, outcome }) =>
    ended(
      // It counts only when it is whole: what a cut one lacks would be lost without a word.
      state === 'complete'
        ? { summary: { text, model, outcome } }
        : { problem: { state, outcome }, lost: { model, outcome } },
    ),
  );
}
