// Answers as only the Responses form has them.
import type { JsonObject } from '../http/json';
import { dialect, goodData } from './formatFault';
import { failed, good, goodText, goodWhole, partialText, spoken, type Fault } from './fault';

const words = 'The upstream gave up.';
const thought = 'First this, then that. ';
const reported = failed('streamError', { detail: words });

export const responsesFaults: readonly Fault[] = [
  dialect({
    id: 'fault-responses-no-deltas',
    about: 'The whole answer stands in response.completed, and no delta comes before it.',
    form: 'responses',
    events: (reply) => goodData(reply).filter(({ type }) => type === 'response.completed'),
  }),
  dialect({
    id: 'fault-responses-deltas-alone',
    about: 'Nothing but deltas come, and a response.completed whose output is empty.',
    form: 'responses',
    events: () => [
      ...spoken(goodText).map(({ text }) => ({ type: 'response.output_text.delta', delta: text })),
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ],
  }),
  dialect({
    id: 'fault-responses-done-alone',
    about: 'The text comes in output_text.done, without a delta before it.',
    form: 'responses',
    events: (reply) => goodData(reply).filter(({ type }) => type !== 'response.output_text.delta'),
  }),
  dialect({
    id: 'fault-responses-events-of-tools',
    about: 'Events of a tool that runs on the server, and of next year, stand among the others.',
    form: 'responses',
    events: (reply) =>
      goodData(reply).flatMap((event) => [
        { type: 'response.web_search_call.searching', output_index: 9, item_id: 'ws_1' },
        { type: 'response.next_year.delta', output_index: 9, item_id: 'ny_1', delta: 'no text' },
        event,
      ]),
  }),
  dialect({
    id: 'fault-responses-reasoning-text',
    about: 'Reasoning comes as reasoning_text, as models with open weights have it.',
    form: 'responses',
    expected: { ...good, reasoning: thought },
    events: (reply) => [
      ...spoken(thought).map(({ text }) => ({
        type: 'response.reasoning_text.delta',
        item_id: 'rs_1',
        output_index: 7,
        content_index: 0,
        delta: text,
      })),
      ...goodData(reply),
    ],
    whole: (reply) => ({
      ...goodWhole(reply),
      output: [
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: thought }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: goodText }] },
      ],
    }),
  }),
  dialect({
    id: 'fault-responses-failed',
    about: 'The response fails with an error in it.',
    form: 'responses',
    expected: reported,
    events: (reply) => [
      ...goodData(reply).slice(0, 2),
      { type: 'response.failed', response: failedResponse('server_error', words) },
    ],
    whole: () => failedResponse('server_error', words),
  }),
  dialect({
    id: 'fault-responses-failed-rate-limit',
    about: 'The response fails at a rate limit.',
    form: 'responses',
    expected: failed('rateLimited', { detail: 'Slow down.' }),
    events: (reply) => [
      ...goodData(reply).slice(0, 2),
      { type: 'response.failed', response: failedResponse('rate_limit_exceeded', 'Slow down.') },
    ],
    whole: () => failedResponse('rate_limit_exceeded', 'Slow down.'),
  }),
  dialect({
    id: 'fault-responses-incomplete-unexplained',
    about: 'The response is incomplete and does not say why.',
    form: 'responses',
    expected: { state: 'truncated', text: partialText },
    events: () => [
      { type: 'response.output_text.delta', delta: partialText },
      { type: 'response.incomplete', response: { status: 'incomplete', output: [] } },
    ],
    whole: () => ({
      object: 'response',
      status: 'incomplete',
      output: [{ type: 'message', content: [{ type: 'output_text', text: partialText }] }],
    }),
  }),
  dialect({
    id: 'fault-responses-tool-call',
    about: 'A tool call that nobody offered follows the text.',
    form: 'responses',
    events: (reply) => {
      const place = { item_id: 'fc_1', output_index: 1 };
      const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look_up' };
      const data = goodData(reply);
      return [
        ...data.slice(0, -1),
        { type: 'response.output_item.added', ...place, item: { ...call, arguments: '' } },
        { type: 'response.function_call_arguments.delta', ...place, delta: '{"word":' },
        { type: 'response.function_call_arguments.delta', ...place, delta: '"fox"}' },
        ...data.slice(-1),
      ];
    },
  }),
];

function failedResponse(code: string, message: string): JsonObject {
  return {
    id: 'resp_1',
    object: 'response',
    status: 'failed',
    error: { code, message },
    output: [],
  };
}
