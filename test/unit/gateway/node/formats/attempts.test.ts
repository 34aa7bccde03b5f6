// Streams in which the answer begins again: it stands once, and an attempt that breaks off changes nothing.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { apiFormats, type ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { fold } from '../../../../component/gateway/node/harness';
import { propertyRuns } from '../../../../support/propertyRuns';
import { readerOf } from '../../../../support/streams/readerOf';
import { answerOf, fraction } from './goldens/readStream';

interface Attempt {
  readonly id: string;
  readonly texts: readonly string[];
  readonly reasoning?: readonly string[];
  readonly call?: boolean;
  /** Absent where it breaks off. */
  readonly finish?: boolean;
}

const formats: Readonly<
  Record<ApiFormat, readonly [ApiFormatAdapter, (attempt: Attempt) => readonly object[]]>
> = {
  chat: [
    chat,
    ({ id, texts, reasoning = [], call, finish }) => {
      const chunk = (delta: object, reason: string | null = null): object => ({
        id,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: reason }],
      });
      return [
        chunk({ role: 'assistant', content: '' }),
        ...reasoning.map((text) => chunk({ reasoning_content: text })),
        ...texts.map((content) => chunk({ content })),
        ...(call === true
          ? [
              chunk({
                tool_calls: [{ index: 0, id: `c${id}`, function: { name: 'f', arguments: '{}' } }],
              }),
            ]
          : []),
        ...(finish === true ? [chunk({}, 'stop')] : []),
      ];
    },
  ],
  responses: [
    responses,
    ({ id, texts, reasoning = [], call, finish }) => [
      { type: 'response.created', response: { id, status: 'in_progress', output: [] } },
      ...reasoning.map((delta) => ({
        type: 'response.reasoning_text.delta',
        item_id: `r${id}`,
        output_index: 0,
        delta,
      })),
      ...texts.map((delta) => ({
        type: 'response.output_text.delta',
        item_id: `m${id}`,
        output_index: 1,
        delta,
      })),
      ...(call === true
        ? [
            {
              type: 'response.output_item.done',
              output_index: 2,
              item: {
                type: 'function_call',
                id: `f${id}`,
                call_id: `c${id}`,
                name: 'f',
                arguments: '{}',
              },
            },
          ]
        : []),
      ...(finish === true
        ? [{ type: 'response.completed', response: { id, status: 'completed', output: [] } }]
        : []),
    ],
  ],
  messages: [
    messages,
    ({ id, texts, reasoning = [], call, finish }) => [
      {
        type: 'message_start',
        message: { id, type: 'message', content: [], usage: { input_tokens: 9 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      ...reasoning.map((thinking) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking },
      })),
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      ...texts.map((text) => ({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'text_delta', text },
      })),
      ...(call === true
        ? [
            {
              type: 'content_block_start',
              index: 2,
              content_block: { type: 'tool_use', id: `c${id}`, name: 'f', input: {} },
            },
          ]
        : []),
      ...(finish === true
        ? [
            {
              type: 'message_delta',
              delta: { stop_reason: 'end_turn' },
              usage: { output_tokens: 3 },
            },
            { type: 'message_stop' },
          ]
        : []),
    ],
  ],
  generateContent: [
    generateContent,
    ({ id, texts, reasoning = [], call, finish }) => {
      const chunk = (parts: readonly object[], more: object = {}): object => ({
        responseId: id,
        candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
      });
      return [
        ...reasoning.map((text) => chunk([{ text, thought: true }])),
        ...texts.map((text) => chunk([{ text }])),
        ...(call === true ? [chunk([{ functionCall: { name: 'f', args: {} } }])] : []),
        ...(finish === true ? [chunk([{ text: '' }], { finishReason: 'STOP' })] : []),
      ];
    },
  ],
};

function read(
  format: ApiFormat,
  attempts: readonly Attempt[],
  isTruncated = false,
): ReturnType<typeof answerOf> {
  const [adapter, eventsOf] = formats[format];
  const json = attempts.flatMap(eventsOf).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return answerOf(adapter, [Buffer.from(json.join(''))], isTruncated);
}

const half: Attempt = { id: 'a', texts: ['Half ', 'an ans'] };
const whole: Attempt = { id: 'b', texts: ['Half ', 'an answer is ', 'whole.'], finish: true };
const other: Attempt = {
  id: 'b',
  texts: ['Something ', 'else.'],
  reasoning: ['Again.'],
  finish: true,
};

