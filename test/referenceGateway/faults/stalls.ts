// Gateways that stop sending, or send only keep-alives.
import { eventStreamHeaders } from '../formats/formatHandler';
import type { Exchange } from '../http/exchange';
import {
  failed,
  goodAnswer,
  goodBytes,
  interrupted,
  sendGoodHeaders,
  sendHalfJson,
  sendPartial,
  type Fault,
} from './fault';

/** The interval between keep-alives. */
export const keepAliveMs = 20;

/** How long a stream is buffered, in ms: longer than a fast answer takes. */
const bufferedMs = 400;

/** Sends `bytes` at that interval until the client disconnects. */
export async function keepAlive(exchange: Exchange, bytes: string): Promise<never> {
  for (;;) {
    await exchange.write(bytes);
    await exchange.pause(keepAliveMs);
  }
}

export const stallFaults: readonly Fault[] = [
  {
    id: 'fault-slow-headers',
    description: 'The gateway never responds, not even with headers.',
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedComplete: failed('totalTimeout'),
    serve: ({ exchange }) => exchange.stall(),
  },
  {
    id: 'fault-stall-before-first',
    description: 'The gateway sends the response headers, then nothing.',
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedComplete: failed('totalTimeout'),
    serve: async (reply) => {
      sendGoodHeaders(reply);
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-role-then-stall',
    description:
      'The gateway sends the opening events of the stream (role, message_start …), then nothing.',
    only: 'streamed',
    stalls: true,
    expected: failed('firstTokenTimeout'),
    serve: async (reply) => {
      await reply.start();
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-stall-midway',
    description: 'The gateway sends half of the answer, then nothing.',
    stalls: true,
    expected: interrupted('idleTimeout'),
    expectedComplete: failed('totalTimeout'),
    serve: async (reply) => {
      await (reply.question.stream ? sendPartial : sendHalfJson)(reply);
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-comments-only',
    description:
      'The gateway sends only keep-alive comments, forever (blank lines without streaming).',
    stalls: true,
    expected: failed('firstTokenTimeout'),
    expectedComplete: failed('totalTimeout'),
    serve: async (reply) => {
      sendGoodHeaders(reply);
      await keepAlive(reply.exchange, reply.question.stream ? ': keep-alive\n\n' : '\n');
    },
  },
  {
    id: 'fault-comments-midway',
    description: 'The gateway sends half of the answer, then only keep-alive comments, forever.',
    only: 'streamed',
    stalls: true,
    expected: interrupted('idleTimeout'),
    serve: async (reply) => {
      await sendPartial(reply);
      await keepAlive(reply.exchange, ': PING\n\n');
    },
  },
  {
    id: 'fault-comments-then-answer',
    description: 'The gateway sends comments while it processes the prompt, then a good answer.',
    expected: goodAnswer,
    serve: async (reply) => {
      const { exchange, question } = reply;
      sendGoodHeaders(reply);
      for (let count = 0; count < 6; count++) {
        await exchange.write(question.stream ? ': OPENROUTER PROCESSING\n\n' : '\n');
        await exchange.pause(keepAliveMs);
      }
      await exchange.end(goodBytes(reply));
    },
  },
  {
    id: 'fault-buffered',
    description: 'A proxy buffers the stream and delivers all of it at the end.',
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      const { exchange } = reply;
      await exchange.pause(bufferedMs);
      exchange.sendHeaders(200, eventStreamHeaders);
      await exchange.end(goodBytes(reply));
    },
  },
];
