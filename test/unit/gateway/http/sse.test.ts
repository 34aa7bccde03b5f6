import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ExchangeError } from '../../../../src/gateway/http/exchangeError';
import { SseReader, streamCaps, type StreamCaps } from '../../../../src/gateway/http/sse';

interface Read {
  readonly events: readonly string[];
  readonly failure: string | undefined;
  readonly done: boolean;
}

function read(pieces: readonly (string | Uint8Array)[], caps: StreamCaps = streamCaps): Read {
  const reader = new SseReader(caps);
  const events: string[] = [];
  // As the stream does it: what came before an error counts.
  const take = (given: Iterable<string>): void => {
    for (const event of given) {
      events.push(event);
    }
  };
  try {
    for (const piece of pieces) {
      take(reader.push(typeof piece === 'string' ? Buffer.from(piece) : piece));
    }
    take(reader.end());
  } catch (error) {
    assert.ok(error instanceof ExchangeError, String(error));
    return { events, failure: error.failure.kind, done: reader.done };
  }
  return { events, failure: undefined, done: reader.done };
}

const a = '{"a":"Ä"}';
const b = '{"b":[1,{"c":"}"}]}';

describe('SseReader', function () {
  this.timeout(30_000);

  const good: Readonly<Record<string, string>> = {
    'as it should be': `data: ${a}\n\ndata: ${b}\n\ndata: [DONE]\n\n`,
    'CR LF': `data: ${a}\r\n\r\ndata: ${b}\r\n\r\n`,
    CR: `data: ${a}\r\rdata: ${b}\r\r`,
    'a byte order mark': `\ufeffdata: ${a}\n\ndata: ${b}\n\n`,
    'no blank after data:': `data:${a}\n\ndata:${b}\n\n`,
    'many blanks': `data:   ${a}  \n\n\n\ndata:\t${b}\n\n`,
    'no empty lines': `data: ${a}\ndata: ${b}\ndata: [DONE]\n`,
    'no end of the last line': `data: ${a}\n\ndata: ${b}`,
    comments: `: hi\n\n:\ndata: ${a}\n: inside\n\n: PING\n\ndata: ${b}\n\n`,
    fields: `event: x\nid: 1\nretry: 3\ndata: ${a}\n\nid:2\ndata: ${b}\n\n`,
    'ping without data': `event: ping\n\ndata: ${a}\n\nevent: ping\ndata\n\ndata: ${b}\n\n`,
    'empty and stray data': `data:\n\ndata: ping\n\ndata: ${a}\n\ndata: null\n\ndata: 7\ndata: ${b}\n\n`,
    'capitals in field names': `Data: ${a}\n\nDATA: ${b}\n\n`,
    'JSON without data:': `${a}\n${b}\n`,
    'several lines': `data: {"a":\ndata: "Ä"}\n\ndata: {\ndata: "b": [1,\ndata: {"c":"}"}\ndata: ]\ndata: }\n\n`,
    'several lines without an empty one': `data: {"a":\ndata: "Ä"}\ndata: ${b}\n`,
    'something behind [DONE]': `data: ${a}\n\ndata: ${b}\n\ndata: [DONE] \n\ndata: {"d":1}\n\nx`,
  };
  for (const [name, text] of Object.entries(good)) {
    it(`reads ${name}`, () => {
      const { events, failure } = read([text]);
      assert.equal(failure, undefined);
      assert.deepEqual(
        events.map((event): unknown => JSON.parse(event)),
        [JSON.parse(a), JSON.parse(b)],
      );
      assert.ok(events.every((event) => !/[\r\n]/.test(event)));
    });
    it(`reads ${name} however it is cut`, () => {
      const bytes = Buffer.from(text);
      const whole = read([text]);
      for (let at = 0; at <= bytes.length; at++) {
        assert.deepEqual(read([bytes.subarray(0, at), bytes.subarray(at)]), whole);
      }
      assert.deepEqual(read([...bytes].map((byte) => Uint8Array.of(byte))), whole);
    });
  }

  it('gives an event as soon as its line ends, without waiting for an empty one', () => {
    const reader = new SseReader();
    assert.deepEqual([...reader.push(Buffer.from(`data: ${a}`))], []);
    assert.deepEqual([...reader.push(Buffer.from('\r'))], [a]);
    assert.deepEqual([...reader.push(Buffer.from(`\ndata: ${b}\n`))], [b]);
  });

  it('reads one whole reply, on one line or on many', () => {
    assert.deepEqual(read([`\n\n \n${a}`]).events, [a]);
    const pretty = JSON.stringify({ x: [1, { y: 'z' }], error: null }, undefined, 2);
    assert.deepEqual(
      read([pretty]).events.map((event): unknown => JSON.parse(event)),
      [JSON.parse(pretty)],
    );
  });

  it('puts what is called an error under a member that the SDK leaves alone', () => {
    for (const [text, expected] of [
      ['data: {"error":{"message":"x"}}\n\n', '{"porticoError":{"error":{"message":"x"}}}'],
      ['event: error\ndata: {"message":"x"}\n\n', '{"porticoError":{"message":"x"}}'],
      ['event: error\ndata: it broke\n\n', '{"porticoError":"it broke"}'],
      ['event: error\ndata: it broke\n', '{"porticoError":"it broke"}'],
      ['{"error":"x"}\n\n', '{"porticoError":{"error":"x"}}'],
      ['data: {"error":null,"a":1}\n\n', '{"error":null,"a":1}'],
      ['event: error\n\ndata: {"a":1}\n\n', '{"a":1}'],
      ['event: error\nevent: x\ndata: {"a":1}\n\n', '{"a":1}'],
    ] as const) {
      assert.deepEqual(read([text]), { events: [expected], failure: undefined, done: false });
    }
  });

  it('says garbled of an event that begins like JSON and is none', () => {
    for (const bad of ['{"a":', '{"a', '{"a":}', '{"a":1}{"b":2}', '{a}', '["x"']) {
      const { events, failure } = read([`data: ${a}\n\ndata: ${bad}\n\ndata: ${b}\n\n`]);
      assert.deepEqual({ events, failure }, { events: [a], failure: 'garbled' }, bad);
    }
  });

  it('drops an event that the end of the stream cut', () => {
    for (const cut of ['data: {"b', 'data: {"b":1', 'data: [DO', 'da', 'data: {\ndata: "b":']) {
      const { events, failure } = read([`data: ${a}\n\n${cut}`]);
      assert.deepEqual({ events, failure }, { events: [a], failure: undefined }, cut);
    }
  });

  it('says notApi of JSON that breaks off and was all there is', () => {
    assert.equal(read(['{"id":"c']).failure, 'notApi');
  });

  it('never ends differently for other cuts', () => {
    const line = fc.constantFrom(
      `data: ${a}`,
      `data:${b}`,
      'data: {',
      'data: "x":1',
      'data: }',
      'data',
      'data:',
      ': c',
      '',
      '',
      'event: error',
      'event: ping',
      'data: words',
      'data: [DONE]',
      '{"e":1}',
      '{',
      '}',
      'id: 3',
      'data: {"a":"',
      '\ufeff',
      'data: {"error":"x"}',
      '🙂',
      'data: "🙂"',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end), { maxLength: 12 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.flat().join(''));
          const at = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length)])].toSorted(
            (x, y) => x - y,
          );
          const pieces = at.map((from, index) => bytes.subarray(from, at[index + 1]));
          assert.deepEqual(read(pieces), read([bytes]));
        },
      ),
      { numRuns: 3000 },
    );
  });

  describe('caps', () => {
    const caps: StreamCaps = { event: 1000, answer: 10_000 };
    const event = (size: number): string => `data: {"x":"${'x'.repeat(size)}"}\n\n`;

    it('one event', () => {
      assert.equal(read([event(900)], caps).failure, undefined);
      assert.equal(read([event(1000)], caps).failure, 'tooLarge');
      assert.deepEqual(read([event(10), event(1000)], caps).events.length, 1);
    });
    it('a line that never ends', () => {
      const reader = new SseReader(caps);
      let pushed = 0;
      assert.throws(() => {
        for (;;) {
          pushed += 100;
          void [...reader.push(Buffer.alloc(100, 'x'))];
        }
      }, ExchangeError);
      assert.ok(pushed <= 1100, `${pushed}`);
    });
    it('an event of many lines', () => {
      const lines = Array.from({ length: 200 }, () => 'data: [1,\n');
      assert.equal(read(lines, caps).failure, 'tooLarge');
    });
    it('the answer, of comments too', () => {
      const events = Array.from({ length: 200 }, () => event(100));
      const { failure, events: read100 } = read(events, caps);
      assert.equal(failure, 'tooLarge');
      assert.ok(read100.length > 80);
      assert.equal(
        read(
          Array.from({ length: 2000 }, () => ': ping\n'),
          caps,
        ).failure,
        'tooLarge',
      );
    });
    it('not what small events make together', () => {
      assert.equal(
        read(
          Array.from({ length: 90 }, () => event(80)),
          caps,
        ).failure,
        undefined,
      );
    });
  });

  it('looks at each byte a fixed number of times, whatever a hostile server sends', () => {
    const hostile: Readonly<Record<string, string>> = {
      'JSON that never closes': 'data: [\n'.repeat(4000),
      'unfinished numbers': 'data: {"a":\ndata: 1,\n'.repeat(2000),
      'one long line': `data: {"a":"${'\\"'.repeat(20_000)}"}\n\n`,
      'one long line, cut': `data: {"a":"${'\\"'.repeat(20_000)}`,
      'many lines': `data: [\n${'data: "x",\n'.repeat(4000)}data: 1]\n`,
      'error text': `event: error\n${'data: x\n'.repeat(4000)}\n`,
    };
    for (const [name, text] of Object.entries(hostile)) {
      for (const size of [1, 7, 65_536]) {
        let parsed = 0;
        const reader = new SseReader(streamCaps, (json) => {
          parsed += json.length;
          return JSON.parse(json);
        });
        const bytes = Buffer.from(text);
        try {
          for (let at = 0; at < bytes.length; at += size) {
            void [...reader.push(bytes.subarray(at, at + size))];
          }
          void [...reader.end()];
        } catch (error) {
          assert.ok(error instanceof ExchangeError);
        }
        assert.ok(parsed <= 2 * text.length, `${name}: ${parsed} of ${text.length}`);
      }
    }
  });
});
