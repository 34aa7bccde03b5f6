// What every form but the chat form must read, held against the streams of its documentation.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { generateContent } from '../../../../src/gateway/formats/generateContent';
import { messages } from '../../../../src/gateway/formats/messages';
import { responses } from '../../../../src/gateway/formats/responses';
import { AnswerReader } from '../../../../src/gateway/formats/answerReader';
import type { ApiFormatAdapter } from '../../../../src/gateway/formats/apiFormatAdapter';
import type { Golden } from './goldens/golden';
import { generateContentGoldens } from './goldens/generateContent';
import { messagesGoldens } from './goldens/messages';
import { responsesGoldens } from './goldens/responses';
import { answerOf, splitAt } from './goldens/readStream';

const adapters: Readonly<Record<Golden['form'], ApiFormatAdapter>> = {
  responses,
  messages,
  generateContent,
};
const goldens = [...responsesGoldens, ...messagesGoldens, ...generateContentGoldens].map((golden) =>
  Object.assign({ adapter: adapters[golden.form] }, golden),
);

type Frame = (json: string, type: unknown) => string;
const frames: Readonly<Record<string, Frame>> = {
  named: (json, type) => `event: ${String(type)}\ndata: ${json}\n\n`,
  plain: (json) => `data: ${json}\n\n`,
  crlf: (json, type) => `event: ${String(type)}\r\ndata: ${json}\r\n\r\n`,
  tight: (json) => `data:${json}\n`,
  noisy: (json) => `: PING\n\nid: 1\nretry: 1\ndata: ${json}\n\nevent: ping\ndata: {}\n\n`,
};

function bytesOf(events: readonly object[], frame: Frame | undefined = frames['named']): Buffer {
  return Buffer.from(
    events
      .map((event) => frame?.(JSON.stringify(event), Reflect.get(event, 'type') ?? 'message'))
      .join(''),
  );
}

describe('the forms of the interface', () => {
  for (const { name, adapter, form, events, whole, reported, expected } of goldens) {
    describe(`${form}: ${name}`, () => {
      for (const [framing, frame] of Object.entries(frames)) {
        it(`streamed, ${framing}`, () => {
          const { broken, ...answer } = answerOf(adapter, [bytesOf(events, frame)]);
          assert.equal(broken, reported ? 'ReportedError' : '');
          assert.deepEqual({ ...answer, ...expected }, answer);
        });
      }
      if (form === 'generateContent') {
        it('streamed as one array', () => {
          const json = events.map((event) => JSON.stringify(event, undefined, 2)).join('\n,\r\n');
          assert.deepEqual(
            answerOf(adapter, [Buffer.from(`[${json}\n]\n`)]),
            answerOf(adapter, [bytesOf(events)]),
          );
        });
      }
      if (whole !== undefined) {
        it('in one reply, which says the same as the stream', () => {
          const streamed = answerOf(adapter, [bytesOf(events)]);
          for (const json of [JSON.stringify(whole), JSON.stringify(whole, undefined, 2)]) {
            assert.deepEqual(answerOf(adapter, [Buffer.from(json)]), streamed);
          }
        });
      }
    });
  }

  const transcripts = goldens.flatMap(({ adapter, events }) =>
    Object.values(frames).map((frame) => {
      const bytes = bytesOf(events, frame);
      return { adapter, bytes, whole: answerOf(adapter, [bytes]) };
    }),
  );
  const transcript = fc.constantFrom(...transcripts);
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

  it('6,000 times other pieces: the same answer', () => {
    fc.assert(
      fc.property(transcript, places, ({ adapter, bytes, whole }, cuts) => {
        assert.deepEqual(answerOf(adapter, splitAt(bytes, cuts)), whole);
      }),
      { numRuns: 6000 },
    );
  }).timeout(60_000);

  it('4,000 times a broken connection: the beginning of the answer', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(transcript, share, fc.boolean(), ({ adapter, bytes, whole }, end, cut) => {
        const kept = bytes.subarray(0, Math.floor(end * bytes.length));
        const answer = answerOf(adapter, [kept], cut);
        for (const said of ['text', 'reasoning', 'refusal'] as const) {
          assert.ok(whole[said].startsWith(answer[said]), answer[said]);
        }
        assert.ok(['', 'notApi', whole.broken].includes(answer.broken), answer.broken);
      }),
      { numRuns: 4000 },
    );
  }).timeout(60_000);

  it('20,000 events with something hostile in them: nothing is thrown, all texts are texts', () => {
    const event = fc.constantFrom(
      ...goldens.flatMap(({ adapter, events, whole = {} }) =>
        [...events, whole].map((value) => ({ adapter, json: JSON.stringify(value) })),
      ),
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(null, 0, -1, 1e308, '', [], {}, [[]], [null], '__proto__', 'constructor'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, fc.nat(), value), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const adapter = changes[0]?.[0].adapter;
          assert.ok(adapter !== undefined);
          const reader = new AnswerReader(adapter.createEventReader());
          for (const [{ json }, at, replacement] of changes) {
            const data = withReplaced(JSON.parse(json), at, replacement);
            const { parts } = reader.push({ data, isError: false });
            for (const part of parts) {
              assert.ok(!('text' in part) || typeof part.text === 'string');
            }
          }
          for (const part of [...reader.interrupt(), ...reader.end()]) {
            assert.ok(part.type !== 'finish' || typeof part.reason === 'string');
          }
        },
      ),
      { numRuns: 4500 },
    );
  }).timeout(60_000);

  it('thousands of deltas and ends without end: in time linear in what came', () => {
    const long = 'x'.repeat(100);
    for (const { adapter, events, whole = {} } of goldens) {
      const reader = new AnswerReader(adapter.createEventReader());
      const begunAt = Date.now();
      for (let at = 0; at < 3000 / events.length; at++) {
        for (const event of [...events, whole]) {
          const data: unknown = JSON.parse(JSON.stringify(event).replaceAll('Hi', long));
          reader.push({ data, isError: false });
        }
      }
      reader.end();
      assert.ok(Date.now() - begunAt < 5000);
    }
  }).timeout(120_000);
});

/** `value` with the part at the `at`-th place, counted through, replaced. */
function withReplaced(value: unknown, at: number, replacement: unknown): unknown {
  let places = 0;
  JSON.stringify(value, (_, inner: unknown) => {
    places++;
    return inner;
  });
  let place = at % places;
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (place-- === 0 ? replacement : inner)),
  );
}
