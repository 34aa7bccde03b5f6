// Faults of Anthropic's Messages format.
import type { JsonObject } from '../http/json';
import { failed, goodBody, goodText, partialText, textParts, type Fault } from './fault';
import { formatFault, frameJson, goodEventData } from './formatFault';
import { keepAlive } from './stalls';

/** The start of a stream, with half of an answer in an open block. */
const partialTextEvents: readonly JsonObject[] = [
  { type: 'message_start', message: { role: 'assistant', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: partialText } },
];

export const messagesFormatFaults: readonly Fault[] = [
  {
    id: 'fault-claude-pings-alone',
    description: 'Only ping events are sent, forever.',
    formats: ['messages'],
    only: 'streamed',
    stalls: true,
    expected: failed('firstTokenTimeout'),
    serve: async (reply) => {
      await reply.start();
      await keepAlive(reply.exchange, frameJson({ type: 'ping' }));
    },
  },
  formatFault({
    id: 'fault-claude-text-in-start',
    description:
      'A block starts with text in it, as from some gateways that translate to Anthropic’s format.',
    format: 'messages',
    events: () => [
      { type: 'message_start', message: { role: 'assistant', content: [] } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: goodText.slice(0, 10) },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: goodText.slice(10) },
      },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ],
  }),
  formatFault({
    id: 'fault-claude-bare',
    description: 'There are only deltas: no start, no blocks, no usage.',
    format: 'messages',
    events: () => [
      ...textParts(goodText).map(({ text }) => ({
        type: 'content_block_delta',
        delta: { type: 'text_delta', text },
      })),
      { type: 'message_delta', delta: { stop_reason: 'stop_sequence' } },
    ],
    body: () => ({
      type: 'message',
      content: [{ type: 'text', text: goodText }],
      stop_reason: 'stop_sequence',
    }),
  }),
  formatFault({
    id: 'fault-claude-other-blocks',
    description:
      'Blocks of hidden reasoning, a server-side tool and an unknown type precede the text.',
    format: 'messages',
    events: (reply) => {
      const [start = {}, ...rest] = goodEventData(reply);
      return [start, ...otherBlocks.flatMap(blockEvents), ...rest];
    },
    body: (reply) => ({
      ...goodBody(reply),
      content: [...otherBlocks, { type: 'text', text: goodText }],
    }),
  }),
  formatFault({
    id: 'fault-claude-unknown-events',
    description: 'There are events of an unknown type among the others.',
    format: 'messages',
    events: (reply) =>
      goodEventData(reply).flatMap((event) => [event, { type: 'next_year', text: 'no text' }]),
  }),
  formatFault({
    id: 'fault-claude-two-texts',
    description: 'The text is in two blocks, with a tool call between them.',
    format: 'messages',
    body: (reply) => ({
      ...goodBody(reply),
      content: [
        { type: 'text', text: goodText.slice(0, 20) },
        { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { word: 'fox' } },
        { type: 'text', text: goodText.slice(20) },
      ],
      stop_reason: 'tool_use',
    }),
  }),
  ...(
    [
      ['pause_turn', 'The provider pauses a long turn.'],
      ['model_context_window_exceeded', 'The prompt and the answer fill the context window.'],
    ] as const
  ).map(([reason, description]) =>
    formatFault({
      id: `fault-claude-${reason.replaceAll('_', '-')}`,
      description,
      format: 'messages',
      expected: { state: 'truncated', text: partialText },
      events: () => [
        ...partialTextEvents,
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: reason } },
        { type: 'message_stop' },
      ],
      body: () => ({
        type: 'message',
        content: [{ type: 'text', text: partialText }],
        stop_reason: reason,
      }),
    }),
  ),
  ...(
    [
      ['overloaded_error', 'Overloaded', 'serverError'],
      ['rate_limit_error', 'Slow down.', 'rateLimited'],
    ] as const
  ).map(([type, message, kind]) =>
    formatFault({
      id: `fault-claude-${type.replaceAll('_', '-')}-midway`,
      description: `An error of type ${type} after half of the answer.`,
      format: 'messages',
      expected: { ...failed(kind, { detail: message }), text: partialText },
      events: () => [...partialTextEvents, { type: 'error', error: { type, message } }],
    }),
  ),
];

const otherBlocks = [
  { type: 'redacted_thinking', data: 'c2VjcmV0' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  { type: 'next_year', words: 'no text' },
] as const;

function blockEvents(block: JsonObject, at: number): readonly JsonObject[] {
  const index = 10 + at;
  return [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_delta', index, delta: { type: 'next_year_delta', words: 'no text' } },
    { type: 'content_block_stop', index },
  ];
}
