// Streams with invalid, missing or repeated data.
import type { Reply } from '../answers/reply';
import { dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHeaders, frameEvent } from '../formats/formatHandler';
import { textDeltas } from './chatFaults';
import {
  failed,
  goodAnswer,
  goodBytes,
  goodText,
  partialText,
  sendGoodHeaders,
  sendPartial,
  stopPart,
  textParts,
  type Fault,
} from './fault';

/** The first half of an event with text. */
function brokenEvent(reply: Reply): string {
  const [event] = reply.eventsFor(textParts('never read')).slice(-1);
  const framed = event ? frameEvent(event) : '';
  return `${framed.slice(0, Math.floor(framed.length / 2))}\n\n`;
}

const broken: readonly Fault[] = [
  {
    id: 'fault-garbage-event',
    description: 'An event in the middle of the stream is invalid JSON.',
    only: 'streamed',
    expected: { state: 'complete', text: partialText + goodText },
    serve: async (reply) => {
      await sendPartial(reply);
      await reply.exchange.write(brokenEvent(reply));
      await reply.sendEvents(reply.eventsFor([...textParts(goodText), stopPart]));
      await reply.end();
    },
  },
  {
    id: 'fault-garbage-first',
    description: 'The first event is invalid JSON.',
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.write(brokenEvent(reply));
      await reply.exchange.end(goodBytes(reply));
    },
  },
  {
    id: 'fault-garbage-only',
    description: 'All events with text are invalid JSON.',
    only: 'streamed',
    expected: failed('malformedStream'),
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.end(brokenEvent(reply).repeat(2));
    },
  },
  {
    id: 'fault-raw-line-breaks',
    description: 'Line breaks in the strings of the JSON are not escaped.',
    isNonstandard: true,
    expected: goodAnswer,
    serve: async (reply) => {
      sendGoodHeaders(reply);
      await reply.exchange.end(goodBytes(reply).replaceAll('\\n', '\n'));
    },
  },
  {
    id: 'fault-unknown-escapes',
    description: 'Backslashes in the strings of the JSON are not escaped.',
    isNonstandard: true,
    expected: { state: 'complete', text: String.raw`Path C:\dir, \alpha and \(x\).` },
    serve: async (reply) => {
      sendGoodHeaders(reply);
      const bytes = goodBytes(reply, String.raw`Path C:\dir, \alpha and \(x\).`);
      await reply.exchange.end(bytes.replaceAll('\\\\', '\\'));
    },
  },
  {
    id: 'fault-snapshots',
    description: 'Each delta is the text so far.',
    only: 'streamed',
    isNonstandard: true,
    expected: goodAnswer,
    serve: async (reply) => {
      await reply.start();
      const texts = textParts(goodText).map(({ text }) => text);
      const soFar = texts.map((_, at) => ({
        kind: 'text' as const,
        text: texts.slice(0, at + 1).join(''),
      }));
      await reply.sendEvents(reply.eventsFor([...soFar, stopPart]));
      await reply.end();
    },
  },
  {
    id: 'fault-invalid-utf8',
    description: 'The text contains an invalid UTF-8 byte, which becomes a replacement character.',
    expected: { state: 'complete', text: 'Broken \ufffd byte.' },
    serve: async (reply) => {
      const { exchange, question } = reply;
      const bytes = Buffer.from(goodBytes(reply, 'Broken @ byte.'));
      for (let index = bytes.indexOf('@'); index >= 0; index = bytes.indexOf('@')) {
        bytes[index] = 0xff;
      }
      await exchange.send(200, question.stream ? 'text/event-stream' : 'application/json', bytes);
    },
  },
];

/** Chunks without all fields that a client does not need. */
const bare: Fault = {
  id: 'fault-bare-chunks',
  description: 'Chunks contain only the delta: no id, index or role.',
  formats: ['chat'],
  expected: goodAnswer,
  serve: async ({ exchange, question }) => {
    if (!question.stream) {
      await exchange.sendJson(200, {
        choices: [{ message: { content: goodText }, finish_reason: 'stop' }],
      });
      return;
    }
    exchange.sendHeaders(200, eventStreamHeaders);
    const chunks = textDeltas(goodText).map((delta) => dataEvent({ choices: [{ delta }] }));
    const finish = dataEvent({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    await exchange.end([...chunks, finish, doneEvent].join(''));
  },
};

export const damagedStreamFaults: readonly Fault[] = [...broken, bare];
