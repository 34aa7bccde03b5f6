// Gateways that fall silent, or that say nothing while they keep the connection alive.
import { eventStreamHead, frameEvent } from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import {
  beginHalfJson,
  beginPartial,
  failed,
  good,
  goodEvents,
  goodWhole,
  interrupted,
  type Fault,
} from './fault';

/** How often a keep-alive comes, in ms; no end of its own. */
export const keepAliveMs = 20;

/** How long a stream is held back, in ms: longer than a quick answer takes. */
const bufferedMs = 400;

export async function keepAlive(exchange: Exchange, bytes: string): Promise<never> {
  for (;;) {
    await exchange.write(bytes);
    await exchange.pause(keepAliveMs);
  }
}

export const silenceFaults: readonly Fault[] = [
  {
    id: 'fault-slow-headers',
    about: 'Nothing comes at all, not even a header.',
    streamed: true,
    unstreamed: true,
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedUnstreamed: failed('totalTimeout'),
    serve: ({ exchange }) => exchange.stall(),
  },
  {
    id: 'fault-stall-before-first',
    about: 'The header comes, and then nothing.',
    streamed: true,
    unstreamed: true,
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedUnstreamed: failed('totalTimeout'),
    serve: async ({ exchange, question }) => {
      exchange.head(
        200,
        question.stream ? eventStreamHead : { 'Content-Type': 'application/json' },
      );
      await exchange.stall();
    },
  },
  {
    id: 'fault-role-then-stall',
    about: 'What opens a stream comes (the role, message_start …), and then nothing.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: failed('firstTokenTimeout'),
    serve: async (reply) => {
      await reply.begin();
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-stall-midway',
    about: 'Half of the answer comes, and then nothing.',
    streamed: true,
    unstreamed: true,
    stalls: true,
    expected: interrupted('idleTimeout'),
    expectedUnstreamed: failed('totalTimeout'),
    serve: async (reply) => {
      await (reply.question.stream ? beginPartial : beginHalfJson)(reply);
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-comments-only',
    about: 'Keep-alive comments come for ever (blank lines where nothing is streamed).',
    streamed: true,
    unstreamed: true,
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedUnstreamed: failed('totalTimeout'),
    serve: async ({ exchange, question }) => {
      exchange.head(
        200,
        question.stream ? eventStreamHead : { 'Content-Type': 'application/json' },
      );
      await keepAlive(exchange, question.stream ? ': keep-alive\n\n' : '\n');
    },
  },
  {
    id: 'fault-comments-midway',
    about: 'Half of the answer comes, and then keep-alive comments for ever.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: interrupted('idleTimeout'),
    serve: async (reply) => {
      await beginPartial(reply);
      await keepAlive(reply.exchange, ': PING\n\n');
    },
  },
  {
    id: 'fault-comments-then-answer',
    about: 'Only comments come while the prompt is read, and then a good answer.',
    streamed: true,
    unstreamed: true,
    expected: good,
    serve: async (reply) => {
      const { exchange, question } = reply;
      exchange.head(
        200,
        question.stream ? eventStreamHead : { 'Content-Type': 'application/json' },
      );
      for (let times = 0; times < 6; times++) {
        await exchange.write(question.stream ? ': OPENROUTER PROCESSING\n\n' : '\n');
        await exchange.pause(keepAliveMs);
      }
      if (question.stream) {
        await exchange.end(goodEvents(reply).map(frameEvent).join(''));
      } else {
        await exchange.end(JSON.stringify(goodWhole(reply)));
      }
    },
  },
  {
    id: 'fault-buffered',
    about: 'Something on the way holds the stream back and hands it over whole at its end.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      const { exchange } = reply;
      await exchange.pause(bufferedMs);
      exchange.head(200, eventStreamHead);
      await exchange.end(goodEvents(reply).map(frameEvent).join(''));
    },
  },
];
