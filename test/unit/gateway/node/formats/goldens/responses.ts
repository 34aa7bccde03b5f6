// Streams of the Responses format, from OpenAI's API reference (Responses, streaming events).
import type { Golden } from './golden';

const response = (status: string, more: object = {}): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_741_290_958,
  status,
  error: null,
  incomplete_details: null,
  instructions: 'You are a helpful assistant.',
  model: 'gpt-4.1-2025-04-14',
  output: [],
  store: false,
  usage: null,
  ...more,
});

const usage = {
  input_tokens: 37,
  input_tokens_details: { cached_tokens: 5 },
  output_tokens: 11,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 48,
};

const message = (text: string, more: object = {}): object => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: text === '' ? [] : [{ type: 'output_text', text, annotations: [] }],
  ...more,
});

const begin = [
  { type: 'response.created', response: response('in_progress') },
  { type: 'response.in_progress', response: response('in_progress') },
];

const part = { item_id: 'msg_1', output_index: 0, content_index: 0 };

function deltas(type: string, position: object, text: string): readonly object[] {
  return (text.match(/\s*\S+/gu) ?? []).map((delta) => Object.assign({ type, delta }, position));
}

function textEvents(text: string, index = 0, id = 'msg_1'): readonly object[] {
  const position = { ...part, item_id: id, output_index: index };
  return [
    { type: 'response.output_item.added', output_index: index, item: message('', { id }) },
    { type: 'response.content_part.added', ...position, part: { type: 'output_text', text: '' } },
    ...deltas('response.output_text.delta', position, text),
    { type: 'response.output_text.done', ...position, text },
    { type: 'response.content_part.done', ...position, part: { type: 'output_text', text } },
    { type: 'response.output_item.done', output_index: index, item: message(text, { id }) },
  ];
}

const hi = 'Hi there! How can I assist you today?';
const completed = (...output: readonly object[]): object =>
  response('completed', { output, usage });
const expectedUsage = {
  inputTokens: 37,
  outputTokens: 11,
  reasoningTokens: 3,
  cachedTokens: 5,
};

const summaries = ['**Greeting**\n\nThe user says hi.', '**Answering**\n\nSay hi back.'];
const reasoningItem = {
  id: 'rs_1',
  type: 'reasoning',
  summary: summaries.map((text) => ({ type: 'summary_text', text })),
};
const reasoningEvents = [
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...reasoningItem, summary: [] },
  },
  ...summaries.flatMap((text, summary_index) => {
    const position = { item_id: 'rs_1', output_index: 0, summary_index };
    return [
      {
        type: 'response.reasoning_summary_part.added',
        ...position,
        part: { type: 'summary_text', text: '' },
      },
      ...deltas('response.reasoning_summary_text.delta', position, text),
      { type: 'response.reasoning_summary_text.done', ...position, text },
      {
        type: 'response.reasoning_summary_part.done',
        ...position,
        part: { type: 'summary_text', text },
      },
    ];
  }),
  { type: 'response.output_item.done', output_index: 0, item: reasoningItem },
];

const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'get_weather' };
const given = '{"location":"Paris, France"}';

const refusalItem = message('', {
  content: [{ type: 'refusal', refusal: 'I cannot help with that.' }],
});

