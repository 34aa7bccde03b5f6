// Estimates the size of the next request: the reported size of the last one plus an estimate of the difference.
import type {
  Answer,
  Conversation,
  Message,
  QuestionContent,
} from '../../../conversation/common/conversation';
import { sentHistory } from '../../../conversation/node/request/requestMessages';
import {
  estimateTokens,
  imageTokens,
  messageOverheadTokens,
} from '../../../gateway/common/tokenEstimate';
import { isPlausible, type TokenCalibration } from './tokenCalibration';

/** A gateway may add a system prompt of its own to each request. */
const maxHiddenPromptTokens = 50_000;

/** Messages never change, so each is estimated only once. */
const estimates = new WeakMap<Message, number>();

/** The size in tokens of a request that asks `question` after the first `before` messages. */
export function requestTokens(
  conversation: Conversation,
  before: number,
  question: QuestionContent,
  systemPrompt: string,
  calibration: TokenCalibration,
): number {
  const next = estimateRequest(conversation, before, question, systemPrompt);
  const last = lastReportedRequest(conversation, systemPrompt);
  const tokens =
    last === undefined
      ? calibration.apply(next)
      : last.reported + calibration.apply(next - last.estimated);
  return Math.max(0, Math.round(tokens));
}

/** Learns from the token usage that the gateway reported for an answer. */
export function learnFromAnswer(
  { state, text, reasoning, outcome, earlierOutcomes, rounds }: Answer,
  calibration: TokenCalibration,
): void {
  const { outputTokens, reasoningTokens } = outcome?.usage ?? {};
  const isCounted =
    (state === 'complete' || state === 'truncated') &&
    earlierOutcomes === undefined &&
    rounds === undefined &&
    outcome?.toolCalls === undefined;
  if (!isCounted || outputTokens === undefined) {
    return;
  }
  if (reasoningTokens === undefined) {
    calibration.observe(estimateTokens(text + reasoning), outputTokens);
  } else {
    calibration.observe(estimateTokens(text), outputTokens - reasoningTokens);
  }
}

/** A request's size in tokens, as estimated and as reported by the gateway. */
interface ReportedRequest {
  readonly estimated: number;
  readonly reported: number;
}

/** The last request to the conversation's model whose reported size is plausible. */
function lastReportedRequest(
  conversation: Conversation,
  systemPrompt: string,
): ReportedRequest | undefined {
  const { messages, model } = conversation;
  const answer = messages.findLast(
    (message): message is Answer =>
      message.kind === 'answer' && message.model === model && reportedInput(message) > 0,
  );
  const index = messages.findIndex(({ id }) => id === answer?.questionId);
  const question = messages[index];
  if (answer === undefined || question === undefined) {
    return undefined;
  }
  const { startedAt } = answer;
  const estimated = estimateRequest(conversation, index, question, systemPrompt, startedAt);
  const reported = reportedInput(answer);
  return isPlausible(estimated, reported, maxHiddenPromptTokens)
    ? { estimated, reported }
    : undefined;
}

/** What an answer's first request took: those that continue the answer contain its text and what it read, too. */
function reportedInput({ rounds, earlierOutcomes, outcome }: Answer): number {
  const first = rounds === undefined ? (earlierOutcomes?.[0] ?? outcome) : rounds[0]?.outcome;
  return first?.usage?.inputTokens ?? 0;
}

/** The uncorrected number of tokens. `time` is when the request was sent, in ms since 1970; the default is now. */
function estimateRequest(
  conversation: Conversation,
  before: number,
  question: QuestionContent,
  systemPrompt: string,
  time = Infinity,
): number {
  const { summary = '', messages } = sentHistory(conversation, before, question.text, time);
  const contents = [{ text: systemPrompt }, { text: summary }, question];
  return [...messages.map(estimateMessage), ...contents.map(estimateContent)].reduce(
    (sum, tokens) => sum + tokens,
    0,
  );
}

function estimateMessage(message: Message): number {
  const tokens = estimates.get(message) ?? estimateContent(message) + readTokens(message);
  estimates.set(message, tokens);
  return tokens;
}

/** What the calls of an answer and their results take. */
function readTokens(message: Message): number {
  const rounds = message.kind === 'answer' ? (message.rounds ?? []) : [];
  return rounds
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + estimateTokens(run.arguments + (run.result?.text ?? '')), 0);
}

/** 0 for a blank text alone, which is not sent. */
function estimateContent({ text, images = [], attachments = [] }: QuestionContent): number {
  return text.trim() === '' && images.length + attachments.length === 0
    ? 0
    : attachments.reduce(
        (sum, { tokens }) => sum + tokens,
        estimateTokens(text) + images.length * imageTokens + messageOverheadTokens,
      );
}
