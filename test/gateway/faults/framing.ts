// Good answers whose events are framed as servers really frame them, and two that are damaged.
import { constants, createGzip } from 'node:zlib';
import { once } from 'node:events';
import type { Exchange } from '../exchange';
import { dataEvent, doneEvent } from '../forms/chat';
import { eventStreamHead } from '../forms/wireForm';
import type { Question } from '../question';
import {
  beginPartial,
  deltasOf,
  failed,
  good,
  goodCompletion,
  goodData,
  goodText,
  interrupted,
  type Expected,
  type Fault,
} from './fault';

type Framing = (
  data: readonly string[],
  exchange: Exchange,
  question: Question,
) => readonly (string | Uint8Array)[];

/** A good stream in a framing of its own; every string is one write. */
function framed(id: string, about: string, frame: Framing, expected: Expected = good): Fault {
  return {
    id,
    about,
    streamed: true,
    unstreamed: false,
    expected,
    serve: async (exchange, question) => {
      exchange.head(200, eventStreamHead);
      for (const bytes of frame(goodData(exchange, question), exchange, question)) {
        await exchange.write(bytes);
      }
      await exchange.end();
    },
  };
}

/** Every event the same way. */
function each(id: string, about: string, event: (data: string) => string): Fault {
  return framed(id, about, (all) => [all.map(event).join('')]);
}

function plain(data: readonly string[]): string {
  return data.map((text) => `data: ${text}\n\n`).join('');
}

