// A conversation that uses every event and every field of them.
import {
  type Conversation,
  newConversation,
} from '../../../../src/shared/conversation/conversation';
import {
  type ConversationEvent,
  reduce,
} from '../../../../src/shared/conversation/conversationEvent';
import type { Draft } from '../../../../src/shared/conversation/draft';

/** The first bytes of a PNG. */
const picture = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

const waiting = {
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
  question: { kind: 'question', id: 'q', text: 'Grüß dich?\n', images: [picture], askedAt: 1 },
  answer: waiting,
};

/** Three versions, of which the first is chosen again. */
const versions: readonly ConversationEvent[] = [
  { type: 'retried', replacedAnswerId: 'a', answer: { ...waiting, id: 'b', startedAt: 5 } },
  {
    type: 'asked',
    question: { kind: 'question', id: 'q2', text: 'Hello?', parentId: '', askedAt: 6 },
    answer: { ...waiting, id: 'c', questionId: 'q2', startedAt: 6 },
    fromOtherWindow: true,
  },
  { type: 'versionChosen', messageId: 'a' },
];

export function delta(text: string): ConversationEvent {
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
    lastContentAt: 8,
    listedPrice: { input: 1, output: 2, cachedInput: 0.5, currency: 'USD' },
    usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedTokens: 4 },
    toolCalls: [{ name: 'f', arguments: '{' }],
    failure: {
      kind: 'streamError',
      status: 200,
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

const continued: ConversationEvent = { type: 'continued', answerId: 'a', continuedAt: 3 };

const leftOut: ConversationEvent = {
  type: 'turnsOmitted',
  omitted: {
    lastQuestionId: 'q',
    omittedAt: 3,
    summary: { text: 'Grüße', model: 'm', outcome: { endedAt: 3 } },
  },
};

const summaryLost: ConversationEvent = {
  type: 'summaryFailed',
  failedSummary: { model: 'm', outcome: { endedAt: 4, failure: { kind: 'connectionLost' } } },
};

const moved: ConversationEvent = {
  type: 'gatewayChosen',
  gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
};

const movedBack: ConversationEvent = { type: 'gatewayChosen' };

export const events: readonly ConversationEvent[] = [
  asked,
  moved,
  movedBack,
  moved,
  delta('a'),
  delta('b\u{1F600}'),
  ended,
  continued,
  delta('c'),
  leftOut,
  summaryLost,
  ...versions,
];
export const started = newConversation('c/1', 'm', 1);

export function told(first: Conversation, ...later: readonly ConversationEvent[]): Conversation {
  return later.reduce(reduce, first);
}
