// Streams in which something is broken or missing.
import { dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHead, frameEvent } from '../formats/formatHandler';
import type { Reply } from '../answers/reply';
import { deltasOf } from './chatFaults';
import {
  beginPartial,
  failed,
  good,
  goodEvents,
  goodText,
  goodWhole,
  interrupted,
  spoken,
  stop,
  type Fault,
} from './fault';

/** The first half of an event that would bring text. */
function brokenEvent(reply: Reply): string {
  const [event] = reply.events(spoken('never read')).slice(-1);
  const whole = event ? frameEvent(event) : '';
  return `${whole.slice(0, Math.floor(whole.length / 2))}\n\n`;
}

const broken: readonly Fault[] = [
  {
    id: 'fault-garbage-event',
    about: 'An event in the middle is broken JSON.',
    streamed: true,
    unstreamed: false,
    expected: interrupted('malformedStream'),
    serve: async (reply) => {
      await beginPartial(reply);
      await reply.exchange.write(brokenEvent(reply));
      await reply.send(reply.events([...spoken(goodText), stop]));
      await reply.done();
    },
  },
  {
    id: 'fault-garbage-first',
    about: 'The first event is broken JSON.',
    streamed: true,
    unstreamed: false,
    expected: failed('malformedStream'),
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      await reply.exchange.write(brokenEvent(reply));
      await reply.exchange.end(goodEvents(reply).map(frameEvent).join(''));
    },
  },
  {
    id: 'fault-invalid-utf8',
    about: 'A byte that is no UTF-8 stands in the text; a replacement character takes its place.',
    streamed: true,
    unstreamed: true,
    expected: { state: 'complete', text: 'Broken \ufffd byte.' },
    serve: async (reply) => {
      const { exchange, question } = reply;
      const body = question.stream
        ? goodEvents(reply, 'Broken @ byte.').map(frameEvent).join('')
        : JSON.stringify(goodWhole(reply, 'Broken @ byte.'));
      const bytes = Buffer.from(body);
      for (let at = bytes.indexOf('@'); at >= 0; at = bytes.indexOf('@')) {
        bytes[at] = 0xff;
      }
      await exchange.whole(200, question.stream ? 'text/event-stream' : 'application/json', bytes);
    },
  },
];

/** Chunks that lack everything a reader does not need. */
const bare: Fault = {
  id: 'fault-bare-chunks',
  about: 'Chunks hold nothing but the delta: no id, no index, no role.',
  forms: ['chat'],
  streamed: true,
  unstreamed: true,
  expected: good,
  serve: async ({ exchange, question }) => {
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

export const damageFaults: readonly Fault[] = [...broken, bare];
