import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chat } from '../../../../src/gateway/formats/chat';
import { answerOf, splitAt } from '../formats/goldens/readStream';

const texts = {
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

type Frame = (json: string, at: number) => string;
const frames: Readonly<Record<string, Frame>> = {
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
  parts: [
    ...split(texts.reasoning, 5).map((text) =>
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
    ),
    ...split(texts.text, 5).map((text) => chunk({ content: [{ type: 'text', text }] })),
    chunk({}, 'length'),
  ],
};

const transcripts = Object.entries(dialects).flatMap(([dialect, chunks]) =>
  Object.entries(frames).map(([framing, frame]) => ({
    name: `${dialect}, ${framing}`,
    bytes: Buffer.from(
      `\ufeff${chunks.map((value, at) => frame(JSON.stringify(value), at)).join('')}data: [DONE]\n\n`,
    ),
  })),
);
const whole = transcripts.map(({ bytes }) => answerOf(chat, [bytes]));

describe('random cuts of a stream', () => {
  it('starts from transcripts that are read whole', () => {
    for (const [at, { name }] of transcripts.entries()) {
      assert.equal(whole[at]?.text, texts.text, name);
      assert.equal(whole[at]?.reasoning, texts.reasoning, name);
      assert.equal(whole[at]?.broken, '', name);
    }
  });

  const transcript = fc.nat(transcripts.length - 1);
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

  it('12,000 times other pieces: the same answer', () => {
    fc.assert(
      fc.property(transcript, places, (which, cuts) => {
        const bytes = transcripts[which]?.bytes ?? Buffer.of();
        assert.deepEqual(answerOf(chat, splitAt(bytes, cuts)), whole[which]);
      }),
      { numRuns: 12_000 },
    );
  }).timeout(60_000);

  it('8,000 times a broken connection: the beginning of the answer', () => {
    fc.assert(
      fc.property(
        transcript,
        places,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (which, cuts, end) => {
          const bytes = transcripts[which]?.bytes ?? Buffer.of();
          const kept = bytes.subarray(0, Math.floor(end * bytes.length));
          for (const cut of [true, false]) {
            const { text, reasoning, broken } = answerOf(chat, splitAt(kept, cuts), cut);
            assert.ok(texts.text.startsWith(text), text);
            assert.ok(texts.reasoning.startsWith(reasoning), reasoning);
            assert.ok(['', 'notApi'].includes(broken), broken);
          }
        },
      ),
      { numRuns: 8000 },
    );
  }).timeout(60_000);
});
