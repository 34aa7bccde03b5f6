// Well-formed chat streams with unusual chunks, as some servers send them.
import { tokens } from '../answers/question';
import { chunk, chunkIdentity, chunkWithChoices, dataEvent, usageOf } from '../formats/chat';
import { eventStreamHeaders } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import { chatFault, chunkFault, textDeltas } from './chatFaults';
import { goodAnswer, goodText, type Fault } from './fault';

const role = { role: 'assistant', content: '' };
function withUsage(event: JsonObject, usage: JsonObject | null): JsonObject {
  return { ...event, usage };
}

const content: readonly Fault[] = [
  chunkFault(
    'fault-empty-choices-first',
    'The first chunk has no choices, like Azure’s content filter results.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      const filter = [{ prompt_index: 0, content_filter_results: {} }];
      return [
        chunkWithChoices({ ...identity, id: '', model: '' }, [], { prompt_filter_results: filter }),
        ...[role, ...textDeltas(goodText)].map((delta) => chunk(identity, delta)),
        chunk(identity, {}, 'stop'),
      ];
    },
  ),
  chatFault({
    id: 'fault-role-only',
    description: 'The first delta contains only the role.',
    deltas: [{ role: 'assistant' }, ...textDeltas(goodText)],
    expected: goodAnswer,
  }),
  chatFault({
    id: 'fault-role-every-chunk',
    description: 'Every delta repeats the role.',
    deltas: tokens(goodText).map((text) => ({ role: 'assistant', content: text })),
    expected: goodAnswer,
  }),
  chatFault({
    id: 'fault-content-null',
    description: 'Some deltas have the content null.',
    deltas: [role, ...textDeltas(goodText).flatMap((delta) => [{ content: null }, delta])],
    expected: goodAnswer,
  }),
  chunkFault('fault-delta-null', 'The last chunk’s delta is null.', ({ exchange, question }) => {
    const identity = chunkIdentity(exchange, question);
    return [
      ...textDeltas(goodText).map((delta) => chunk(identity, delta)),
      chunkWithChoices(identity, [{ index: 0, delta: null, finish_reason: 'stop' }]),
    ];
  }),
  chatFault({
    id: 'fault-content-parts',
    description: 'Content is an array of parts.',
    deltas: tokens(goodText).map((text) => ({ content: [{ type: 'text', text }] })),
    message: { content: [{ type: 'text', text: goodText }] },
    expected: goodAnswer,
  }),
  chunkFault(
    'fault-usage-only-last',
    'The last chunk has usage and no choices.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      return [
        ...[role, ...textDeltas(goodText)].map((delta) => chunk(identity, delta)),
        chunk(identity, {}, 'stop'),
        chunkWithChoices(identity, [], { usage: usageOf(question, 24) }),
      ];
    },
  ),
  chunkFault(
    'fault-usage-every-chunk',
    'Every chunk has usage, null until the last.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      return [
        ...[role, ...textDeltas(goodText)].map((delta) => withUsage(chunk(identity, delta), null)),
        withUsage(chunk(identity, {}, 'stop'), usageOf(question, 24)),
      ];
    },
  ),
  chunkFault(
    'fault-second-choice',
    'A second choice is streamed in parallel; only the first one counts.',
    ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      return [
        ...textDeltas(goodText).flatMap((delta) => [
          chunk(identity, delta),
          chunkWithChoices(identity, [
            { index: 1, delta: { content: 'other ' }, finish_reason: null },
          ]),
        ]),
        chunkWithChoices(identity, [
          { index: 0, delta: {}, finish_reason: 'stop' },
          { index: 1, delta: {}, finish_reason: 'stop' },
        ]),
      ];
    },
  ),
  chunkFault('fault-other-model', 'The answer names another model.', ({ exchange, question }) => {
    const identity = { ...chunkIdentity(exchange, question), model: 'another-model-2026' };
    return [
      ...textDeltas(goodText).map((delta) => chunk(identity, delta)),
      chunk(identity, {}, 'stop'),
    ];
  }),
];

/** Perplexity sends the message so far with each delta, and no [DONE]. */
const cumulative: Fault = {
  id: 'fault-perplexity',
  description: 'Each chunk repeats the message so far, and there is no [DONE] (Perplexity).',
  formats: ['chat'],
  only: 'streamed',
  expected: goodAnswer,
  serve: async ({ exchange, question }) => {
    const identity = chunkIdentity(exchange, question);
    exchange.sendHeaders(200, eventStreamHeaders);
    let message = '';
    for (const text of tokens(goodText)) {
      message += text;
      const choice = {
        index: 0,
        delta: { role: 'assistant', content: text },
        message: { role: 'assistant', content: message },
        finish_reason: message === goodText ? 'stop' : null,
      };
      await exchange.write(dataEvent(chunkWithChoices(identity, [choice], { citations: [] })));
    }
    await exchange.end();
  },
};

function call(index: number | null | undefined, id: string, more: JsonObject): JsonObject {
  return { ...(index === undefined ? {} : { index }), id, type: 'function', ...more };
}

/** Text, then a tool call in two chunks. Some models call tools that were not offered. */
function toolCalls(
  suffix: string,
  description: string,
  index: number | null | undefined,
  id: string,
): Fault {
  const begin = call(index, id, { function: { name: 'look_up', arguments: '{"word":' } });
  const rest = call(index, '', { function: { arguments: '"fox"}' } });
  return chatFault({
    id: `fault-tool-calls${suffix}`,
    description,
    deltas: [...textDeltas(goodText), { tool_calls: [begin] }, { tool_calls: [rest] }],
    finish: 'tool_calls',
    message: {
      content: goodText,
      tool_calls: [call(index, id, { function: { name: 'look_up', arguments: '{"word":"fox"}' } })],
    },
    expected: goodAnswer,
  });
}

const tools: readonly Fault[] = [
  toolCalls('', 'The text is followed by a call of a tool that was not offered.', 0, 'call_1'),
  toolCalls('-no-index', 'A tool call without an index.', undefined, 'call_1'),
  toolCalls('-null-index', 'A tool call whose index is null.', null, 'call_1'),
  toolCalls('-empty-id', 'A tool call whose ID is empty.', 0, ''),
];

export const chatChunkFaults: readonly Fault[] = [...content, cumulative, ...tools];
