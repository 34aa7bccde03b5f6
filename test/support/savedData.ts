// What test/data/0.1.0 holds: a user's data as version 0.1.0 saved it. A later version that saves anything else gets
// a folder and values of its own; these stay, and are opened by every later version.
import type { Attachment } from '../../src/conversation/common/attachment';
import type { ConversationEvent } from '../../src/conversation/common/conversationEvent';
import type { Draft } from '../../src/conversation/common/draft';
import type { ModelFact } from '../../src/conversation/node/retry/modelFacts';
import type { ModelList } from '../../src/gateway/common/modelRecord';

/** 28 November 2026, in ms since 1970. */
export const savedAt = 1_795_824_000_000;
export const workspace = 'file:///project';
export const gateway = 'https://gateway.example/v1';

const file: Attachment = {
  id: 'file',
  kind: 'file',
  name: 'src/sum.ts',
  text: '```ts src/sum.ts\nexport const sum = (a: number, b: number) => a - b;\n```',
  tokens: 24,
  source: { uri: 'file:///project/src/sum.ts' },
};
const picture: Attachment = {
  id: 'picture',
  kind: 'image',
  name: 'chart.png',
  image: { mediaType: 'image/png', data: 'iVBORw0KGgo=' },
  tokens: 85,
};
/** So long that the journal saves it in a file of its own. */
const log: Attachment = {
  id: 'log',
  kind: 'pastedText',
  name: 'Pasted text',
  text: 'line of a log\n'.repeat(2_200),
  tokens: 8_800,
};

const asked = (
  question: string,
  text: string,
  attachments: readonly Attachment[],
): ConversationEvent => ({
  type: 'asked',
  question: { kind: 'question', id: question, text, attachments, askedAt: savedAt },
  answer: {
    kind: 'answer',
    id: `${question}-answer`,
    questionId: question,
    model: 'demo-large',
    state: 'waiting',
    text: '',
    reasoning: '',
    startedAt: savedAt,
  },
});

const answered = (answerId: string, text: string, reasoning = ''): ConversationEvent => ({
  type: 'textAppended',
  answerId,
  text,
  reasoning,
});

/** The events of each chat after its creation, by the chat's ID. */
export const chats: Readonly<Record<string, readonly ConversationEvent[]>> = {
  'chat/1': [
    asked('sum', 'Why is the sum wrong? 为什么?', [file, picture]),
    { type: 'gatewayChosen', gateway: { baseUrl: gateway, keyLabel: 'batch' } },
    answered('sum-answer', 'It subtracts.', 'The operator is a minus.'),
    answered('sum-answer', '\n\n```ts src/sum.ts\nexport const sum = (a, b) => a + b;\n```\n'),
    {
      type: 'ended',
      answerId: 'sum-answer',
      state: 'complete',
      outcome: {
        endedAt: savedAt + 2_000,
        apiFormat: 'chat',
        finishReason: 'stop',
        servedModel: 'demo-large-2026',
        sentAt: savedAt + 10,
        firstContentAt: savedAt + 500,
        usage: { inputTokens: 120, outputTokens: 40, reasoningTokens: 9 },
        quirks: ['noTemperature'],
        sources: [{ url: 'https://docs.example/sum', title: 'Sums', numbers: [1] }],
      },
    },
    {
      type: 'changesApplied',
      answerId: 'sum-answer',
      changes: [
        {
          block: 0,
          uri: 'file:///project/src/sum.ts',
          file: 'src/sum.ts',
          state: 'applied',
          line: 1,
        },
        {
          block: 1,
          uri: 'file:///project/a.ts',
          file: 'a.ts',
          state: 'refused',
          reason: 'No place.',
        },
      ],
    },
    { type: 'renamed', title: 'The wrong sum' },
  ],
  long: [
    asked('log', 'What failed?', [log]),
    answered('log-answer', 'The third line.'),
    {
      type: 'ended',
      answerId: 'log-answer',
      state: 'interrupted',
      outcome: {
        endedAt: savedAt + 3_000,
        failure: { kind: 'connectionLost', wasSent: true, host: 'gateway.example' },
      },
    },
  ],
};

export const draft: Draft = {
  text: 'And the product?',
  attachments: [file],
  queue: [{ id: 'next', text: 'Then write a test.' }],
  edits: { sum: 'Why is the sum so wrong?' },
};

export const modelList: ModelList = {
  models: [
    {
      id: 'demo-large',
      owner: 'demo',
      contextLength: 131_072,
      endpointTypes: ['openai'],
      price: { input: 2.5, output: 10, currency: 'USD' },
      chat: true,
    },
  ],
  fetchedAt: savedAt,
};

export const adjustment: ModelFact = {
  gateway,
  model: 'demo-large',
  apiFormat: 'chat',
  content: { type: 'rejection', quirk: 'noTemperature' },
  evidence: "Unsupported parameter: 'temperature'",
  at: savedAt,
};

export const keyLabel = { origin: 'https://gateway.example', label: 'batch' };
export const consent = { extension: 'demo.other', gateway, allowed: true };
