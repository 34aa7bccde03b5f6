// Good answers with unusual framing of events, as real servers send them.
import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import type { Reply } from '../answers/reply';
import { doneEvent } from '../formats/chat';
import { eventStreamHeaders, frameEvent, type ServerEvent } from '../formats/formatHandler';
import { goodAnswer, goodBody, goodEvents, type Expected, type Fault } from './fault';

type Framing = (events: readonly ServerEvent[], reply: Reply) => readonly (string | Uint8Array)[];

/** A good stream with its own framing; every element is a separate write. */
function framed(
  id: string,
  description: string,
  frame: Framing,
  expected: Expected = goodAnswer,
): Fault {
  return {
    id,
    description,
    only: 'streamed',
    expected,
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      for (const bytes of frame(goodEvents(reply), reply)) {
        await reply.exchange.write(bytes);
      }
      await reply.exchange.end();
    },
  };
}

/** A good stream in which every event is framed from its lines. */
function framedEach(
  id: string,
  description: string,
  frame: (lines: readonly string[], index: number) => string,
): Fault {
  return framed(id, description, (all) => [
    all.map((event, at) => frame(linesOf(event), at)).join(''),
  ]);
}

function linesOf({ name, data }: ServerEvent): readonly string[] {
  return [...(name === undefined ? [] : [`event: ${name}`]), `data: ${data}`];
}

function frameAll(events: readonly ServerEvent[]): string {
  return events.map(frameEvent).join('');
}

const lineEnds = [
  ['\n', '\n\n'],
  ['\r\n', '\r\n\r\n'],
  ['\r', '\r\r'],
  ['\n', '\n\r\n'],
] as const;

function mixedLineEnds(lines: readonly string[], index: number): string {
  const [between, end] = lineEnds[index % 4] ?? lineEnds[0];
  return lines.join(between) + end;
}

const lines: readonly Fault[] = [
  framedEach('fault-crlf', 'Lines end with CR LF.', (all) => `${all.join('\r\n')}\r\n\r\n`),
  framedEach('fault-cr', 'Lines end with CR only.', (all) => `${all.join('\r')}\r\r`),
  framedEach('fault-mixed-line-ends', 'Line ends of different kinds are mixed.', mixedLineEnds),
  framed('fault-bom', 'The stream starts with a byte order mark.', (all) => [
    `\ufeff${frameAll(all)}`,
  ]),
  framedEach(
    'fault-no-space',
    'There is no space after “data:”.',
    (all) => `${all.map((line) => line.replace(': ', ':')).join('\n')}\n\n`,
  ),
  framedEach(
    'fault-no-empty-line',
    'There is no empty line between events.',
    (all) => `${all.join('\n')}\n`,
  ),
  framed('fault-no-final-newline', 'The last event has no line end.', (all) => [
    frameAll(all.filter(({ data }) => data !== '[DONE]')).trimEnd(),
  ]),
  framedEach(
    'fault-leading-blank-lines',
    'There are blank lines before each event.',
    (all) => `\n\n\n${all.join('\n')}\n\n`,
  ),
  framed(
    'fault-multi-line-data',
    'The JSON of each event is split into several data lines.',
    (all) => [
      frameAll(
        all.map((event) => ({
          ...event,
          data: event.data === '[DONE]' ? event.data : spread(event.data),
        })),
      ),
    ],
  ),
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
  framed('fault-comments-between', 'There are comments of all kinds between the events.', (all) => [
    all.map((event, at) => `${comments[at % 4]}\n\n${frameEvent(event)}`).join(''),
  ]),
  framedEach(
    'fault-comment-inside-event',
    'There are comments inside each event.',
    (all) => `: ping\n${all.join('\n')}\n: pong\n\n`,
  ),
  framedEach(
    'fault-ping-event-without-data',
    'There are ping events without data between the events.',
    (all) => `event: ping\n\n${all.join('\n')}\n\n`,
  ),
  framedEach(
    'fault-empty-data',
    'There are empty data lines between the events.',
    (all) => `data:\n\ndata: \n\n${all.join('\n')}\n\n`,
  ),
  {
    ...framed('fault-done-trailing-blank', '[DONE] is followed by a space.', (all) => [
      frameAll(all).replace('[DONE]', '[DONE] '),
    ]),
    formats: ['chat'],
  },
  framed('fault-done-twice', '[DONE] is sent once more than the format requires.', (all) => [
    frameAll(all) + doneEvent,
  ]),
  framed(
    'fault-unknown-event',
    'An event of an unknown type carries data that is not part of the format.',
    (all) => [`event: metadata\ndata: {"trace":"abc"}\n\n${frameAll(all)}`],
  ),
];

/** Characters of several bytes and code points. */
const emojiText = 'Family: 👨‍👩‍👧‍👦, flag: 🇩🇪, accents: é ñ ü, 漢字.';

const chunking: readonly Fault[] = [
  {
    ...framed('fault-byte-by-byte', 'Every byte is a separate write.', (all) =>
      [...Buffer.from(frameAll(all))].map((byte) => Uint8Array.of(byte)),
    ),
  },
  framed(
    'fault-split-emoji',
    'Writes end inside characters.',
    (_all, reply) => {
      const bytes = Buffer.from(frameAll(goodEvents(reply, emojiText)));
      const cuts = [...bytes.keys()].filter((at) => at > 0 && (bytes.at(at) ?? 0) >> 6 === 0b10);
      return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index]));
    },
    { state: 'complete', text: emojiText },
  ),
  {
    id: 'fault-gzip',
    description: 'The answer is compressed.',
    expected: goodAnswer,
    serve: async (reply) => {
      const { exchange, question } = reply;
      const type = question.stream ? 'text/event-stream' : 'application/json';
      exchange.sendHeaders(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      const chunks = question.stream
        ? goodEvents(reply).map(frameEvent)
        : [JSON.stringify(goodBody(reply))];
      const compressed: Buffer[] = [];
      gzip.on('data', (bytes: Buffer) => compressed.push(bytes));
      const ended = once(gzip, 'end');
      for (const chunk of chunks) {
        gzip.write(chunk);
      }
      gzip.end();
      await ended;
      for (const bytes of compressed) {
        await exchange.write(bytes);
      }
      await exchange.end();
    },
  },
  {
    id: 'fault-burst-509',
    description: '509 chunks arrive at once.',
    only: 'streamed',
    expected: { state: 'complete', text: burstText() },
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.end(frameAll(goodEvents(reply, burstText())));
    },
  },
];

/** Gives a stream of 509 chunks, with the role and the finish reason. */
function burstText(): string {
  return Array.from({ length: 507 }, (_, at) => ` n${at}`)
    .join('')
    .trimStart();
}

export const eventFramingFaults: readonly Fault[] = [...lines, ...fields, ...chunking];