const lines: readonly Fault[] = [
  each('fault-crlf', 'Lines end with CR LF.', (data) => `data: ${data}\r\n\r\n`),
  each('fault-cr', 'Lines end with CR alone.', (data) => `data: ${data}\r\r`),
  framed('fault-mixed-line-ends', 'Lines end now one way, now another.', (all) => [
    all
      .map((data, at) => `data: ${data}${['\n\n', '\r\n\r\n', '\r\r', '\n\r\n'][at % 4]}`)
      .join(''),
  ]),
  framed('fault-bom', 'The stream begins with a byte order mark.', (all) => [
    `\ufeff${plain(all)}`,
  ]),
  each('fault-no-space', 'No space after “data:”.', (data) => `data:${data}\n\n`),
  each('fault-no-empty-line', 'No empty line between events.', (data) => `data: ${data}\n`),
  framed(
    'fault-no-final-newline',
    'The last event is the finish reason, without a line end.',
    (all) => [plain(all.slice(0, -1)).trimEnd()],
  ),
  each(
    'fault-leading-blank-lines',
    'Blank lines stand before each event.',
    (data) => `\n\n\ndata: ${data}\n\n`,
  ),
  framed('fault-multi-line-data', 'Each event’s JSON is spread over several data lines.', (all) => [
    all
      .map((data) => (data === '[DONE]' ? data : JSON.stringify(JSON.parse(data), undefined, 1)))
      .map((data) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`)
      .join(''),
  ]),
];

const fields: readonly Fault[] = [
  framed('fault-event-id-retry-fields', 'Events carry event, id and retry fields.', (all) => [
    all.map((data, at) => `event: message\nid: ${at}\nretry: 3000\ndata: ${data}\n\n`).join(''),
  ]),
  framed('fault-comments-between', 'Comments of every kind stand between the events.', (all) => [
    all
      .map(
        (data, at) =>
          `${[': PING', ': keep-alive', ':', ': OPENROUTER PROCESSING'][at % 4]}\n\ndata: ${data}\n\n`,
      )
      .join(''),
  ]),
  each(
    'fault-comment-inside-event',
    'A comment stands inside each event.',
    (data) => `: ping\ndata: ${data}\n: pong\n\n`,
  ),
  each(
    'fault-ping-event-without-data',
    'Ping events without data stand between the events.',
    (data) => `event: ping\n\ndata: ${data}\n\n`,
  ),
  each(
    'fault-empty-data',
    'Empty data lines stand between the events.',
    (data) => `data:\n\ndata: \n\ndata: ${data}\n\n`,
  ),
  framed('fault-done-trailing-blank', '[DONE] has a blank after it.', (all) => [
    `${plain(all.slice(0, -1))}data: [DONE] \n\n`,
  ]),
  framed('fault-done-twice', '[DONE] comes twice.', (all) => [plain(all) + doneEvent]),
  framed(
    'fault-unknown-event',
    'Events of a kind that nobody knows carry data that is no chunk.',
    (all) => [`event: metadata\ndata: {"trace":"abc"}\n\n${plain(all)}`],
  ),
];

/** Stands for what no chunk boundary may split without the reader noticing. */
const emojiText = 'Family: 👨‍👩‍👧‍👦, flag: 🇩🇪, accents: é ñ ü, 漢字.';

const chunking: readonly Fault[] = [
  {
    ...framed('fault-byte-by-byte', 'Every byte comes in a write of its own.', (all) =>
      [...Buffer.from(plain(all))].map((byte) => Uint8Array.of(byte)),
    ),
  },
  framed(
    'fault-split-emoji',
    'Writes end in the middle of characters.',
    (_all, exchange, question) => {
      const bytes = Buffer.from(plain(goodData(exchange, question, emojiText)));
      const cuts = [...bytes.keys()].filter((at) => at > 0 && (bytes.at(at) ?? 0) >> 6 === 0b10);
      return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index]));
    },
    { state: 'complete', text: emojiText },
  ),
  {
    id: 'fault-gzip',
    about: 'The answer is compressed.',
    streamed: true,
    unstreamed: true,
    expected: good,
    serve: async (exchange, question) => {
      const type = question.stream ? 'text/event-stream' : 'application/json';
      exchange.head(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      const pieces = question.stream
        ? goodData(exchange, question).map((data) => `data: ${data}\n\n`)
        : [JSON.stringify(goodCompletion(exchange, question))];
      const packed: Buffer[] = [];
      gzip.on('data', (bytes: Buffer) => packed.push(bytes));
      const ended = once(gzip, 'end');
      for (const piece of pieces) {
        gzip.write(piece);
      }
      gzip.end();
      await ended;
      for (const bytes of packed) {
        await exchange.write(bytes);
      }
      await exchange.end();
    },
  },
  {
    id: 'fault-burst-509',
    about: '509 chunks come at once.',
    streamed: true,
    unstreamed: false,
    expected: { state: 'complete', text: burstText() },
    serve: async (exchange, question) => {
      exchange.head(200, eventStreamHead);
      await exchange.end(plain(goodData(exchange, question, burstText())));
    },
  },
];

/** With its role and finish chunks a stream of 509. */
function burstText(): string {
  return Array.from({ length: 507 }, (_, at) => ` n${at}`)
    .join('')
    .trimStart();
}

const damage: readonly Fault[] = [
  {
    id: 'fault-garbage-event',
    about: 'An event in the middle is broken JSON.',
    streamed: true,
    unstreamed: false,
    expected: interrupted('garbled'),
    serve: async (exchange, question) => {
      await beginPartial(exchange, question);
      await exchange.write('data: {"id":"chatcmpl-1","choices":[{"delta":{"con\n\n');
      await exchange.end(plain(goodData(exchange, question)));
    },
  },
  {
    id: 'fault-garbage-first',
    about: 'The first event is broken JSON.',
    streamed: true,
    unstreamed: false,
    expected: failed('garbled'),
    serve: async (exchange, question) => {
      exchange.head(200, eventStreamHead);
      await exchange.write('data: {"id":"chatcmpl-1","choices":[{"delta":{"con\n\n');
      await exchange.end(plain(goodData(exchange, question)));
    },
  },
  {
    id: 'fault-invalid-utf8',
    about: 'A byte that is no UTF-8 stands in the text; a replacement character takes its place.',
    streamed: true,
    unstreamed: true,
    expected: { state: 'complete', text: 'Broken \ufffd byte.' },
    serve: async (exchange, question) => {
      const body = question.stream
        ? plain(goodData(exchange, question, 'Broken @ byte.'))
        : JSON.stringify(goodCompletion(exchange, question, { content: 'Broken @ byte.' }));
      const bytes = Buffer.from(body);
      bytes[bytes.indexOf('@')] = 0xff;
      await exchange.whole(200, question.stream ? 'text/event-stream' : 'application/json', bytes);
    },
  },
];

/** Chunks that lack everything a reader does not need. */
const bare: Fault = {
  id: 'fault-bare-chunks',
  about: 'Chunks hold nothing but the delta: no id, no index, no role.',
  streamed: true,
  unstreamed: true,
  expected: good,
  serve: async (exchange, question) => {
    if (!question.stream) {
      await exchange.json(200, {
        choices: [{ message: { content: goodText }, finish_reason: 'stop' }],
      });
      return;
    }
    exchange.head(200, eventStreamHead);
    const chunks = deltasOf(goodText).map((delta) => dataEvent({ choices: [{ delta }] }));
    const finish = dataEvent({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    await exchange.end([...chunks, finish, doneEvent].join(''));
  },
};

export const framingFaults: readonly Fault[] = [...lines, ...fields, ...chunking, ...damage, bare];
