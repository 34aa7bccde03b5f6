// Streams of Gemini's form, after Google's API reference (GenerateContentResponse).
import type { Golden } from './golden';

const more = { modelVersion: 'gemini-2.5-flash', responseId: 'mAitaLmkHPPlz7IPvtfUqQ4' };

function piece(parts: readonly object[], finishReason?: string, usageMetadata?: object): object {
  return {
    candidates: [
      {
        content: { parts, role: 'model' },
        ...(finishReason === undefined ? {} : { finishReason }),
        index: 0,
      },
    ],
    ...(usageMetadata === undefined ? {} : { usageMetadata }),
    ...more,
  };
}

const counted = { promptTokenCount: 8, candidatesTokenCount: 9, totalTokenCount: 17 };
const usage = { inputTokens: 8, outputTokens: 9 };
const hello = 'Hello! How can I help?';

const ends = (
  [
    ['STOP', 'complete'],
    ['MAX_TOKENS', 'truncated'],
    ['CONTINUATION', 'truncated'],
    ['SAFETY', 'filtered'],
    ['RECITATION', 'filtered'],
    ['BLOCKLIST', 'filtered'],
    ['PROHIBITED_CONTENT', 'filtered'],
    ['SPII', 'filtered'],
    ['IMAGE_SAFETY', 'filtered'],
    ['MALFORMED_FUNCTION_CALL', 'complete'],
    ['OTHER', 'complete'],
    ['FINISH_REASON_OF_NEXT_YEAR', 'complete'],
    ['FINISH_REASON_UNSPECIFIED', 'truncated'],
  ] as const
).map(([reason, state]): Golden => ({
  name: `finish reason ${reason}`,
  form: 'generateContent',
  events: [
    piece([{ text: 'Hello! ' }], undefined, { promptTokenCount: 8, totalTokenCount: 8 }),
    piece([{ text: 'How can I help?' }], reason, counted),
  ],
  whole: piece([{ text: hello }], reason, counted),
  expected: { state, text: hello, usage },
}));

export const generateContentGoldens: readonly Golden[] = [
  {
    name: 'text',
    form: 'generateContent',
    events: [
      piece([{ text: 'Hello! ' }]),
      piece([{ text: 'How can ' }, { text: 'I help?' }]),
      piece([{ text: '' }], 'STOP', counted),
    ],
    whole: piece([{ text: hello }], 'STOP', counted),
    expected: {
      state: 'complete',
      text: hello,
      usage,
      servedModel: 'gemini-2.5-flash',
      finishReason: 'STOP',
    },
  },
  {
    name: 'thoughts, which the candidates do not count',
    form: 'generateContent',
    events: [
      piece([{ text: '**Thinking**\n\n', thought: true }]),
      piece([{ text: 'It is a greeting.', thought: true }]),
      piece([{ text: hello, thoughtSignature: 'CpcCAVSoXO5' }], 'STOP', {
        promptTokenCount: 8,
        cachedContentTokenCount: 3,
        candidatesTokenCount: 9,
        thoughtsTokenCount: 20,
        totalTokenCount: 37,
      }),
    ],
    whole: piece(
      [{ text: '**Thinking**\n\nIt is a greeting.', thought: true }, { text: hello }],
      'STOP',
      {
        promptTokenCount: 8,
        cachedContentTokenCount: 3,
        candidatesTokenCount: 9,
        thoughtsTokenCount: 20,
        totalTokenCount: 37,
      },
    ),
    expected: {
      state: 'complete',
      reasoning: '**Thinking**\n\nIt is a greeting.',
      text: hello,
      usage: { inputTokens: 8, outputTokens: 29, reasoningTokens: 20, cachedTokens: 3 },
    },
  },
  {
    name: 'thoughts of a gateway that counts them among the candidates',
    form: 'generateContent',
    events: [piece([{ text: hello }], 'STOP', { ...counted, thoughtsTokenCount: 4 })],
    whole: piece([{ text: hello }], 'STOP', { ...counted, thoughtsTokenCount: 4 }),
    expected: { usage: { ...usage, reasoningTokens: 4 } },
  },
  {
    name: 'functions that nobody offered',
    form: 'generateContent',
    events: [
      piece([{ text: 'Let me see.' }]),
      piece([{ functionCall: { name: 'get_weather', args: { place: 'Paris' } } }]),
      piece([{ functionCall: { name: 'get_weather' } }], 'STOP', counted),
    ],
    whole: piece(
      [
        { text: 'Let me see.' },
        { functionCall: { name: 'get_weather', args: { place: 'Paris' } } },
        { functionCall: { name: 'get_weather' } },
      ],
      'STOP',
      counted,
    ),
    expected: {
      state: 'complete',
      text: 'Let me see.',
      calls: [
        { name: 'get_weather', arguments: '{"place":"Paris"}' },
        { name: 'get_weather', arguments: '{}' },
      ],
    },
  },
  ...ends,
  ...['SAFETY', 'OTHER', 'JAILBREAK', 'A_REASON_OF_NEXT_YEAR'].map((blockReason): Golden => {
    const blocked = {
      promptFeedback: { blockReason, safetyRatings: [] },
      usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
      ...more,
    };
    return {
      name: `a question that was blocked: ${blockReason}`,
      form: 'generateContent',
      events: [blocked],
      whole: blocked,
      expected: { state: 'filtered', text: '', finishReason: blockReason },
    };
  }),
  {
    name: 'another candidate beside the first',
    form: 'generateContent',
    events: [
      {
        candidates: [
          { content: { parts: [{ text: 'Other' }] }, finishReason: 'SAFETY', index: 1 },
          { content: { parts: [{ text: hello }] }, finishReason: 'STOP' },
        ],
      },
    ],
    expected: { state: 'complete', text: hello },
  },
  {
    name: 'an error after some text',
    form: 'generateContent',
    events: [
      piece([{ text: hello }]),
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    ],
    reported: true,
    expected: { text: hello },
  },
];
