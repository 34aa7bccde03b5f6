// Answers as only Claude's form has them.
import type { JsonObject } from '../http/json';
import { dialect, eventOf, goodData } from './formatFault';
import { failed, goodText, goodWhole, partialText, spoken, type Fault } from './fault';
import { keepAlive } from './stalls';

export const messagesFaults: readonly Fault[] = [
  {
    id: 'fault-claude-pings-alone',
    about: 'Ping events come for ever, and nothing else.',
    forms: ['messages'],
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: failed('firstTokenTimeout'),
    serve: async (reply) => {
      await reply.begin();
      await keepAlive(reply.exchange, eventOf({ type: 'ping' }));
    },
  },
  dialect({
    id: 'fault-claude-text-in-start',
    about: 'A block begins with text in it, as some gateways that translate to Claude’s form do.',
    form: 'messages',
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
  dialect({
    id: 'fault-claude-bare',
    about: 'Nothing but deltas come: no start, no blocks, no usage.',
    form: 'messages',
    events: () => [
      ...spoken(goodText).map(({ text }) => ({
        type: 'content_block_delta',
        delta: { type: 'text_delta', text },
      })),
      { type: 'message_delta', delta: { stop_reason: 'stop_sequence' } },
    ],
    whole: () => ({
      type: 'message',
      content: [{ type: 'text', text: goodText }],
      stop_reason: 'stop_sequence',
    }),
  }),
  dialect({
    id: 'fault-claude-other-blocks',
    about: 'Blocks of hidden reasoning, of a server’s tool and of next year stand before the text.',
    form: 'messages',
    events: (reply) => {
      const [start = {}, ...rest] = goodData(reply);
      return [start, ...otherBlocks.flatMap(blockEvents), ...rest];
    },
    whole: (reply) => ({
      ...goodWhole(reply),
      content: [...otherBlocks, { type: 'text', text: goodText }],
    }),
  }),
  dialect({
    id: 'fault-claude-unknown-events',
    about: 'Events of a type that nobody knows stand among the others.',
    form: 'messages',
    events: (reply) =>
      goodData(reply).flatMap((event) => [event, { type: 'next_year', text: 'no text' }]),
  }),
  dialect({
    id: 'fault-claude-two-texts',
    about: 'The text comes in two blocks, with a tool’s use between them.',
    form: 'messages',
    whole: (reply) => ({
      ...goodWhole(reply),
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
      ['overloaded_error', 'Overloaded', 'serverError'],
      ['rate_limit_error', 'Slow down.', 'rateLimited'],
    ] as const
  ).map(([type, message, kind]) =>
    dialect({
      id: `fault-claude-${type.replaceAll('_', '-')}-midway`,
      about: `An error of the type ${type} comes after half of the answer.`,
      form: 'messages',
      expected: { ...failed(kind, { detail: message }), text: partialText },
      events: () => [
        { type: 'message_start', message: { role: 'assistant', content: [] } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: partialText },
        },
        { type: 'error', error: { type, message } },
      ],
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
