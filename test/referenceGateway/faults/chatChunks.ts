// Streams that are sound but for what their chunks hold: the dialects of the chat form.
import { chunk, chunkHead, chunkOf, dataEvent, usageOf } from '../formats/chat';
import { eventStreamHead } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import { tokens } from '../answers/question';
import { chatQuirk, chunks, deltasOf } from './chatFaults';
import { good, goodText, type Fault } from './fault';

const role = { role: 'assistant', content: '' };
function withUsage(event: JsonObject, usage: JsonObject | null): JsonObject {
  return { ...event, usage };
}

const content: readonly Fault[] = [
  chunks(
    'fault-empty-choices-first',
    'The first chunk has no choice, as Azure’s filter result.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      const filter = [{ prompt_index: 0, content_filter_results: {} }];
      return [
        chunkOf({ ...head, id: '', model: '' }, [], { prompt_filter_results: filter }),
        ...[role, ...deltasOf(goodText)].map((delta) => chunk(head, delta)),
        chunk(head, {}, 'stop'),
      ];
    },
  ),
  chatQuirk({
    id: 'fault-role-only',
    about: 'The first delta is the role alone, without content.',
    deltas: [{ role: 'assistant' }, ...deltasOf(goodText)],
    expected: good,
  }),
  chatQuirk({
    id: 'fault-role-every-chunk',
    about: 'Every delta repeats the role.',
    deltas: tokens(goodText).map((text) => ({ role: 'assistant', content: text })),
    expected: good,
  }),
  chatQuirk({
    id: 'fault-content-null',
    about: 'Deltas with content null stand between the others.',
    deltas: [role, ...deltasOf(goodText).flatMap((delta) => [{ content: null }, delta])],
    expected: good,
  }),
  chunks('fault-delta-null', 'The last chunk’s delta is null.', ({ exchange, question }) => {
    const head = chunkHead(exchange, question);
    return [
      ...deltasOf(goodText).map((delta) => chunk(head, delta)),
      chunkOf(head, [{ index: 0, delta: null, finish_reason: 'stop' }]),
    ];
  }),
  chatQuirk({
    id: 'fault-content-parts',
    about: 'Content is an array of parts.',
    deltas: tokens(goodText).map((text) => ({ content: [{ type: 'text', text }] })),
    message: { content: [{ type: 'text', text: goodText }] },
    expected: good,
  }),
  chunks(
    'fault-usage-only-last',
    'The last chunk has usage and no choice.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      return [
        ...[role, ...deltasOf(goodText)].map((delta) => chunk(head, delta)),
        chunk(head, {}, 'stop'),
        chunkOf(head, [], { usage: usageOf(question, 24) }),
      ];
    },
  ),
  chunks(
    'fault-usage-every-chunk',
    'Every chunk has usage, null until the last.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      return [
        ...[role, ...deltasOf(goodText)].map((delta) => withUsage(chunk(head, delta), null)),
        withUsage(chunk(head, {}, 'stop'), usageOf(question, 24)),
      ];
    },
  ),
  chunks(
    'fault-second-choice',
    'A second choice runs beside the first; only the first counts.',
    ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      return [
        ...deltasOf(goodText).flatMap((delta) => [
          chunk(head, delta),
          chunkOf(head, [{ index: 1, delta: { content: 'other ' }, finish_reason: null }]),
        ]),
        chunkOf(head, [
          { index: 0, delta: {}, finish_reason: 'stop' },
          { index: 1, delta: {}, finish_reason: 'stop' },
        ]),
      ];
    },
  ),
  chunks(
    'fault-other-model',
    'The answer says that another model gave it.',
    ({ exchange, question }) => {
      const head = { ...chunkHead(exchange, question), model: 'another-model-2026' };
      return [...deltasOf(goodText).map((delta) => chunk(head, delta)), chunk(head, {}, 'stop')];
    },
  ),
];

/** Perplexity: the whole message so far beside each delta, and no [DONE]. */
const cumulative: Fault = {
  id: 'fault-perplexity',
  about: 'The message so far comes beside each delta, and no [DONE].',
  forms: ['chat'],
  streamed: true,
  unstreamed: false,
  expected: good,
  serve: async ({ exchange, question }) => {
    const head = chunkHead(exchange, question);
    exchange.head(200, eventStreamHead);
    let message = '';
    for (const text of tokens(goodText)) {
      message += text;
      const choice = {
        index: 0,
        delta: { role: 'assistant', content: text },
        message: { role: 'assistant', content: message },
        finish_reason: message === goodText ? 'stop' : null,
      };
      await exchange.write(dataEvent(chunkOf(head, [choice], { citations: [] })));
    }
    await exchange.end();
  },
};

function call(index: number | null | undefined, id: string, more: JsonObject): JsonObject {
  return { ...(index === undefined ? {} : { index }), id, type: 'function', ...more };
}

/** Text, then a tool call in two pieces. Portico offers no tools; some models call one anyway. */
function toolCalls(
  suffix: string,
  about: string,
  index: number | null | undefined,
  id: string,
): Fault {
  const begin = call(index, id, { function: { name: 'look_up', arguments: '{"word":' } });
  const rest = call(index, '', { function: { arguments: '"fox"}' } });
  return chatQuirk({
    id: `fault-tool-calls${suffix}`,
    about,
    deltas: [...deltasOf(goodText), { tool_calls: [begin] }, { tool_calls: [rest] }],
    finish: 'tool_calls',
    message: {
      content: goodText,
      tool_calls: [call(index, id, { function: { name: 'look_up', arguments: '{"word":"fox"}' } })],
    },
    expected: good,
  });
}

const tools: readonly Fault[] = [
  toolCalls('', 'A tool call that nobody offered follows the text.', 0, 'call_1'),
  toolCalls('-no-index', 'A tool call without an index.', undefined, 'call_1'),
  toolCalls('-null-index', 'A tool call whose index is null.', null, 'call_1'),
  toolCalls('-empty-id', 'A tool call whose ID is empty.', 0, ''),
];

export const deltaFaults: readonly Fault[] = [...content, cumulative, ...tools];
