// Streams with invalid or missing data.
import { dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHeaders, frameEvent } from '../formats/formatHandler';
import type { Reply } from '../answers/reply';
import { textDeltas } from './chatFaults';
import {
  sendPartial,
  failed,
  goodAnswer,
  goodBytes,
  goodText,
  interrupted,
  textParts,
  stopPart,
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
    expected: interrupted('malformedStream'),
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
    expected: failed('malformedStream'),
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.write(brokenEvent(reply));
      await reply.exchange.end(goodBytes(reply));
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
