// How many tokens the next request comes to: the last one's count as reported, and what differs estimated.
import type {
  Answer,
  Conversation,
  Message,
  Question,
} from '../../shared/conversation/conversation';
import { sentHistory } from '../request/requestMessages';
import type { TokenCalibration } from './tokenCalibration';
import {
  addTokens,
  countTokens,
  messageFrame,
  noTokens,
  pictureTokens,
  subtractTokens,
  type TokenCount,
} from './tokenEstimate';

/** What a gateway may add to a request unseen, a system prompt of its own say: mostly, and at most; in tokens. */
const unseenPrompt = 150;
const longestUnseenPrompt = 50_000;
/** What a report of one text may count besides it, its end mark say; in tokens. */
const endMarks = 4;

/** Messages never change, so each is read once and typing reads only the draft. */
const counted = new WeakMap<Message, TokenCount>();

/** What a message holds, of the user's own or of a request's end. */
export type Content = Pick<Question, 'text' | 'images'>;

/** The tokens of a request that asks `question` behind the first `before` messages. */
export function requestTokens(
  conversation: Conversation,
  before: number,
  question: Content,
  systemPrompt: string,
  calibration: TokenCalibration,
): number {
  const next = requestCount(conversation, before, question, systemPrompt);
  const last = lastReported(conversation, conversation.model, systemPrompt, calibration);
  const tokens =
    last === undefined
      ? calibration.tokens(next)
      : last.tokens + calibration.tokens(subtractTokens(next, last.count));
  return Math.max(0, Math.round(tokens));
}

/** Learns from the usage that the gateway reported with an answer. */
export function learnFromAnswer(
  conversation: Conversation,
  answer: Answer,
  systemPrompt: string,
  calibration: TokenCalibration,
): void {
  const said = reportedAnswer(answer);
  if (said !== undefined) {
    calibration.observe(said.count, said.tokens, endMarks);
  }
  if (reportedInput(answer) === 0) {
    return;
  }
  const at = conversation.messages.indexOf(answer);
  const earlier = { ...conversation, messages: conversation.messages.slice(0, at) };
  const asked = reportedRequest(conversation, answer, systemPrompt, calibration);
  const before = lastReported(earlier, answer.model, systemPrompt, calibration);
  if (asked !== undefined && before !== undefined) {
    const more = subtractTokens(asked.count, before.count);
    calibration.observe(more, asked.tokens - before.tokens, endMarks);
  } else if (asked !== undefined) {
    calibration.observe(asked.count, asked.tokens, unseenPrompt);
  }
}

/** A request and what the gateway counted it as. */
interface Reported {
  readonly count: TokenCount;
  readonly tokens: number;
}

/** The newest request of this conversation to a model that the gateway counted, if that can be believed. */
function lastReported(
  conversation: Conversation,
  model: string,
  systemPrompt: string,
  calibration: TokenCalibration,
): Reported | undefined {
  const answer = conversation.messages.findLast(
    (message): message is Answer =>
      message.kind === 'answer' && message.model === model && reportedInput(message) > 0,
  );
  return answer && reportedRequest(conversation, answer, systemPrompt, calibration);
}

function reportedRequest(
  conversation: Conversation,
  answer: Answer,
  systemPrompt: string,
  calibration: TokenCalibration,
): Reported | undefined {
  const { messages } = conversation;
  const at = messages.findIndex(({ id }) => id === answer.questionId);
  const question = messages[at] ?? { text: '' };
  const count = requestCount(conversation, at, question, systemPrompt, answer.startedAt);
  const tokens = reportedInput(answer);
  // A prompt of the gateway's own is no reason to disbelieve a count: it is there each time.
  const unseen = tokens - calibration.tokens(count);
  const believed =
    (unseen > 0 && unseen < longestUnseenPrompt) ||
    calibration.isPlausible(count, tokens, unseenPrompt);
  return at >= 0 && believed ? { count, tokens } : undefined;
}

/** Of the request that began the answer: one that has it go on holds the answer too. */
function reportedInput(answer: Answer): number {
  return (answer.earlierOutcomes?.[0] ?? answer.outcome)?.usage?.inputTokens ?? 0;
}

/** What the gateway counted the answer's own text as; undefined where that cannot be told. */
function reportedAnswer({
  state,
  text,
  reasoning,
  outcome,
  earlierOutcomes,
}: Answer): Reported | undefined {
  const whole = earlierOutcomes === undefined && (state === 'complete' || state === 'truncated');
  const { outputTokens, reasoningTokens } = outcome?.usage ?? {};
  if (!whole || outputTokens === undefined || outcome?.toolCalls !== undefined) {
    return undefined;
  }
  return reasoningTokens === undefined
    ? { count: countTokens(text + reasoning), tokens: outputTokens }
    : { count: countTokens(text), tokens: outputTokens - reasoningTokens };
}

/** `time`: when it was asked, in ms since 1970; now, unless given. */
function requestCount(
  conversation: Conversation,
  before: number,
  question: Content,
  systemPrompt: string,
  time = Infinity,
): TokenCount {
  const { summary = '', messages: history } = sentHistory(conversation, before, question.text, time);
  const contents = [{ text: systemPrompt }, { text: summary }, question];
  return [...history.map(messageCount), ...contents.filter(isSent).map(contentCount)].reduce(
    addTokens,
    noTokens,
  );
}

function messageCount(message: Message): TokenCount {
  const known = counted.get(message);
  if (known !== undefined) {
    return known;
  }
  const count = contentCount(message);
  counted.set(message, count);
  return count;
}

function contentCount({ text, images = [] }: Content): TokenCount {
  return [countTokens(text), ...images.map(() => pictureTokens)].reduce(addTokens, messageFrame);
}

/** A draft that is empty yet is no message. */
function isSent({ text, images = [] }: Content): boolean {
  return text.trim() !== '' || images.length > 0;
}
