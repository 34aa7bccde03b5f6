import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ExchangeError } from '../../../../../src/gateway/node/http/exchangeError';
import { SseReader, type SseEvent } from '../../../../../src/gateway/node/http/sse';
import { repairJson } from '../../../../../src/gateway/node/json';

interface Result {
  readonly events: readonly SseEvent[];
  readonly failure: string | undefined;
  readonly done: boolean;
}

/** Reads a stream. Events before an error count, as they do for the consumer of the reader. */
function read(chunks: readonly (string | Uint8Array)[], maxEventBytes?: number): Result {
  const reader = new SseReader(maxEventBytes);
  const events: SseEvent[] = [];
  const collect = (added: Iterable<SseEvent>): void => {
    for (const event of added) {
      events.push(event);
    }
  };
  try {
    for (const chunk of chunks) {
      collect(reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    }
    collect(reader.end());
  } catch (error) {
    assert.ok(error instanceof ExchangeError, String(error));
    return { events, failure: error.failure.kind, done: reader.done };
  }
  return { events, failure: undefined, done: reader.done };
}

const a = '{"a":"Ä"}';
const b = '{"b":[1,{"c":"}"}]}';

function eventsOf(...texts: readonly string[]): readonly SseEvent[] {
  return texts.map((text) => ({ data: JSON.parse(text) as unknown, isError: false }));
}

describe('SseReader', function () {
  this.timeout(30_000);

  const streams: Readonly<Record<string, string>> = {
    'a standard stream': `data: ${a}\n\ndata: ${b}\n\ndata: [DONE]\n\n`,
    'CR LF': `data: ${a}\r\n\r\ndata: ${b}\r\n\r\n`,
    CR: `data: ${a}\r\rdata: ${b}\r\r`,
    'a byte order mark': `\ufeffdata: ${a}\n\ndata: ${b}\n\n`,
    'data: without a blank': `data:${a}\n\ndata:${b}\n\n`,
    'a doubled data:': `data: data: ${a}\n\ndata:data:  ${b}\n\ndata: data: [DONE]\n\n`,
    'extra blanks': `data:   ${a}  \n\n\n\ndata:\t${b}\n\n`,
    'events without empty lines': `data: ${a}\ndata: ${b}\ndata: [DONE]\n`,
    'a last line without a line break': `data: ${a}\n\ndata: ${b}`,
    comments: `: hi\n\n:\ndata: ${a}\n: inside\n\n: PING\n\ndata: ${b}\n\n`,
    'other fields': `event: x\nid: 1\nretry: 3\ndata: ${a}\n\nid:2\ndata: ${b}\n\n`,
    'pings without data': `event: ping\n\ndata: ${a}\n\nevent: ping\ndata\n\ndata: ${b}\n\n`,
    'data that is not JSON': `data:\n\ndata: ping\n\ndata: ${a}\n\ndata: null\n\ndata: 7\ndata: ${b}\n\n`,
    'capitals in field names': `Data: ${a}\n\nDATA: ${b}\n\n`,
    'JSON without data:': `${a}\n${b}\n`,
    'JSON on several lines': `data: {"a":\ndata: "Ä"}\n\ndata: {\ndata: "b": [1,\ndata: {"c":"}"}\ndata: ]\ndata: }\n\n`,
    'JSON on several lines without an empty line': `data: {"a":\ndata: "Ä"}\ndata: ${b}\n`,
    'data after [DONE]': `data: ${a}\n\ndata: ${b}\n\ndata: [DONE] \n\ndata: {"d":1}\n\nx`,
  };
  for (const [name, text] of Object.entries(streams)) {
    it(`reads ${name}`, () => {
      const { events, failure } = read([text]);
      assert.equal(failure, undefined);
      assert.deepEqual(events, eventsOf(a, b));
    });
    it(`reads ${name} however it is split`, () => {
      const bytes = Buffer.from(text);
      const expected = read([text]);
      for (let index = 0; index <= bytes.length; index++) {
        assert.deepEqual(read([bytes.subarray(0, index), bytes.subarray(index)]), expected);
      }
      assert.deepEqual(read([...bytes].map((byte) => Uint8Array.of(byte))), expected);
    });
  }

  it('emits an event as soon as its line ends, without waiting for an empty line', () => {
    const reader = new SseReader();
    assert.deepEqual([...reader.push(Buffer.from(`data: ${a}`))], []);
    assert.deepEqual([...reader.push(Buffer.from('\r'))], eventsOf(a));
    assert.deepEqual([...reader.push(Buffer.from(`\ndata: ${b}\n`))], eventsOf(b));
  });

  it('reads a single JSON reply, on one line or on several', () => {
    assert.deepEqual(read([`\n\n \n${a}`]).events, eventsOf(a));
    const pretty = JSON.stringify({ x: [1, { y: 'z' }], error: null }, undefined, 2);
    assert.deepEqual(read([pretty]).events, eventsOf(pretty));
  });

  it('marks the events that the stream names error', () => {
    for (const [text, data, isError] of [
      ['data: {"error":{"message":"x"}}\n\n', { error: { message: 'x' } }, false],
      ['event: error\ndata: {"message":"x"}\n\n', { message: 'x' }, true],
      ['event: error\ndata: it broke\n\n', 'it broke', true],
      ['event: error\ndata: it broke\n', 'it broke', true],
      ['{"error":"x"}\n\n', { error: 'x' }, false],
      ['data: {"error":null,"a":1}\n\n', { error: null, a: 1 }, false],
      ['event: error\n\ndata: {"a":1}\n\n', { a: 1 }, false],
      ['event: error\nevent: x\ndata: {"a":1}\n\n', { a: 1 }, false],
    ] as const) {
      const events = [{ data, isError }];
      assert.deepEqual(read([text]), { events, failure: undefined, done: false });
    }
  });

  const damaged: SseEvent = { data: undefined, isError: false, isDamaged: true };

  it('goes on after an event that starts like JSON and cannot be repaired', () => {
    for (const bad of [
      '{"a":',
      '{"a',
      '{"a":}',
      '{"a":1}x',
      '{"a":1}{"b":',
      '{a}',
      '["x"',
      '{"a":"b" "c":1}',
      '{"a":"the "key": x"}',
      '{"a":"b", c"}',
    ]) {
      const text = `data: ${a}\n\ndata: ${bad}\n\ndata: ${b}\n\n`;
      const expected = [...eventsOf(a), damaged, ...eventsOf(b)];
      assert.deepEqual(read([text]), { events: expected, failure: undefined, done: false }, bad);
    }
  });

  it('goes on without empty lines after an event that does not end', () => {
    for (const bad of ['{"a":"x', '{"a":', '{"a":[{"b":"C:\\"}']) {
      const { events, failure } = read([`data: ${a}\ndata: ${bad}\ndata: ${b}\ndata: ${a}\n`]);
      const expected = [...eventsOf(a), damaged, ...eventsOf(b, a)];
      assert.deepEqual({ events, failure }, { events: expected, failure: undefined }, bad);
    }
  });

  const repaired: Readonly<Record<string, readonly [json: string, value: unknown]>> = {
    'unknown escapes': [
      String.raw`{"a":"C:\dir \alpha \( \' \x41 \"q\" \\d \\\d"}`,
      { a: String.raw`C:\dir \alpha \( \' \x41 "q" \d \\d` },
    ],
    'a Unicode escape that is too short': [
      String.raw`{"a":"\u12 \u00e9"}`,
      { a: String.raw`\u12 é` },
    ],
    'raw control characters': [
      '{"a":"1\t2\u00003\u001b[0m4\u001f"}',
      { a: '1\t2\u00003\u001b[0m4\u001f' },
    ],
    'raw line breaks': ['{"a":"x\n  y\n\n\nz\n"}', { a: 'x\n  y\n\n\nz\n' }],
    'a backslash before a line break': ['{"a":"x\\\ny"}', { a: 'x\\\ny' }],
    'raw line breaks before what looks like fields': [
      '{"a":"b:\nNote: x\nid: 3\n{\n}"}',
      { a: 'b:\nNote: x\nid: 3\n{\n}' },
    ],
    'numbers that JSON does not have': [
      '{"a":[NaN,-Infinity,Infinity],"b":"NaN, ,]"}',
      { a: [null, null, null], b: 'NaN, ,]' },
    ],
    'commas after the last item': ['{"a":[1,2,],"b":{"c":",}",} ,}', { a: [1, 2], b: { c: ',}' } }],
    'quotes in a string': [
      '{"a":"say "hi" and "{"","b":"<a href="#">"","c":["""]}',
      { a: 'say "hi" and "{"', b: '<a href="#">"', c: ['"'] },
    ],
    'one quote in a string': ['{"a":"27" wide","b":[{"c":1}]}', { a: '27" wide', b: [{ c: 1 }] }],
    'a quote at the start of a string': ['{"a":""Yes" he said"}', { a: '"Yes" he said' }],
    'a quote that is alone': ['{"a":""","b":2}', { a: '"', b: 2 }],
    'a quote and an escaped one': [String.raw`{"a":"5" or 6\" or 7"8"}`, { a: '5" or 6" or 7"8' }],
    'a mark in a string with raw line breaks': [
      '{"a":"ends with\n[DONE]\n or\n\n[done]\n"}',
      { a: 'ends with\n[DONE]\n or\n\n[done]\n' },
    ],
    'all of it': ['{"a":"\\d\t\n","b":[NaN,],}', { a: '\\d\t\n', b: [null] }],
  };
  for (const [name, [json, value]] of Object.entries(repaired)) {
    it(`repairs ${name}, in an event and in a complete reply, however they are split`, () => {
      const events = [...eventsOf(a), { data: value, isError: false }, ...eventsOf(b)];
      for (const [text, expected] of [
        [`data: ${a}\n\ndata: ${json}\n\ndata: ${b}\n\n`, events],
        [`data: ${a}\r\n\r\ndata: ${json}\r\n\r\ndata: ${b}\r\n\r\n`, events],
        [json, events.slice(1, 2)],
        [`${json}\n`, events.slice(1, 2)],
      ] as const) {
        const bytes = Buffer.from(text);
        for (let at = 0; at <= bytes.length; at++) {
          const { events: found, failure } = read([bytes.subarray(0, at), bytes.subarray(at)]);
          assert.deepEqual({ found, failure }, { found: expected, failure: undefined }, text);
        }
      }
    });
  }

  it('repairs a line break in a string that is sent as two lines of data', () => {
    const { events } = read([`data: {"a":"x\ndata:\ndata:  y"}\n\ndata: ${b}\n\n`]);
    assert.deepEqual(events, [{ data: { a: 'x\n\n y' }, isError: false }, ...eventsOf(b)]);
  });

  it('changes nothing of valid JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = `{"a":${json}}`;
        assert.deepEqual(JSON.parse(repairJson(text)), JSON.parse(text));
        assert.deepEqual(read([`data: ${text}\n\n`]).events, eventsOf(text));
      }),
    );
  });

  it('goes on after plain text, also in brackets', () => {
    for (const text of [
      '[HEARTBEAT]',
      '[ping]',
      '{heartbeat}',
      '[keep_alive]',
      '[INFO] Still "working"',
      '[12:30:01] queued',
      '[2 requests ahead]',
      '[-- waiting --]',
      'queued, 3 ahead',
      '"ping"',
      'null',
      '[null]',
    ]) {
      for (const line of [`data: ${text}\n\n`, `data: ${text}\n`, `${text}\n`]) {
        const { events, failure } = read([`data: ${a}\n\n${line}data: ${b}\n\n`]);
        assert.deepEqual(
          { events, failure },
          { events: [...eventsOf(a), ...eventsOf(b)], failure: undefined },
          line,
        );
      }
    }
  });

  it('reads several values on one line', () => {
    const values = [{ a: 1 }, { b: '}{' }];
    for (const between of ['', ' ', ', ', 'data: ', ' data:']) {
      const line = values.map((value) => JSON.stringify(value)).join(between);
      const events = values.map((data) => ({ data, isError: false }));
      assert.deepEqual(read([`data: ${line}\n\n`]).events, events, between);
      assert.deepEqual(read([`${line}\n`]).events, events, between);
      const { done } = read([`data: ${line}${between}[DONE]\n\n`]);
      assert.ok(done, between);
    }
  });

  it('accepts [DONE] in any case, in quotes and with blanks', () => {
    for (const mark of ['[done]', '[Done]', '"[DONE]"', '[ DONE ]', '[DONE] ']) {
      const { events, failure, done } = read([`data: ${a}\n\ndata: ${mark}\n\n`]);
      assert.deepEqual(
        { events, failure, done },
        { events: eventsOf(a), failure: undefined, done: true },
      );
    }
  });

  it('reads a JSON reply with empty lines between its members', () => {
    const reply = '{"a":\n\n1,\r\n\r\n"b":{"c":[\n\n\n2]}}';
    const events = [{ data: { a: 1, b: { c: [2] } }, isError: false }];
    assert.deepEqual(read([reply]).events, events);
    assert.deepEqual(read([`${reply}\n\n`]).events, events);
    const { events: later } = read([`{"a":\n\ndata: ${a}\n\n`]);
    assert.deepEqual(later, [damaged, ...eventsOf(a)]);
  });

  it('fails with connectionLost if the stream ends within an event', () => {
    for (const end of ['{"b', '{"b":1', '{"b":"x', '{\ndata: "b":', '{"b":"x\n', '[{"b":']) {
      for (const start of [`data: ${a}\n\ndata: `, 'data: ']) {
        const { events, failure } = read([`${start}${end}`]);
        assert.deepEqual(events, start === 'data: ' ? [] : eventsOf(a), end);
        assert.equal(failure, 'connectionLost', end);
      }
    }
    assert.equal(read(['{"id":"c']).failure, 'connectionLost');
    assert.equal(read(['{"id":"c\n\n"']).failure, 'connectionLost');
  });

  it('ignores the start of a mark or of a field at the end of the stream', () => {
    for (const end of ['data: [DO', 'da', 'ev']) {
      const { events, failure } = read([`data: ${a}\n\n${end}`]);
      assert.deepEqual({ events, failure }, { events: eventsOf(a), failure: undefined }, end);
    }
  });

  it('gives the same result however a stream is split', () => {
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
        (lines, splits) => {
          const bytes = Buffer.from(lines.flat().join(''));
          const starts = [
            ...new Set([0, ...splits.filter((split) => split < bytes.length)]),
          ].toSorted((x, y) => x - y);
          const chunks = starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
          assert.deepEqual(read(chunks), read([bytes]));
        },
      ),
      { numRuns: 3000 },
    );
  });

  describe('the size limit', () => {
    const maxEventBytes = 1000;
    const event = (size: number): string => `data: {"x":"${'x'.repeat(size)}"}\n\n`;

    it('applies to one event', () => {
      assert.equal(read([event(900)], maxEventBytes).failure, undefined);
      assert.equal(read([event(1000)], maxEventBytes).failure, 'tooLarge');
      assert.deepEqual(read([event(10), event(1000)], maxEventBytes).events.length, 1);
    });
    it('applies to a line that never ends', () => {
      const reader = new SseReader(maxEventBytes);
      let pushed = 0;
      assert.throws(() => {
        for (;;) {
          pushed += 100;
          void [...reader.push(Buffer.alloc(100, 'x'))];
        }
      }, ExchangeError);
      assert.ok(pushed <= 1100, `${pushed}`);
    });
    it('applies to an event of many lines', () => {
      const lines = Array.from({ length: 200 }, () => 'data: [1,\n');
      assert.equal(read(lines, maxEventBytes).failure, 'tooLarge');
    });
    it('allows many small events', () => {
      assert.equal(
        read(
          Array.from({ length: 900 }, () => event(80)),
          maxEventBytes,
        ).failure,
        undefined,
      );
    });
  });

  it('takes time linear in the bytes that a hostile server sends', () => {
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
        const reader = new SseReader(undefined, (json) => {
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
