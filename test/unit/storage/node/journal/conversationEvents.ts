// Sample events for the journal's tests.
import {
  type Conversation,
  newConversation,
} from '../../../../../src/conversation/common/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../../src/conversation/common/conversationEvent';
import type { Draft } from '../../../../../src/conversation/common/draft';

/** The first bytes of a PNG. */
const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

const waitingAnswer = {
  kind: 'answer',
  id: 'a',
  questionId: 'q',
  model: 'm',
  state: 'waiting',
  text: '',
  reasoning: '',
  startedAt: 1,
} as const;

export const asked: ConversationEvent = {
  type: 'asked',
  question: { kind: 'question', id: 'q', text: 'Grüß dich?\n', images: [image], askedAt: 1 },
  answer: waitingAnswer,
};

/** Three versions; the first is chosen again. */
const versions: readonly ConversationEvent[] = [
  { type: 'retried', replacedAnswerId: 'a', answer: { ...waitingAnswer, id: 'b', startedAt: 5 } },
  {
    type: 'asked',
    question: { kind: 'question', id: 'q2', text: 'Hello?', parentId: '', askedAt: 6 },
    answer: { ...waitingAnswer, id: 'c', questionId: 'q2', startedAt: 6 },
    fromOtherWindow: true,
  },
  { type: 'versionChosen', messageId: 'a' },
];

export function textAppended(text: string): ConversationEvent {
  return { type: 'textAppended', answerId: 'a', text, reasoning: '' };
}

export function draft(text: string, ...queued: readonly string[]): Draft {
  return { text, queue: queued.map((question, index) => ({ id: `q${index}`, text: question })) };
}

export const ended: ConversationEvent = {
  type: 'ended',
  answerId: 'a',
  state: 'failed',
  outcome: {
    endedAt: 2,
    finishReason: 'error',
    servedModel: 'm2',
    sentAt: 6,
    firstContentAt: 7,
    firstTextAt: 7,
    lastContentAt: 8,
    listedPrice: { input: 1, output: 2, cachedInput: 0.5, currency: 'USD' },
    usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedTokens: 4 },
    toolCalls: [{ name: 'f', arguments: '{' }],
    sources: [{ url: 'https://one.example/a', title: 'One', numbers: [1] }],
    failure: {
      kind: 'streamError',
      status: 200,
      wasSent: true,
      notStarted: true,
      retryForbidden: true,
      retryAfterMs: 5,
      requestId: 'r',
      detail: 'd',
      host: 'h',
      keyLabel: 'l',
      redirectTarget: 't',
      likelyCause: 'missingV1',
      timeoutSeconds: 6,
      isFixedTimeout: true,
      tokens: { needed: 7, limit: 8 },
    },
  },
};

/** More than a record holds. */
export const fileReceived: ConversationEvent = {
  type: 'fileReceived',
  answerId: 'a',
  file: { mediaType: 'image/png', data: Buffer.alloc(60_000, 7).toString('base64') },
};

const continued: ConversationEvent = { type: 'continued', answerId: 'a', continuedAt: 3 };

const turnsOmitted: ConversationEvent = {
  type: 'turnsOmitted',
  omitted: {
    lastQuestionId: 'q',
    omittedAt: 3,
    summary: { text: 'Grüße', model: 'm', outcome: { endedAt: 3 } },
  },
};

const summaryFailed: ConversationEvent = {
  type: 'summaryFailed',
  failedSummary: { model: 'm', outcome: { endedAt: 4, failure: { kind: 'connectionLost' } } },
};

const gatewayChosen: ConversationEvent = {
  type: 'gatewayChosen',
  gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
};

const gatewayReset: ConversationEvent = { type: 'gatewayChosen' };

export const events: readonly ConversationEvent[] = [
  asked,
  gatewayChosen,
  gatewayReset,
  gatewayChosen,
  textAppended('a'),
  textAppended('b\u{1F600}'),
  ended,
  continued,
  textAppended('c'),
  { type: 'textReclassified', answerId: 'a', textLength: 3 },
  textAppended('d'),
  turnsOmitted,
  summaryFailed,
  ...versions,
];
export const initial = newConversation('c/1', 'm', 1);

export function reduceAll(
  first: Conversation,
  ...later: readonly ConversationEvent[]
): Conversation {
  return later.reduce(reduce, first);
}
