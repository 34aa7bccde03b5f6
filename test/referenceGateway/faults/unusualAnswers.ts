// Good answers and errors in unusual places, lines and amounts.
import { eventStreamHeaders, frameEvent } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import { chatEvent } from './earlyEnds';
import {
  failed,
  goodAnswer,
  goodBody,
  goodEvents,
  goodText,
  interrupted,
  partialText,
  type Fault,
} from './fault';
import { formatFault, frameJson } from './formatFault';

const call = { index: 0, id: 'call_1', function: { name: 'look_up', arguments: '{}' } };

/** An attempt at an answer, in a stream of Claude's format. */
function claudeEvents(text: string, stops: boolean): readonly JsonObject[] {
  return [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    ...(stops
      ? [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }]
      : []),
  ];
}

function responsesEvents(id: string): readonly JsonObject[] {
  return [
    { type: 'response.created', response: { id, status: 'in_progress', output: [] } },
    { type: 'response.output_text.delta', item_id: `m${id}`, output_index: 0, delta: goodText },
    { type: 'response.completed', response: { id, status: 'completed', output: [] } },
  ];
}

const attempts: readonly Fault[] = [
  formatFault({
    id: 'fault-claude-begun-again',
    description: 'After half of an answer, another provider gives all of it (LiteLLM).',
    format: 'messages',
    events: () => [...claudeEvents(partialText, false), ...claudeEvents(goodText, true)],
  }),
  formatFault({
    id: 'fault-claude-begun-again-cut',
    description: 'After half of an answer, another provider begins it again and breaks off.',
    format: 'messages',
    expected: interrupted('connectionLost'),
    events: () => [...claudeEvents(partialText, false), ...claudeEvents(goodText, false)],
  }),
  formatFault({
    id: 'fault-responses-two-cycles',
    description: 'The answer comes twice, with two IDs.',
    format: 'responses',
    events: () => [...responsesEvents('r1'), ...responsesEvents('r2')],
  }),
  formatFault({
    id: 'fault-chat-in-claude-events',
    description: 'Claude’s events answer a request for chat completions.',
    format: 'chat',
    events: () => claudeEvents(goodText, true),
    body: () => ({
      type: 'message',
      content: [{ type: 'text', text: goodText }],
      stop_reason: 'end_turn',
    }),
  }),
];

const shapes: readonly Fault[] = [
  formatFault({
    id: 'fault-message-beside-delta',
    description: 'The reply has an empty delta beside the message (Perplexity).',
    format: 'chat',
    body: () => ({
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: goodText },
          delta: { role: 'assistant', content: '' },
        },
      ],
    }),
  }),
  formatFault({
    id: 'fault-tool-call-then-error',
    description: 'An error follows a tool call.',
    format: 'chat',
    expected: failed('streamError', { detail: 'The upstream gave up.' }),
    events: () => [
      { choices: [{ index: 0, delta: { tool_calls: [call] } }] },
      { error: { message: 'The upstream gave up.' } },
    ],
  }),
  formatFault({
    id: 'fault-gemini-snake-case',
    description: 'The names of fields are in snake case.',
    format: 'generateContent',
    events: () => [
      { candidates: [{ content: { parts: [{ text: goodText }] } }] },
      { candidates: [{ finish_reason: 'STOP' }], usage_metadata: { prompt_token_count: 3 } },
    ],
    body: () => ({
      candidates: [{ content: { parts: [{ text: goodText }] }, finish_reason: 'STOP' }],
    }),
  }),
  formatFault({
    id: 'fault-responses-no-status',
    description: 'The response has no status, only the type of its last event.',
    format: 'responses',
    events: () => [
      { type: 'response.output_text.delta', item_id: 'm', delta: goodText },
      { type: 'response.output_text.done', item_id: 'm', output_index: 0, text: goodText },
      { type: 'response.completed', response: { object: 'response', error: {} } },
    ],
    body: () => ({
      object: 'response',
      error: {},
      output: [{ type: 'message', content: [{ type: 'output_text', text: goodText }] }],
    }),
  }),
  formatFault({
    id: 'fault-responses-output-text',
    description: 'The text is only in output_text.',
    format: 'responses',
    isNonstandard: true,
    events: () => [
      { type: 'response.completed', response: { status: 'completed', output_text: goodText } },
    ],
    body: () => ({ object: 'response', status: 'completed', output: [], output_text: goodText }),
  }),
];

/** An event stream whose text is made of the good one. */
function reframed(id: string, description: string, reframe: (stream: string) => string): Fault {
  return {
    id,
    description,
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.end(reframe(goodEvents(reply).map(frameEvent).join('')));
    },
  };
}

const sourceBytes = 32 * 1024;

const framing: readonly Fault[] = [
  {
    ...reframed(
      'fault-values-on-one-line',
      'Two events share a line, and there are no names.',
      (stream) =>
        stream
          .replaceAll(/^event: .*\n/gm, '')
          .split('\n\n')
          .map((line, index) =>
            index % 2 === 0 ? line : `${line.replace(/^data: (?!\[)/, '')}\n\n`,
          )
          .join('')
          .replaceAll(/(\S)(data: \[DONE\])/g, '$1\n\n$2'),
    ),
    isNonstandard: true,
  },
  reframed(
    'fault-done-lower-case',
    'The end is marked by [done].',
    (stream) => `${stream.replace('data: [DONE]\n\n', '')}data: [done]\n\n`,
  ),
  {
    id: 'fault-json-empty-lines',
    description: 'There are empty lines between the members of the reply.',
    only: 'complete',
    expected: goodAnswer,
    serve: async (reply) => {
      const json = JSON.stringify(goodBody(reply), undefined, 1).replaceAll('\n', '\n\n');
      await reply.exchange.send(200, 'application/json', json);
    },
  },
  {
    id: 'fault-sources-in-each',
    description: 'Each event repeats the sources: 66 MB for an answer of 100 kB.',
    // The cost is in the bytes, not in the format.
    formats: ['chat'],
    only: 'streamed',
    expected: { state: 'complete', text: 'word '.repeat(20_000) },
    serve: async ({ exchange }) => {
      const sources = 's'.repeat(sourceBytes);
      exchange.sendHeaders(200, eventStreamHeaders);
      for (let sent = 0; sent < 2_000; sent++) {
        const delta = { content: 'word '.repeat(10) };
        await exchange.write(frameJson({ choices: [{ index: 0, delta }], sources }));
      }
      await exchange.write(frameJson(chatEvent({}, 'stop')));
      await exchange.end();
    },
  },
];

export const unusualAnswerFaults: readonly Fault[] = [...attempts, ...shapes, ...framing];
