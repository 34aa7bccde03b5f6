// Summarizes the oldest turns of a conversation with its own model; the summary is then sent in their place.
import type {
  Conversation,
  FailedSummary,
  Question,
  Summary,
} from '../../../conversation/common/conversation';
import {
  sendAuxiliaryRequest,
  type AuxiliaryRequestDeps,
  type AuxiliaryRequestEnd,
} from '../../../conversation/node/request/auxiliaryRequest';
import {
  messageCountUpTo,
  requestMessages,
} from '../../../conversation/node/request/requestMessages';
import type { AnswerRun } from '../../../conversation/node/session/answerRun';
import type { ChatMessage } from '../../../gateway/common/chatModel';

export const summaryInstruction =
  'Summarize our conversation so far. You will be given the summary in its place, so keep every fact, name, number, file, identifier, decision and open question that later questions may need; omit greetings and anything that was retracted. Write in the language of the conversation. Answer with the summary only.';

/** Why there is no summary. */
export type SummaryProblem = Pick<AuxiliaryRequestEnd, 'state' | 'outcome'>;

export type SummaryEnd =
  | { readonly summary: Summary }
  | { readonly problem: SummaryProblem; readonly failedSummary: FailedSummary };

/** Summarizes the turns up to and including a question. Calls `onEnd` once. */
export function summarize(
  deps: AuxiliaryRequestDeps,
  conversation: Conversation,
  lastQuestionId: string,
  onEnd: (end: SummaryEnd) => void,
): AnswerRun {
  const { id: chatId, model } = conversation;
  const { systemPrompt } = deps.requestSettings();
  const messages = summaryMessages(conversation, lastQuestionId, systemPrompt);
  const question = { purpose: 'summary', model, messages, chatId } as const;
  return sendAuxiliaryRequest(deps, question, ({ text, state, outcome }) =>
    onEnd(
      // A summary that was cut off is discarded: what it lacks would be lost without notice.
      state === 'complete'
        ? { summary: { text, model, outcome } }
        : { problem: { state, outcome }, failedSummary: { model, outcome } },
    ),
  );
}

/** The turns exactly as they were sent before, so that the gateway's prompt cache applies, then the instruction. */
function summaryMessages(
  conversation: Conversation,
  lastQuestionId: string,
  systemPrompt: string,
): readonly ChatMessage[] {
  const { messages } = conversation;
  const turns = messages.slice(0, messageCountUpTo(messages, lastQuestionId));
  const question: Question = { kind: 'question', id: '', text: summaryInstruction, askedAt: 0 };
  const extended = { ...conversation, messages: [...turns, question] };
  return requestMessages(extended, question, systemPrompt);
}
