// Answers that are sound but for what they hold: the dialects of the chat form, and reasoning.
import { chunk, chunkHead, chunkOf, dataEvent, usageOf } from '../forms/chat';
import { eventStreamHead } from '../forms/wireForm';
import type { JsonObject } from '../json';
import { tokens } from '../question';
import { chatQuirk, chunks, deltasOf } from './chatQuirk';
import { good, goodText, spoken, stop, telling, type Expected, type Fault } from './fault';

const role = { role: 'assistant', content: '' };
const thought = 'First this, then that. ';

/** A good answer after some reasoning. */
const reasoned: Expected = { ...good, reasoning: thought };

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

const reasoning: readonly Fault[] = [
  chatQuirk({
    id: 'fault-reasoning',
    about: 'Reasoning comes in the field reasoning.',
    deltas: [...tokens(thought).map((text) => ({ reasoning: text })), ...deltasOf(goodText)],
    message: { content: goodText, reasoning: thought },
    expected: reasoned,
  }),
  telling({
    id: 'fault-reasoning-first',
    about: 'Reasoning comes before the answer, as the form has it.',
    parts: [
      ...tokens(thought).map((text) => ({ kind: 'reasoning', text }) as const),
      ...spoken(goodText),
      stop,
    ],
    expected: reasoned,
  }),
  telling({
    id: 'fault-reasoning-alone',
    about: 'Reasoning meets the length limit before the answer begins.',
    parts: [
      { kind: 'reasoning', text: thought },
      { kind: 'finish', reason: 'length' },
    ],
    expected: { state: 'truncated', text: '', reasoning: thought },
  }),
  chatQuirk({
    id: 'fault-reasoning-content',
    about: 'Reasoning comes in the field reasoning_content, content null meanwhile.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning_content: text, content: null })),
      ...deltasOf(goodText),
    ],
    message: { content: goodText, reasoning_content: thought },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-reasoning-details',
    about: 'Reasoning comes twice: in reasoning and in reasoning_details.',
    deltas: [
      ...tokens(thought).map((text) => ({
        content: '',
        reasoning: text,
        reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
      })),
      ...deltasOf(goodText),
    ],
    message: {
      content: goodText,
      reasoning: thought,
      reasoning_details: [{ type: 'reasoning.text', text: thought }],
    },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-reasoning-doubled',
    about: 'Reasoning comes twice: in reasoning and in reasoning_content.',
    deltas: [
      ...tokens(thought).map((text) => ({ reasoning: text, reasoning_content: text })),
      ...deltasOf(goodText),
    ],
    message: { content: goodText, reasoning: thought, reasoning_content: thought },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-think',
    about: 'Reasoning comes inside <think>…</think>.',
    deltas: [
      { content: '<think>' },
      ...deltasOf(thought),
      { content: '</think>' },
      ...deltasOf(goodText),
    ],
    message: { content: `<think>${thought}</think>${goodText}` },
    expected: reasoned,
  }),
  chatQuirk({
    id: 'fault-think-split',
    about: 'The tags of <think>…</think> are split over chunks, character by character.',
    deltas: Array.from(`<think>${thought}</think>${goodText}`, (text) => ({ content: text })),
    message: { content: `<think>${thought}</think>${goodText}` },
    expected: reasoned,
  }),
];

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

export const deltaFaults: readonly Fault[] = [...content, cumulative, ...reasoning, ...tools];
