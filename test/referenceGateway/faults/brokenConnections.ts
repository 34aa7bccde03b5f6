// Connections that break, and streams that end without saying why.
import {
  beginHalfJson,
  beginPartial,
  failed,
  good,
  interrupted,
  partialText,
  sendUnmarked,
  type Fault,
} from './fault';
import { keepAlive, keepAliveMs } from './stalls';

/** The forms whose streams end with a mark after the finish reason: `[DONE]`, `message_stop`. */
const marked = ['chat', 'messages'] as const;

const cuts: readonly Fault[] = [
  {
    id: 'fault-cut-midway',
    about: 'The connection is cut after half of the answer.',
    streamed: true,
    unstreamed: true,
    expected: interrupted('connectionLost'),
    expectedUnstreamed: failed('connectionLost'),
    serve: async (reply) => {
      await (reply.question.stream ? beginPartial : beginHalfJson)(reply);
      reply.exchange.cut();
    },
  },
  {
    id: 'fault-cut-before-first',
    about: 'The connection is cut after the header, before any of the answer.',
    streamed: true,
    unstreamed: true,
    expected: failed('connectionLost'),
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await reply.begin();
      } else {
        exchange.head(200, { 'Content-Type': 'application/json', 'Content-Length': 500 });
        await exchange.pause(keepAliveMs);
      }
      exchange.cut();
    },
  },
  {
    id: 'fault-hang-up',
    about: 'The connection is closed instead of any answer.',
    streamed: true,
    unstreamed: true,
    expected: failed('connectionLost'),
    serve: ({ exchange }) => Promise.resolve(exchange.cut()),
  },
  {
    id: 'fault-reset',
    about: 'The connection is reset instead of any answer.',
    streamed: true,
    unstreamed: true,
    expected: failed('connectionLost'),
    serve: ({ exchange }) => Promise.resolve(exchange.reset()),
  },
  {
    id: 'fault-reset-midway',
    about: 'The connection is reset after half of the answer.',
    streamed: true,
    unstreamed: true,
    expected: interrupted('connectionLost'),
    expectedUnstreamed: failed('connectionLost'),
    serve: async (reply) => {
      await (reply.question.stream ? beginPartial : beginHalfJson)(reply);
      // A reset may overtake what the client's system has not handed over yet.
      await reply.exchange.pause(4 * keepAliveMs);
      reply.exchange.reset();
    },
  },
  {
    id: 'fault-cut-after-finish',
    about: 'The connection is cut after the finish reason, before the mark of the end.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      reply.exchange.cut();
    },
  },
  {
    id: 'fault-cut-after-done',
    about: 'The connection is cut after the mark of the end.',
    forms: marked,
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      await reply.send(reply.mark());
      reply.exchange.cut();
    },
  },
];

const ends: readonly Fault[] = [
  {
    id: 'fault-done-without-finish',
    about: 'The stream is marked as ended without a finish reason, as after a cut upstream.',
    forms: marked,
    streamed: true,
    unstreamed: false,
    expected: { state: 'truncated', text: partialText },
    serve: async (reply) => {
      await beginPartial(reply);
      await reply.done();
    },
  },
  {
    id: 'fault-end-without-finish',
    about: 'The stream ends cleanly with neither a finish reason nor a mark of the end.',
    streamed: true,
    unstreamed: false,
    expected: { state: 'truncated', text: partialText },
    serve: async (reply) => {
      await beginPartial(reply);
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-end-without-done',
    about: 'The stream ends after the finish reason, without the mark of the end.',
    forms: marked,
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-finish-then-hang',
    about: 'The finish reason comes, and then the connection stays open in silence.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-finish-then-comments',
    about: 'The finish reason comes, and then nothing but keep-alive comments.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      await keepAlive(reply.exchange, ': keep-alive\n\n');
    },
  },
  {
    id: 'fault-done-then-hang',
    about: 'The mark of the end comes, and then the connection stays open in silence.',
    forms: marked,
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (reply) => {
      await sendUnmarked(reply);
      await reply.send(reply.mark());
      await reply.exchange.stall();
    },
  },
];

export const connectionFaults: readonly Fault[] = [...cuts, ...ends];
