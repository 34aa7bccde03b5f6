// Reads the sample streams of each format's documentation. chat.test.ts covers chat completions.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { isLinear, leastCpuTime } from '../../../../support/cpuTime';
import { propertyRuns } from '../../../../support/propertyRuns';
import { readerOf } from '../../../../support/streams/readerOf';
import { generateContentGoldens } from './goldens/generateContent';
import type { Golden } from './goldens/golden';
import { messagesGoldens } from './goldens/messages';
import { answerOf, splitAt } from './goldens/readStream';
import { responsesGoldens } from './goldens/responses';

const adapters: Readonly<Record<Golden['format'], ApiFormatAdapter>> = {
  responses,
  messages,
  generateContent,
};
const goldens = [...responsesGoldens, ...messagesGoldens, ...generateContentGoldens].map((golden) =>
  Object.assign({ adapter: adapters[golden.format] }, golden),
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

describe('API formats', () => {
  for (const { name, adapter, format, events, complete, reported, expected } of goldens) {
    describe(`${format}: ${name}`, () => {
      for (const [framing, frame] of Object.entries(frames)) {
        it(`is read from a stream, ${framing}`, () => {
          const { errorName, ...answer } = answerOf(adapter, [bytesOf(events, frame)]);
          assert.equal(errorName, reported ? 'ReportedError' : '');
          assert.deepEqual({ ...answer, ...expected }, answer);
        });
      }
      if (format === 'generateContent') {
        it('is read from a stream that arrives as one array', () => {
          const json = events.map((event) => JSON.stringify(event, undefined, 2)).join('\n,\r\n');
          assert.deepEqual(
            answerOf(adapter, [Buffer.from(`[${json}\n]\n`)]),
            answerOf(adapter, [bytesOf(events)]),
          );
        });
      }
      if (complete !== undefined) {
        it('is read from a reply that is not streamed, with the same result', () => {
          const streamed = answerOf(adapter, [bytesOf(events)]);
          for (const json of [JSON.stringify(complete), JSON.stringify(complete, undefined, 2)]) {
            assert.deepEqual(answerOf(adapter, [Buffer.from(json)]), streamed);
          }
        });
      }
    });
  }

  const transcripts = goldens.flatMap(({ adapter, events }) =>
    Object.values(frames).map((frame) => {
      const bytes = bytesOf(events, frame);
      return { adapter, bytes, complete: answerOf(adapter, [bytes]) };
    }),
  );
  const transcript = fc.constantFrom(...transcripts);
  const positions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

  it('give the same answer however a stream is split', () => {
    fc.assert(
      fc.property(transcript, positions, ({ adapter, bytes, complete }, splits) => {
        assert.deepEqual(answerOf(adapter, splitAt(bytes, splits)), complete);
      }),
      { numRuns: propertyRuns(1_500) },
    );
  }).timeout(60_000);

  it('give the start of the answer when the connection breaks', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        transcript,
        share,
        fc.boolean(),
        ({ adapter, bytes, complete }, end, isTruncated) => {
          const received = bytes.subarray(0, Math.floor(end * bytes.length));
          const answer = answerOf(adapter, [received], isTruncated);
          for (const field of ['text', 'reasoning', 'refusal'] as const) {
            assert.ok(complete[field].startsWith(answer[field]), answer[field]);
          }
          assert.ok(
            ['', 'notApi', 'connectionLost', complete.errorName].includes(answer.errorName),
            answer.errorName,
          );
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  }).timeout(60_000);

  it('never throw, and emit only strings, for manipulated events', () => {
    const event = fc.constantFrom(
      ...goldens.flatMap(({ adapter, events, complete = {} }) =>
        [...events, complete].map((value) => ({ adapter, json: JSON.stringify(value) })),
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
          const reader = readerOf(adapter);
          for (const [{ json }, index, replacement] of changes) {
            const data = withReplaced(JSON.parse(json), index, replacement);
            const { parts } = reader.push([{ data, isError: false }]);
            for (const part of parts) {
              assert.ok(!('text' in part) || typeof part.text === 'string');
            }
          }
          for (const part of [...reader.interrupt(), ...reader.end()]) {
            assert.ok(part.type !== 'finish' || typeof part.reason === 'string');
          }
        },
      ),
      { numRuns: propertyRuns(1_125) },
    );
  }).timeout(60_000);

  it('take time linear in the number of events', () => {
    const long = 'x'.repeat(100);
    for (const { name, adapter, events, complete = {} } of goldens) {
      const texts = [...events, complete].map((event) =>
        JSON.stringify(event).replaceAll('Hi', long),
      );
      const readEvents = (count: number): void => {
        const reader = readerOf(adapter);
        for (let at = 0; at < count / events.length; at++) {
          for (const text of texts) {
            const data: unknown = JSON.parse(text);
            reader.push([{ data, isError: false }]);
          }
        }
        reader.end();
      };
      const isQuick = leastCpuTime(() => readEvents(1_000), 1) < 100_000;
      assert.ok(isQuick || isLinear((factor) => readEvents(125 * factor)), name);
    }
  });
});

/** Replaces the `index`-th node of a JSON value, in depth-first order. */
function withReplaced(value: unknown, index: number, replacement: unknown): unknown {
  let count = 0;
  JSON.stringify(value, (_, inner: unknown) => {
    count++;
    return inner;
  });
  let remaining = index % count;
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (remaining-- === 0 ? replacement : inner)),
  );
}
