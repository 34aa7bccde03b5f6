// Responses that exceed size limits: they must not fill the client's memory. They are generated while sent.
import { frameEvent } from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import { failed, goodBody, interrupted, sendPartial, type Fault } from './fault';

const mebibyte = 1024 * 1024;
const filler = 'flood '.repeat(10_923).slice(0, 64 * 1024);

async function sendFiller(exchange: Exchange, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes; sent += filler.length) {
    await exchange.write(filler);
  }
}

/** Splits JSON at its `@`. */
function splitAtMark(json: string): readonly [string, string] {
  const [before = '', after = ''] = json.split('@');
  return [before, after];
}

/** The cost is in the bytes, which are counted before the format matters. */
const formats = ['chat'] as const;

export const oversizedResponseFaults: readonly Fault[] = [
  {
    id: 'fault-one-event-17mb',
    description: 'An event of 17 MB in the middle of the stream (the limit is 16 MB).',
    formats,
    only: 'streamed',
    expected: interrupted('tooLarge'),
    serve: async (reply) => {
      const { exchange } = reply;
      await sendPartial(reply);
      const events = reply.eventsFor([{ kind: 'text', text: '@' }]);
      const [before, after] = splitAtMark(events.map(frameEvent).join(''));
      await exchange.write(before);
      await sendFiller(exchange, 17 * mebibyte);
      await exchange.write(after);
      await reply.end();
    },
  },
  {
    id: 'fault-endless-line',
    description: 'A line that never ends, in the middle of the stream.',
    formats,
    only: 'streamed',
    stalls: true,
    expected: interrupted('tooLarge'),
    serve: async (reply) => {
      const { exchange } = reply;
      await sendPartial(reply);
      await exchange.write('data: ');
      await sendFiller(exchange, Infinity);
    },
  },
  {
    id: 'fault-answer-65mb',
    description: 'An answer of 65 MB (the limit is 64 MB).',
    formats,
    expected: { state: 'interrupted', failureKind: 'tooLarge' },
    expectedComplete: failed('tooLarge'),
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await reply.start();
        for (let sent = 0; sent < 65 * mebibyte; sent += filler.length) {
          await reply.sendEvents(reply.eventsFor([{ kind: 'text', text: filler }]));
        }
        // No finish reason: some formats repeat the complete text with it.
        await reply.end();
        return;
      }
      const [before, after] = splitAtMark(JSON.stringify(goodBody(reply, '@')));
      exchange.sendHeaders(200, { 'Content-Type': 'application/json' });
      await exchange.write(before);
      await sendFiller(exchange, 65 * mebibyte);
      await exchange.end(after);
    },
  },
  {
    id: 'fault-500-endless-body',
    description: '500 with a body that never ends.',
    stalls: true,
    expected: failed('serverError', { status: 500 }),
    serve: async ({ exchange }) => {
      exchange.sendHeaders(500, { 'Content-Type': 'text/plain' });
      await sendFiller(exchange, Infinity);
    },
  },
];
