// Streams of the Messages format, from Anthropic's documentation (Messages, streaming).
import type { Golden } from './golden';

const start = (usage: object = { input_tokens: 25, output_tokens: 1 }): object => ({
  type: 'message_start',
  message: {
    id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude-opus-4-6',
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});

const complete = (content: readonly object[], stop_reason: string, more: object = {}): object => ({
  id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY',
  type: 'message',
  role: 'assistant',
  content,
  model: 'claude-opus-4-6',
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 25, output_tokens: 15 },
  ...more,
});

function block(index: number, content_block: object, ...deltas: readonly object[]): object[] {
  return [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

const textBlock = (index: number, ...pieces: readonly string[]): object[] =>
  block(index, { type: 'text', text: '' }, ...pieces.map((text) => ({ type: 'text_delta', text })));

const end = (stop_reason: string, more: object = {}): object[] => [
  {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null, ...more },
    usage: { output_tokens: 15 },
  },
  { type: 'message_stop' },
];

const usage = { inputTokens: 25, outputTokens: 15 };
const explanation = 'Claude declined to answer.';

const ends = (
  [
    ['end_turn', 'complete'],
    ['stop_sequence', 'complete'],
    ['max_tokens', 'truncated'],
    ['model_context_window_exceeded', 'truncated'],
    ['pause_turn', 'truncated'],
    ['refusal', 'filtered'],
    ['a_reason_of_next_year', 'complete'],
  ] as const
).map(([reason, state]): Golden => ({
  name: `stop reason ${reason}`,
  format: 'messages',
  events: [start(), ...textBlock(0, 'Hello', '!'), ...end(reason)],
  complete: complete([{ type: 'text', text: 'Hello!' }], reason),
  expected: { state, text: 'Hello!', finishReason: reason, usage },
}));

export const messagesGoldens: readonly Golden[] = [
  {
    name: 'text, with a ping',
    format: 'messages',
    events: [
      start(),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '!' } },
      { type: 'content_block_stop', index: 0 },
      ...end('end_turn'),
    ],
    complete: complete([{ type: 'text', text: 'Hello!' }], 'end_turn'),
    expected: { state: 'complete', text: 'Hello!', usage, servedModel: 'claude-opus-4-6' },
  },
  {
    name: 'thinking, partly redacted',
    format: 'messages',
    events: [
      start(),
      ...block(
        0,
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'I need to find' },
        { type: 'thinking_delta', thinking: ' the GCD.' },
        { type: 'signature_delta', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' },
      ),
      ...block(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }),
      ...textBlock(2, 'The answer', ' is **21**.'),
      ...end('end_turn'),
    ],
    complete: complete(
      [
        { type: 'thinking', thinking: 'I need to find the GCD.', signature: 'EqQBCgIYAhIM' },
        { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
        { type: 'text', text: 'The answer is **21**.' },
      ],
      'end_turn',
    ),
    expected: {
      state: 'complete',
      reasoning: 'I need to find the GCD.',
      text: 'The answer is **21**.',
    },
  },
  {
    name: 'calls of tools that were not offered',
    format: 'messages',
    events: [
      start(),
      ...textBlock(0, 'Okay,', ' let me look.'),
      ...block(
        1,
        { type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: {} },
        { type: 'input_json_delta', partial_json: '' },
        { type: 'input_json_delta', partial_json: '{"location":' },
        { type: 'input_json_delta', partial_json: '"San Francisco, CA"}' },
      ),
      ...block(
        2,
        { type: 'tool_use', id: 'toolu_02', name: 'get_time', input: {} },
        { type: 'input_json_delta', partial_json: '{}' },
      ),
      ...end('tool_use'),
    ],
    complete: complete(
      [
        { type: 'text', text: 'Okay, let me look.' },
        {
          type: 'tool_use',
          id: 'toolu_01',
          name: 'get_weather',
          input: { location: 'San Francisco, CA' },
        },
        { type: 'tool_use', id: 'toolu_02', name: 'get_time', input: {} },
      ],
      'tool_use',
    ),
    expected: {
      state: 'complete',
      text: 'Okay, let me look.',
      finishReason: 'tool_use',
      calls: [
        { name: 'get_weather', arguments: '{"location":"San Francisco, CA"}' },
        { name: 'get_time', arguments: '{}' },
      ],
    },
  },
  ...ends,
  {
    name: 'a refusal with an explanation, before any text',
    format: 'messages',
    events: [
      start(),
      ...end('refusal', { stop_details: { type: 'refusal', category: 'cyber', explanation } }),
    ],
    complete: complete([], 'refusal', {
      stop_details: { type: 'refusal', category: 'cyber', explanation },
    }),
    expected: { state: 'filtered', text: '', refusal: explanation },
  },
  {
    name: 'a refusal with an explanation, after some text',
    format: 'messages',
    events: [
      start(),
      ...textBlock(0, 'First,'),
      ...end('refusal', { stop_details: { type: 'refusal', category: null, explanation } }),
    ],
    complete: complete([{ type: 'text', text: 'First,' }], 'refusal', {
      stop_details: { type: 'refusal', category: null, explanation },
    }),
    expected: { state: 'filtered', text: 'First,', refusal: `\n\n${explanation}` },
  },
  {
    name: 'usage with cached tokens, which the input count excludes',
    format: 'messages',
    events: [
      start({
        input_tokens: 10,
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 1000,
        output_tokens: 1,
      }),
      ...textBlock(0, 'Hello', '!'),
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: {
          input_tokens: 0,
          cache_read_input_tokens: null,
          output_tokens: 15,
          output_tokens_details: { thinking_tokens: 4 },
        },
      },
      { type: 'message_stop' },
    ],
    complete: complete([{ type: 'text', text: 'Hello!' }], 'end_turn', {
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 1000,
        output_tokens: 15,
        output_tokens_details: { thinking_tokens: 4 },
      },
    }),
    expected: {
      state: 'complete',
      usage: {
        inputTokens: 1110,
        outputTokens: 15,
        reasoningTokens: 4,
        cachedTokens: 1000,
        cacheWriteTokens: 100,
      },
    },
  },
  {
    name: 'an end without a stop reason and without an output count',
    format: 'messages',
    events: [start(), ...textBlock(0, 'Hello', '!'), { type: 'message_stop' }],
    expected: { state: 'truncated', text: 'Hello!', usage: { inputTokens: 25 } },
  },
  {
    name: 'an error after some text',
    format: 'messages',
    events: [
      start(),
      ...textBlock(0, 'Hello'),
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ],
    reported: true,
    expected: { text: 'Hello' },
  },
];
