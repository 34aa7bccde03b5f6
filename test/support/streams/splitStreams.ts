// Streams of chat completions in several dialects and framings, and what holds however they are split.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chat } from '../../../src/gateway/node/formats/chatCompletions';
import { answerOf, fraction, splitAt } from '../../unit/gateway/node/formats/goldens/readStream';

export const texts = {
  reasoning: 'Überlegung: <b> & 思考 🤔. ',
  text: 'A **good** answer — Grüße, 你好 👩‍🚀!\n\n```js\nconst a = "<think>";\n```\n',
};

function split(text: string, size: number): readonly string[] {
  const chars = Array.from(text);
  return Array.from({ length: Math.ceil(chars.length / size) }, (_, at) =>
    chars.slice(at * size, (at + 1) * size).join(''),
  );
}

const chunk = (delta: object | null, finish: string | null = null, more: object = {}): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  model: 'm-1',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});

type Framing = (json: string, at: number) => string;
const framings: Readonly<Record<string, Framing>> = {
  plain: (json) => `data: ${json}\n\n`,
  crlf: (json) => `data: ${json}\r\n\r\n`,
  cr: (json) => `data:${json}\r\r`,
  tight: (json) => `data:${json}\n`,
  noisy: (json, at) =>
    `: PING\n\nevent: message\nid: ${at}\nretry: 1\ndata: ${json}\n\ndata: ping\n\n`,
};

const usage = { usage: { prompt_tokens: 3, completion_tokens: 9 } };
const call = { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] };
const dialects: Readonly<Record<string, readonly object[]>> = {
  fields: [
    { choices: [], prompt_filter_results: [] },
    chunk({ role: 'assistant', content: '' }),
    ...split(texts.reasoning, 3).map((reasoning_content) =>
      chunk({ reasoning_content, content: null }),
    ),
    ...split(texts.text, 4).map((content) => chunk({ content })),
    chunk({}, 'stop'),
    { ...chunk(null), choices: [], ...usage },
  ],
  tags: [
    ...split(`\n<think>${texts.reasoning}</think>\n\n${texts.text}`, 2).map((content) =>
      chunk({ content }, ''),
    ),
    chunk(call),
    chunk(null, 'tool_calls', usage),
  ],
  'closing tag alone': [
    ...split(`${texts.reasoning}</think>\n\n${texts.text}`, 3).map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ],
  parts: [
    ...split(texts.reasoning, 5).map((text) =>
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
    ),
    ...split(texts.text, 5).map((text) => chunk({ content: [{ type: 'text', text }] })),
    chunk({}, 'length'),
  ],
};

export const transcripts = Object.entries(dialects).flatMap(([dialect, chunks]) =>
  Object.entries(framings).map(([framing, frame]) => ({
    name: `${dialect}, ${framing}`,
    bytes: Buffer.from(
      `\ufeff${chunks.map((value, at) => frame(JSON.stringify(value), at)).join('')}data: [DONE]\n\n`,
    ),
  })),
);
export const expected = transcripts.map(({ bytes }) => answerOf(chat, [bytes]));

const transcript = fc.nat(transcripts.length - 1);
const positions = fc.array(fraction, { maxLength: 40 });

/** Checks that split streams give the same answer. */
export function checkSplit(numRuns: number): void {
  fc.assert(
    fc.property(transcript, positions, (index, splits) => {
      const bytes = transcripts[index]?.bytes ?? Buffer.of();
      assert.deepEqual(answerOf(chat, splitAt(bytes, splits)), expected[index]);
    }),
    { numRuns },
  );
}

/** Checks that streams whose connection breaks give the start of the answer. */
export function checkBroken(numRuns: number): void {
  fc.assert(
    fc.property(transcript, positions, fraction, (index, splits, end) => {
      const bytes = transcripts[index]?.bytes ?? Buffer.of();
      const received = bytes.subarray(0, Math.floor(end * bytes.length));
      for (const isTruncated of [true, false]) {
        const { text, reasoning, errorName } = answerOf(
          chat,
          splitAt(received, splits),
          isTruncated,
        );
        // Reasoning without an opening tag is text until its end arrives.
        const untilTag = reasoning === '' ? `${texts.reasoning}</think>` : '';
        assert.ok(texts.text.startsWith(text) || untilTag.startsWith(text), text);
        assert.ok(texts.reasoning.startsWith(reasoning), reasoning);
        assert.ok(['', 'connectionLost'].includes(errorName), errorName);
      }
    }),
    { numRuns },
  );
}