describe('an answer that begins again', () => {
  for (const format of apiFormats) {
    // Gemini's streams have no start, so that only a finish reason tells.
    const first = { ...half, finish: format === 'generateContent' };
    const done = { ...half, finish: true };

    it(`is the last attempt: ${format}`, () => {
      for (const attempts of [
        [first, whole],
        [done, whole],
        [{ ...whole, id: 'a' }, whole],
        [{ ...done, reasoning: ['I ', 'think.'] }, whole],
        [{ ...done, call: true }, whole],
        [done, other, { ...whole, id: 'c' }],
      ]) {
        const { text, reasoning, state, calls } = read(format, attempts);
        assert.deepEqual(
          { text, reasoning, state, calls },
          { text: 'Half an answer is whole.', reasoning: '', state: 'complete', calls: [] },
        );
      }
      const { text, reasoning, state } = read(format, [first, other]);
      assert.deepEqual(
        { text, reasoning, state },
        { text: 'Something else.', reasoning: 'Again.', state: 'complete' },
      );
      assert.equal(read(format, [first, { ...whole, call: true }]).calls.length, 1);
    });

    it(`keeps what came if the next attempt breaks off: ${format}`, () => {
      for (const cut of [false, true]) {
        const { text, reasoning, errorName } = read(
          format,
          [first, { ...other, finish: false }],
          cut,
        );
        assert.deepEqual({ text, reasoning }, { text: 'Half an ans', reasoning: '' });
        assert.equal(errorName, cut ? '' : 'connectionLost');
      }
      const { text, state } = read(format, [
        { ...whole, id: 'a' },
        { id: 'b', texts: [] },
      ]);
      assert.deepEqual({ text, state }, { text: 'Half an answer is whole.', state: 'complete' });
    });
  }

  it('is one attempt, and never two in a row, wherever the stream is cut and whatever arrives together', () => {
    const attempt = fc.record({
      texts: fc.array(fc.constantFrom('a', 'ab', '0', '哈', ' c', '的'), {
        minLength: 3,
        maxLength: 9,
      }),
      reasoning: fc.array(fc.constantFrom('r', 'so', '1'), { maxLength: 4 }),
      finish: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...apiFormats),
        fc.array(attempt, { minLength: 2, maxLength: 3 }),
        fraction,
        fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }),
        (format, list, end, sizes) => {
          const [adapter, eventsOf] = formats[format];
          const attempts = list.map((one, at) => ({
            ...one,
            id: `a${at}`,
            // Only a finish reason ends an attempt there.
            finish: one.finish || (format === 'generateContent' && at < list.length - 1),
          }));
          const events = attempts.flatMap(eventsOf);
          const received = events.slice(0, Math.ceil(end * events.length));
          const reader = readerOf(adapter);
          const parts: StreamPart[] = [];
          for (let at = 0, turn = 0; at < received.length; turn++) {
            const size = (sizes[turn % sizes.length] ?? 0) + 1;
            const batch = received.slice(at, at + size).map((data) => ({ data, isError: false }));
            parts.push(...reader.push(batch).parts);
            at += size;
          }
          parts.push(...(reader.errorAtEnd === undefined ? reader.end() : reader.interrupt()));
          const { text, reasoning } = fold(parts);
          const wholes = attempts.map(({ texts, reasoning: thoughts }) => [
            texts.join(''),
            thoughts.join(''),
          ]);
          assert.ok(
            wholes.some(
              ([said = '', thought = '']) => said.startsWith(text) && thought.startsWith(reasoning),
            ),
            `${text} | ${reasoning}`,
          );
          if (received.length === events.length) {
            const last = attempts.findLastIndex(({ finish }) => finish);
            assert.deepEqual([text, reasoning], wholes[Math.max(0, last)]);
          }
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is not seen in start events before any content', () => {
    for (const format of apiFormats) {
      const { text, state } = read(format, [{ id: 'a', texts: [] }, whole]);
      assert.deepEqual({ text, state }, { text: 'Half an answer is whole.', state: 'complete' });
    }
  });

  const texts = fc.array(fc.constantFrom('0', '哈', 'a', ' ', '\n', 'ab', '. ', '的'), {
    minLength: 3,
    maxLength: 30,
  });

  it('is not seen in chunks of which each has another ID, an empty one or a role', () => {
    const kinds = fc.constantFrom('fresh', 'empty', 'none', 'same', 'pairs');
    fc.assert(
      fc.property(texts, kinds, fc.boolean(), fc.boolean(), (deltas, kind, hasRole, endsEach) => {
        const ids: Readonly<Record<string, (at: number) => string | undefined>> = {
          fresh: (at) => `x${at}`,
          empty: () => '',
          none: () => undefined,
          same: () => 'x',
          pairs: (at) => `x${at >> 1}`,
        };
        const events = ['x', ...deltas, ''].map((content, at) => ({
          id: ids[kind]?.(at),
          choices: [
            {
              index: 0,
              delta: hasRole ? { role: 'assistant', content } : { content },
              finish_reason: endsEach && kind !== 'pairs' ? 'stop' : null,
            },
          ],
        }));
        const json = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
        const { text } = answerOf(chat, [Buffer.from(json)]);
        assert.equal(text, `x${deltas.join('')}`);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
