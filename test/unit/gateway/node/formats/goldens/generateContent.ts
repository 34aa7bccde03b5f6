// Streams of Gemini's format, from Google's API reference (GenerateContentResponse).
import type { Golden } from './golden';

const more = { modelVersion: 'gemini-2.5-flash', responseId: 'mAitaLmkHPPlz7IPvtfUqQ4' };

function chunk(parts: readonly object[], finishReason?: string, usageMetadata?: object): object {
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
    ['MODEL_ARMOR', 'filtered'],
    ['MALFORMED_FUNCTION_CALL', 'failed'],
    ['UNEXPECTED_TOOL_CALL', 'failed'],
    ['OTHER', 'complete'],
    ['FINISH_REASON_OF_NEXT_YEAR', 'complete'],
    ['FINISH_REASON_UNSPECIFIED', 'truncated'],
  ] as const
).map(([reason, state]): Golden => ({
  name: `finish reason ${reason}`,
  format: 'generateContent',
  events: [
    chunk([{ text: 'Hello! ' }], undefined, { promptTokenCount: 8, totalTokenCount: 8 }),
    chunk([{ text: 'How can I help?' }], reason, counted),
  ],
  complete: chunk([{ text: hello }], reason, counted),
  reported: state === 'failed',
  expected: state === 'failed' ? { text: hello, usage } : { state, text: hello, usage },
}));

export const generateContentGoldens: readonly Golden[] = [
  {
    name: 'names in snake case',
    format: 'generateContent',
    events: [
      { candidates: [{ content: { parts: [{ text: 'Hello! ' }] } }], model_version: 'gemini-x' },
      {
        candidates: [{ content: { parts: [{ text: 'How can I help?' }] }, finish_reason: 'STOP' }],
        usage_metadata: {
          prompt_token_count: 8,
          candidates_token_count: 9,
          thoughts_token_count: 20,
          total_token_count: 37,
        },
      },
    ],
    expected: {
      state: 'complete',
      text: hello,
      servedModel: 'gemini-x',
      finishReason: 'STOP',
      usage: { inputTokens: 8, outputTokens: 29, reasoningTokens: 20 },
    },
  },
  {
    name: 'text',
    format: 'generateContent',
    events: [
      chunk([{ text: 'Hello! ' }]),
      chunk([{ text: 'How can ' }, { text: 'I help?' }]),
      chunk([{ text: '' }], 'STOP', counted),
    ],
    complete: chunk([{ text: hello }], 'STOP', counted),
    expected: {
      state: 'complete',
      text: hello,
      usage,
      servedModel: 'gemini-2.5-flash',
      finishReason: 'STOP',
    },
  },
  {
    name: 'thoughts, which the candidate count excludes',
    format: 'generateContent',
    events: [
      chunk([{ text: '**Thinking**\n\n', thought: true }]),
      chunk([{ text: 'It is a greeting.', thought: true }]),
      chunk([{ text: hello, thoughtSignature: 'CpcCAVSoXO5' }], 'STOP', {
        promptTokenCount: 8,
        cachedContentTokenCount: 3,
        candidatesTokenCount: 9,
        thoughtsTokenCount: 20,
        totalTokenCount: 37,
      }),
    ],
    complete: chunk(
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
    name: 'thoughts of a gateway whose candidate count includes them',
    format: 'generateContent',
    events: [chunk([{ text: hello }], 'STOP', { ...counted, thoughtsTokenCount: 4 })],
    complete: chunk([{ text: hello }], 'STOP', { ...counted, thoughtsTokenCount: 4 }),
    expected: { usage: { ...usage, reasoningTokens: 4 } },
  },
  {
    name: 'calls of functions that were not offered',
    format: 'generateContent',
    events: [
      chunk([{ text: 'Let me see.' }]),
      chunk([{ functionCall: { name: 'get_weather', args: { place: 'Paris' } } }]),
      chunk([{ functionCall: { name: 'get_weather' } }], 'STOP', counted),
    ],
    complete: chunk(
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
      name: `a blocked question: ${blockReason}`,
      format: 'generateContent',
      events: [blocked],
      complete: blocked,
      expected: { state: 'filtered', text: '', finishReason: blockReason },
    };
  }),
  {
    name: 'another candidate beside the first',
    format: 'generateContent',
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
    format: 'generateContent',
    events: [
      chunk([{ text: hello }]),
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    ],
    reported: true,
    expected: { text: hello },
  },
];
