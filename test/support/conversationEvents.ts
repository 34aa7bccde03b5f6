// Sample events of a conversation.
import {
  newConversation,
  type Answer,
  type Conversation,
} from '../../src/conversation/common/conversation';
import {
  eventTraits,
  reduce,
  type ConversationEvent,
} from '../../src/conversation/common/conversationEvent';
import type { Draft } from '../../src/conversation/common/draft';

/** The first bytes of a PNG. */
const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };

export const waitingAnswer: Answer = {
  kind: 'answer',
  id: 'a',
  questionId: 'q',
  model: 'm',
  state: 'waiting',
  text: '',
  reasoning: '',
  startedAt: 1,
};

/** One event of each type, in an order in which each changes the conversation. */
export const samples = {
  asked: {
    type: 'asked',
    question: { kind: 'question', id: 'q', text: 'Grüß dich?\n', images: [image], askedAt: 1 },
    answer: waitingAnswer,
  },
  accessChosen: {
    type: 'accessChosen',
    access: {
      folders: ['file:///w'],
      gateway: 'https://gateway.example/v1',
      tools: ['read_file'],
    },
  },
  gatewayChosen: {
    type: 'gatewayChosen',
    gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
  },
  retryScheduled: {
    type: 'retryScheduled',
    answerId: 'a',
    retryWait: { failure: { kind: 'connectionLost' }, delayMs: 1_000, retryAt: 2 },
  },
  requestAdjusted: {
    type: 'requestAdjusted',
    answerId: 'a',
    adjustment: { kind: 'keyRenewed', failure: { kind: 'keyRejected', status: 401 } },
  },
  textAppended: { type: 'textAppended', answerId: 'a', text: 'abc', reasoning: '' },
  fileReceived: { type: 'fileReceived', answerId: 'a', file: image },
  textReclassified: { type: 'textReclassified', answerId: 'a', textLength: 1 },
  reasoningRetracted: { type: 'reasoningRetracted', answerId: 'a', reasoningLength: 1 },
  toolsCalled: {
    type: 'toolsCalled',
    answerId: 'a',
    round: {
      textLength: 3,
      runs: [{ id: 'c', name: 'read_file', arguments: '{"path":"a.ts"}' }],
      reasoning: { apiFormat: 'messages', model: 'm', blocks: [{ type: 'thinking' }] },
      outcome: { endedAt: 2, finishReason: 'tool_use' },
    },
  },
  toolReturned: {
    type: 'toolReturned',
    answerId: 'a',
    callId: 'c',
    result: {
      text: 'abc',
      name: 'a.ts:1-3',
      source: { uri: 'file:///a.ts', startLine: 1, endLine: 3 },
      hasNothingNew: true,
    },
  },
  ended: {
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
      listedPrice: {
        input: 1,
        output: 2,
        cachedInput: 0.5,
        tiers: [{ from: 200_001, input: 2 }],
        isMinimum: true,
        currency: 'USD',
      },
      usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedTokens: 4 },
      toolCalls: [{ name: 'f', arguments: '{' }],
      hasGap: true,
      otherFormat: 'messages',
      unknownParts: ['foo'],
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
        budgetAdvice: 'b',
        redirectTarget: 't',
        likelyCause: 'missingV1',
        timeoutSeconds: 6,
        isFixedTimeout: true,
        tokens: { needed: 7, limit: 8 },
      },
    },
  },
  continued: { type: 'continued', answerId: 'a', continuedAt: 3 },
  resumed: { type: 'resumed', answerId: 'a' },
  turnsOmitted: {
    type: 'turnsOmitted',
    omitted: {
      lastQuestionId: 'q',
      omittedAt: 3,
      summary: { text: 'Grüße', model: 'm', outcome: { endedAt: 3 } },
    },
  },
  summaryFailed: {
    type: 'summaryFailed',
    failedSummary: { model: 'm', outcome: { endedAt: 4, failure: { kind: 'connectionLost' } } },
  },
  retried: {
    type: 'retried',
    replacedAnswerId: 'a',
    answer: { ...waitingAnswer, id: 'b', startedAt: 5 },
  },
  changesApplied: {
    type: 'changesApplied',
    answerId: 'b',
    changes: [
      { block: 0, uri: 'file:///w/a.ts', file: 'a.ts', state: 'applied', line: 3 },
      { block: 1, uri: 'file:///w/b.ts', file: 'b.ts', state: 'refused', reason: 'Not found.' },
    ],
  },
  versionChosen: { type: 'versionChosen', messageId: 'a' },
  modelChosen: { type: 'modelChosen', model: 'm2' },
  settingsChosen: {
    type: 'settingsChosen',
    settings: { systemPrompt: 'Grüße', temperature: 0, maxTokens: 64, reasoningEffort: 'low' },
  },
  renamed: { type: 'renamed', title: 'Grüße' },
  madeReadOnly: { type: 'madeReadOnly' },
} satisfies { readonly [E in ConversationEvent as E['type']]: E };

export const { asked, ended } = samples;

export function textAppended(text: string): ConversationEvent {
  return { ...samples.textAppended, text };
}

/** More than a record holds. */
export const fileReceived: ConversationEvent = {
  ...samples.fileReceived,
  file: { mediaType: 'image/png', data: Buffer.alloc(60_000, 7).toString('base64') },
};

export function draft(text: string, ...queued: readonly string[]): Draft {
  return { text, queue: queued.map((question, index) => ({ id: `q${index}`, text: question })) };
}

/** The events that a window saves, and more of their kinds. */
export const events: readonly ConversationEvent[] = [
  ...Object.values(samples).filter(
    ({ type }) => eventTraits[type].inHistory !== 'never' && type !== 'renamed',
  ),
  textAppended('b\u{1F600}'),
  { type: 'textReclassified', answerId: 'a', textLength: 3 },
  textAppended('d'),
  { type: 'gatewayChosen' },
  samples.gatewayChosen,
  {
    type: 'asked',
    question: { kind: 'question', id: 'q2', text: 'Hello?', parentId: '', askedAt: 6 },
    answer: { ...waitingAnswer, id: 'c', questionId: 'q2', startedAt: 6 },
    fromOtherWindow: true,
  },
  { type: 'versionChosen', messageId: 'a' },
];
export const initial = newConversation('c/1', 'm', 1);

export function reduceAll(
  first: Conversation,
  ...later: readonly ConversationEvent[]
): Conversation {
  return later.reduce(reduce, first);
}
