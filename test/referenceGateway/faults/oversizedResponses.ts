// A gateway that never stops must not fill the client's memory; what is sent is made on the way.
import { frameEvent } from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import { beginPartial, failed, goodWhole, interrupted, type Fault } from './fault';

const mebibyte = 1024 * 1024;
const slice = 'flood '.repeat(10_923).slice(0, 64 * 1024);

async function pour(exchange: Exchange, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes; sent += slice.length) {
    await exchange.write(slice);
  }
}

/** Splits a JSON text at the place of its one content. */
function around(json: string): readonly [string, string] {
  const [before = '', after = ''] = json.split('@');
  return [before, after];
}

export const sizeFaults: readonly Fault[] = [
  {
    id: 'fault-one-event-17mb',
    about: 'One event of 17 MB comes in the middle of the stream (the limit is 16 MB).',
    streamed: true,
    unstreamed: false,
    expected: interrupted('tooLarge'),
    serve: async (reply) => {
      const { exchange } = reply;
      await beginPartial(reply);
      const events = reply.events([{ kind: 'text', text: '@' }]);
      const [before, after] = around(events.map(frameEvent).join(''));
      await exchange.write(before);
      await pour(exchange, 17 * mebibyte);
      await exchange.write(after);
      await reply.done();
    },
  },
  {
    id: 'fault-endless-line',
    about: 'A line that never ends comes in the middle of the stream.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: interrupted('tooLarge'),
    serve: async (reply) => {
      const { exchange } = reply;
      await beginPartial(reply);
      await exchange.write('data: ');
      await pour(exchange, Infinity);
    },
  },
  {
    id: 'fault-answer-65mb',
    about: 'An answer of 65 MB (the limit is 64 MB).',
    // What it costs to read is the bytes and not their form.
    forms: ['chat'],
    streamed: true,
    unstreamed: true,
    expected: { state: 'interrupted', failureKind: 'tooLarge' },
    expectedUnstreamed: failed('tooLarge'),
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await reply.begin();
        for (let sent = 0; sent < 65 * mebibyte; sent += slice.length) {
          await reply.send(reply.events([{ kind: 'text', text: slice }]));
        }
        // No finish reason: some forms repeat the whole text beside it.
        await reply.done();
        return;
      }
      const [before, after] = around(JSON.stringify(goodWhole(reply, '@')));
      exchange.head(200, { 'Content-Type': 'application/json' });
      await exchange.write(before);
      await pour(exchange, 65 * mebibyte);
      await exchange.end(after);
    },
  },
  {
    id: 'fault-500-endless-body',
    about: '500 with a body that never ends.',
    streamed: true,
    unstreamed: true,
    stalls: true,
    expected: failed('serverError', { status: 500 }),
    serve: async ({ exchange }) => {
      exchange.head(500, { 'Content-Type': 'text/plain' });
      await pour(exchange, Infinity);
    },
  },
];
