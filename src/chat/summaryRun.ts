// The one request for a summary, from its sending to the summary or to what became of it instead.
import type { Conversation, EndState, LostSummary, Outcome, Summary } from '../shared/conversation';
import type { Failure } from '../shared/failure';
import { AnswerRun, type RunEnd } from './answerRun';
import type { AskedRequestsParts } from './askedRequests';
import type { ChatSessionParts } from './chatSession';
import { endStateOf } from './endState';
import { summaryMessages } from './summaryRequest';

export type SummaryRunParts = AskedRequestsParts &
  Pick<ChatSessionParts, 'chatModel' | 'clock' | 'listedPrice'>;

/** How a summary went wrong. */
export interface SummaryProblem {
  readonly state: EndState;
  readonly outcome: Outcome;
}

export type SummaryEnd =
  { readonly summary: Summary } | { readonly problem: SummaryProblem; readonly lost: LostSummary };

/** Has a conversation's model sum up its turns up to that of a question; `ended` is called once. */
export function summarise(
  { chatModel, clock, formOf, listedPrice, requestSettings }: SummaryRunParts,
  conversation: Conversation,
  upTo: string,
  ended: (end: SummaryEnd) => void,
): AnswerRun {
  const { model } = conversation;
  const { systemPrompt, ...settings } = requestSettings();
  const messages = summaryMessages(conversation, upTo, systemPrompt);
  let text = '';
  let given: Failure | undefined;
  const run = new AnswerRun(clock, {
    delta: (delta) => (text += delta.text),
    // What to do instead of waiting is the user's choice, and the panel offers it.
    waits: ({ failure }) => {
      given = failure;
      run.stop();
    },
    askedAgain: () => undefined,
    sent: () => undefined,
    ended: (end) => {
      const { stopped: _stopped, refused: _refused, ...known } = end;
      const { state, failure } = summaryEnd(
        text,
        given === undefined ? end : { refused: false, stopped: false, failure: given },
      );
      const outcome = { endedAt: clock.now(), ...known, ...(failure && { failure }) };
      ended(
        state === 'complete'
          ? { summary: { text, model, outcome } }
          : { problem: { state, outcome }, lost: { model, outcome } },
      );
    },
  });
  void run.follow(async (signal) => {
    const form = await formOf(model);
    const parts = chatModel.complete({ form, model, messages, ...settings }, signal);
    return { form, listedPrice: await listedPrice(model), parts, seam: undefined };
  });
  return run;
}

/** A summary counts only when it is whole: what a cut one lacks would be lost without a word. */
function summaryEnd(
  text: string,
  { stopped, refused, failure, finishReason }: RunEnd,
): { readonly state: EndState; readonly failure?: Failure | undefined } {
  const hasContent = text.trim() !== '';
  const { state, emptyReply } = endStateOf({
    stopped,
    refused,
    hasContent,
    failure,
    finishReason,
  });
  return { state, failure: emptyReply ? { kind: 'emptyReply' } : failure };
}
