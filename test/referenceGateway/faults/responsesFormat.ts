// Faults of the Responses format.
import type { JsonObject } from '../http/json';
import {
  failed,
  goodAnswer,
  goodBody,
  goodText,
  partialText,
  textParts,
  type Fault,
} from './fault';
import { formatFault, goodEventData } from './formatFault';

const message = 'The upstream gave up.';
const thought = 'First this, then that. ';
const reported = failed('streamError', { detail: message });

export const responsesFormatFaults: readonly Fault[] = [
  formatFault({
    id: 'fault-responses-no-deltas',
    description: 'The text is only in response.completed; there are no deltas.',
    format: 'responses',
    events: (reply) => goodEventData(reply).filter(({ type }) => type === 'response.completed'),
  }),
  formatFault({
    id: 'fault-responses-deltas-alone',
    description: 'There are only deltas and a response.completed with an empty output.',
    format: 'responses',
    events: () => [
      ...textParts(goodText).map(({ text }) => ({
        type: 'response.output_text.delta',
        delta: text,
      })),
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ],
  }),
  formatFault({
    id: 'fault-responses-done-alone',
    description: 'The text is in output_text.done, without deltas before it.',
    format: 'responses',
    events: (reply) =>
      goodEventData(reply).filter(({ type }) => type !== 'response.output_text.delta'),
  }),
  formatFault({
    id: 'fault-responses-events-of-tools',
    description: 'There are events of a server-side tool and of unknown types among the others.',
    format: 'responses',
    events: (reply) =>
      goodEventData(reply).flatMap((event) => [
        { type: 'response.web_search_call.searching', output_index: 9, item_id: 'ws_1' },
        { type: 'response.next_year.delta', output_index: 9, item_id: 'ny_1', delta: 'no text' },
        event,
      ]),
  }),
  formatFault({
    id: 'fault-responses-reasoning-text',
    description: 'Reasoning as reasoning_text, as from open-weight models.',
    format: 'responses',
    expected: { ...goodAnswer, reasoning: thought },
    events: (reply) => [
      ...textParts(thought).map(({ text }) => ({
        type: 'response.reasoning_text.delta',
        item_id: 'rs_1',
        output_index: 7,
        content_index: 0,
        delta: text,
      })),
      ...goodEventData(reply),
    ],
    body: (reply) => ({
      ...goodBody(reply),
      output: [
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: thought }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: goodText }] },
      ],
    }),
  }),
  formatFault({
    id: 'fault-responses-failed',
    description: 'The response fails with an error.',
    format: 'responses',
    expected: reported,
    events: (reply) => [
      ...goodEventData(reply).slice(0, 2),
      { type: 'response.failed', response: failedResponse('server_error', message) },
    ],
    body: () => failedResponse('server_error', message),
  }),
  formatFault({
    id: 'fault-responses-failed-rate-limit',
    description: 'The response fails with a rate limit.',
    format: 'responses',
    expected: failed('rateLimited', { detail: 'Slow down.' }),
    events: (reply) => [
      ...goodEventData(reply).slice(0, 2),
      { type: 'response.failed', response: failedResponse('rate_limit_exceeded', 'Slow down.') },
    ],
    body: () => failedResponse('rate_limit_exceeded', 'Slow down.'),
  }),
  formatFault({
    id: 'fault-responses-incomplete-unexplained',
    description: 'The response is incomplete without a reason.',
    format: 'responses',
    expected: { state: 'truncated', text: partialText },
    events: () => [
      { type: 'response.output_text.delta', delta: partialText },
      { type: 'response.incomplete', response: { status: 'incomplete', output: [] } },
    ],
    body: () => ({
      object: 'response',
      status: 'incomplete',
      output: [{ type: 'message', content: [{ type: 'output_text', text: partialText }] }],
    }),
  }),
  formatFault({
    id: 'fault-responses-tool-call',
    description: 'The text is followed by a call of a tool that was not offered.',
    format: 'responses',
    events: (reply) => {
      const item = { item_id: 'fc_1', output_index: 1 };
      const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look_up' };
      const data = goodEventData(reply);
      return [
        ...data.slice(0, -1),
        { type: 'response.output_item.added', ...item, item: { ...call, arguments: '' } },
        { type: 'response.function_call_arguments.delta', ...item, delta: '{"word":' },
        { type: 'response.function_call_arguments.delta', ...item, delta: '"fox"}' },
        ...data.slice(-1),
      ];
    },
  }),
];

function failedResponse(code: string, detail: string): JsonObject {
  return {
    id: 'resp_1',
    object: 'response',
    status: 'failed',
    error: { code, message: detail },
    output: [],
  };
}
