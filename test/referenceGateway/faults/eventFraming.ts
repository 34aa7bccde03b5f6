// Good answers whose events are framed as servers really frame them.
import { constants, createGzip } from 'node:zlib';
import { once } from 'node:events';
import { doneEvent } from '../formats/chat';
import { eventStreamHead, frameEvent, type ServerEvent } from '../formats/formatHandler';
import type { Reply } from '../answers/reply';
import { good, goodEvents, goodWhole, type Expected, type Fault } from './fault';

type Framing = (events: readonly ServerEvent[], reply: Reply) => readonly (string | Uint8Array)[];

/** A good stream in a framing of its own; every string is one write. */
function framed(id: string, about: string, frame: Framing, expected: Expected = good): Fault {
  return {
    id,
    about,
    streamed: true,
    unstreamed: false,
    expected,
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      for (const bytes of frame(goodEvents(reply), reply)) {
        await reply.exchange.write(bytes);
      }
      await reply.exchange.end();
    },
  };
}

/** Every event by itself, from its lines. */
function each(
  id: string,
  about: string,
  frame: (lines: readonly string[], at: number) => string,
): Fault {
  return framed(id, about, (all) => [all.map((event, at) => frame(linesOf(event), at)).join('')]);
}

function linesOf({ name, data }: ServerEvent): readonly string[] {
  return [...(name === undefined ? [] : [`event: ${name}`]), `data: ${data}`];
}

function plain(events: readonly ServerEvent[]): string {
  return events.map(frameEvent).join('');
}

const lineEnds = [
  ['\n', '\n\n'],
  ['\r\n', '\r\n\r\n'],
  ['\r', '\r\r'],
  ['\n', '\n\r\n'],
] as const;

function mixed(lines: readonly string[], at: number): string {
  const [between, end] = lineEnds[at % 4] ?? lineEnds[0];
  return lines.join(between) + end;
}

const lines: readonly Fault[] = [
  each('fault-crlf', 'Lines end with CR LF.', (all) => `${all.join('\r\n')}\r\n\r\n`),
  each('fault-cr', 'Lines end with CR alone.', (all) => `${all.join('\r')}\r\r`),
  each('fault-mixed-line-ends', 'Lines end now one way, now another.', mixed),
  framed('fault-bom', 'The stream begins with a byte order mark.', (all) => [
    `\ufeff${plain(all)}`,
  ]),
  each(
    'fault-no-space',
    'No space after “data:”.',
    (all) => `${all.map((line) => line.replace(': ', ':')).join('\n')}\n\n`,
  ),
  each('fault-no-empty-line', 'No empty line between events.', (all) => `${all.join('\n')}\n`),
  framed('fault-no-final-newline', 'The last event has no line end.', (all) => [
    plain(all.filter(({ data }) => data !== '[DONE]')).trimEnd(),
  ]),
  each(
    'fault-leading-blank-lines',
    'Blank lines stand before each event.',
    (all) => `\n\n\n${all.join('\n')}\n\n`,
  ),
  framed('fault-multi-line-data', 'Each event’s JSON is spread over several data lines.', (all) => [
    plain(
      all.map((event) => ({
        ...event,
        data: event.data === '[DONE]' ? event.data : spread(event.data),
      })),
    ),
  ]),
];

function spread(json: string): string {
  return JSON.stringify(JSON.parse(json), undefined, 1).replaceAll('\n', '\ndata: ');
}

const comments = [': PING', ': keep-alive', ':', ': OPENROUTER PROCESSING'] as const;

const fields: readonly Fault[] = [
  framed('fault-event-id-retry-fields', 'Events carry event, id and retry fields.', (all) => [
    all
      .map((event, at) =>
        frameEvent({ name: 'message', ...event }).replace('data:', `id: ${at}\nretry: 3000\ndata:`),
      )
      .join(''),
  ]),
  framed('fault-comments-between', 'Comments of every kind stand between the events.', (all) => [
    all.map((event, at) => `${comments[at % 4]}\n\n${frameEvent(event)}`).join(''),
  ]),
  each(
    'fault-comment-inside-event',
    'A comment stands inside each event.',
    (all) => `: ping\n${all.join('\n')}\n: pong\n\n`,
  ),
  each(
    'fault-ping-event-without-data',
    'Ping events without data stand between the events.',
    (all) => `event: ping\n\n${all.join('\n')}\n\n`,
  ),
  each(
    'fault-empty-data',
    'Empty data lines stand between the events.',
    (all) => `data:\n\ndata: \n\n${all.join('\n')}\n\n`,
  ),
  {
    ...framed('fault-done-trailing-blank', '[DONE] has a blank after it.', (all) => [
      plain(all).replace('[DONE]', '[DONE] '),
    ]),
    forms: ['chat'],
  },
  framed('fault-done-twice', '[DONE] comes once more than the form has it.', (all) => [
    plain(all) + doneEvent,
  ]),
  framed(
    'fault-unknown-event',
    'Events of a kind that nobody knows carry data that is nothing of the form.',
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
    (_all, reply) => {
      const bytes = Buffer.from(plain(goodEvents(reply, emojiText)));
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
    serve: async (reply) => {
      const { exchange, question } = reply;
      const type = question.stream ? 'text/event-stream' : 'application/json';
      exchange.head(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      const pieces = question.stream
        ? goodEvents(reply).map(frameEvent)
        : [JSON.stringify(goodWhole(reply))];
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
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      await reply.exchange.end(plain(goodEvents(reply, burstText())));
    },
  },
];

/** With its role and finish chunks a stream of 509. */
function burstText(): string {
  return Array.from({ length: 507 }, (_, at) => ` n${at}`)
    .join('')
    .trimStart();
}

export const framingFaults: readonly Fault[] = [...lines, ...fields, ...chunking];