export const responsesGoldens: readonly Golden[] = [
  {
    name: 'text',
    format: 'responses',
    events: [
      ...begin,
      ...textEvents(hi),
      { type: 'response.completed', response: completed(message(hi)) },
    ],
    complete: completed(message(hi)),
    expected: {
      state: 'complete',
      text: hi,
      usage: expectedUsage,
      servedModel: 'gpt-4.1-2025-04-14',
      finishReason: 'completed',
    },
  },
  {
    name: 'a reasoning summary, then two messages',
    format: 'responses',
    events: [
      ...begin,
      ...reasoningEvents,
      ...textEvents('Let me see.', 1),
      ...textEvents(hi, 2, 'msg_2'),
      {
        type: 'response.completed',
        response: completed(reasoningItem, message('Let me see.'), message(hi, { id: 'msg_2' })),
      },
    ],
    complete: completed(reasoningItem, message('Let me see.'), message(hi, { id: 'msg_2' })),
    expected: {
      state: 'complete',
      reasoning: summaries.join('\n\n'),
      text: `Let me see.\n\n${hi}`,
    },
  },
  {
    name: 'reasoning text without a summary',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.reasoning_text.delta', item_id: 'rs_1', output_index: 0, delta: 'A' },
      { type: 'response.reasoning_text.delta', item_id: 'rs_1', output_index: 0, delta: ' b.' },
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'rs_1',
        output_index: 0,
        delta: 'Sum',
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: {
          id: 'rs_1',
          type: 'reasoning',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'A b.' }],
        },
      },
      ...textEvents(hi, 1),
      {
        type: 'response.completed',
        response: completed(
          { id: 'rs_1', type: 'reasoning', summary: [], content: [{ text: 'A b.' }] },
          message(hi),
        ),
      },
    ],
    complete: completed(
      { id: 'rs_1', type: 'reasoning', summary: [], content: [{ text: 'A b.' }] },
      message(hi),
    ),
    expected: { state: 'complete', reasoning: 'A b.', text: hi },
  },
  {
    name: 'a function call',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
      ...(given.match(/.{1,6}/gu) ?? []).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        item_id: 'fc_1',
        output_index: 0,
        delta,
      })),
      {
        type: 'response.function_call_arguments.done',
        item_id: 'fc_1',
        output_index: 0,
        arguments: given,
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...call, arguments: given },
      },
      { type: 'response.completed', response: completed({ ...call, arguments: given }) },
    ],
    complete: completed({ ...call, arguments: given }),
    expected: {
      state: 'complete',
      text: '',
      calls: [{ name: 'get_weather', arguments: given }],
    },
  },
  {
    name: 'a refusal',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.output_item.added', output_index: 0, item: message('') },
      { type: 'response.refusal.delta', ...part, delta: 'I cannot help ' },
      { type: 'response.refusal.delta', ...part, delta: 'with that.' },
      { type: 'response.refusal.done', ...part, refusal: 'I cannot help with that.' },
      { type: 'response.output_item.done', output_index: 0, item: refusalItem },
      { type: 'response.completed', response: completed(refusalItem) },
    ],
    complete: completed(refusalItem),
    expected: { state: 'filtered', text: '', refusal: 'I cannot help with that.' },
  },
  ...(
    [
      ['max_output_tokens', 'truncated'],
      ['content_filter', 'filtered'],
    ] as const
  ).map(([reason, state]): Golden => {
    const ended = response('incomplete', {
      incomplete_details: { reason },
      output: [message('Half of', { status: 'incomplete' })],
      usage,
    });
    return {
      name: `incomplete: ${reason}`,
      format: 'responses',
      events: [
        ...begin,
        ...textEvents('Half of').slice(0, -1),
        { type: 'response.incomplete', response: ended },
      ],
      complete: ended,
      expected: { state, text: 'Half of', finishReason: reason, usage: expectedUsage },
    };
  }),
  {
    name: 'text that arrives only at the end of its item',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.output_item.done', output_index: 0, item: message(hi) },
      { type: 'response.completed', response: response('completed') },
    ],
    expected: { state: 'complete', text: hi },
  },
  {
    name: 'text that arrives only at the end of the response',
    format: 'responses',
    events: [...begin, { type: 'response.completed', response: completed(message(hi)) }],
    expected: { state: 'complete', text: hi },
  },
  {
    name: 'only deltas, without an index and without an end',
    format: 'responses',
    events: [
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.output_text.delta', delta: ' there' },
    ],
    expected: { state: 'truncated', text: 'Hi there' },
  },
  {
    name: 'a failure after some text',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.output_text.delta', ...part, delta: 'Hi' },
      {
        type: 'response.failed',
        response: response('failed', {
          error: { code: 'server_error', message: 'The model failed to generate a response.' },
        }),
      },
    ],
    reported: true,
    expected: { text: 'Hi' },
  },
  {
    name: 'a failure without an explanation',
    format: 'responses',
    events: [...begin, { type: 'response.failed', response: response('failed') }],
    reported: true,
    expected: { text: '' },
  },
  {
    name: 'an error after some text',
    format: 'responses',
    events: [
      ...begin,
      { type: 'response.output_text.delta', ...part, delta: 'Hi' },
      { type: 'error', code: 'ERR_SOMETHING', message: 'Something went wrong', param: null },
    ],
    reported: true,
    expected: { text: 'Hi' },
  },
];
