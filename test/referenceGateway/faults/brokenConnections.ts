// Connections that break, and streams that end without a finish reason or an end marker.
import {
  failed,
  goodAnswer,
  interrupted,
  partialText,
  sendHalfJson,
  sendPartial,
  sendWithoutEnd,
  type Fault,
} from './fault';
import { keepAlive, keepAliveMs } from './stalls';

/** The formats that mark the end of a stream after the finish reason: `[DONE]`, `message_stop`. */
const formatsWithEndMarker = ['chat', 'messages'] as const;

const cuts: readonly Fault[] = [
  {
    id: 'fault-cut-midway',
    description: 'The connection is cut after half of the answer.',
    expected: interrupted('connectionLost'),
    expectedComplete: failed('connectionLost'),
    serve: async (reply) => {
      await (reply.question.stream ? sendPartial : sendHalfJson)(reply);
      reply.exchange.cut();
    },
  },
  {
    id: 'fault-cut-before-first',
    description: 'The connection is cut after the response headers, before any content.',
    expected: failed('connectionLost'),
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        await reply.start();
      } else {
        exchange.sendHeaders(200, { 'Content-Type': 'application/json', 'Content-Length': 500 });
        await exchange.pause(keepAliveMs);
      }
      exchange.cut();
    },
  },
  {
    id: 'fault-hang-up',
    description: 'The connection is closed without a response.',
    expected: failed('connectionLost'),
    serve: ({ exchange }) => Promise.resolve(exchange.cut()),
  },
  {
    id: 'fault-reset',
    description: 'The connection is reset without a response.',
    expected: failed('connectionLost'),
    serve: ({ exchange }) => Promise.resolve(exchange.reset()),
  },
  {
    id: 'fault-reset-midway',
    description: 'The connection is reset after half of the answer.',
    expected: interrupted('connectionLost'),
    expectedComplete: failed('connectionLost'),
    serve: async (reply) => {
      await (reply.question.stream ? sendPartial : sendHalfJson)(reply);
      // A reset can overtake bytes that the client's system has not delivered yet.
      await reply.exchange.pause(4 * keepAliveMs);
      reply.exchange.reset();
    },
  },
  {
    id: 'fault-cut-after-finish',
    description: 'The connection is cut after the finish reason, before the end-of-stream marker.',
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      reply.exchange.cut();
    },
  },
  {
    id: 'fault-cut-after-done',
    description: 'The connection is cut after the end-of-stream marker.',
    formats: formatsWithEndMarker,
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      await reply.sendEvents(reply.endEvents());
      reply.exchange.cut();
    },
  },
];

const ends: readonly Fault[] = [
  {
    id: 'fault-done-without-finish',
    description:
      'The stream ends with its marker but without a finish reason, as after a cut upstream.',
    formats: formatsWithEndMarker,
    only: 'streamed',
    expected: { state: 'truncated', text: partialText },
    serve: async (reply) => {
      await sendPartial(reply);
      await reply.end();
    },
  },
  {
    id: 'fault-end-without-finish',
    description: 'The stream ends cleanly without a finish reason and without its end marker.',
    only: 'streamed',
    expected: { state: 'truncated', text: partialText },
    serve: async (reply) => {
      await sendPartial(reply);
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-end-without-done',
    description: 'The stream ends after the finish reason, without its end marker.',
    formats: formatsWithEndMarker,
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-finish-then-hang',
    description: 'After the finish reason the connection stays open and silent.',
    only: 'streamed',
    stalls: true,
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      await reply.exchange.stall();
    },
  },
  {
    id: 'fault-finish-then-comments',
    description: 'After the finish reason only keep-alive comments follow.',
    only: 'streamed',
    stalls: true,
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      await keepAlive(reply.exchange, ': keep-alive\n\n');
    },
  },
  {
    id: 'fault-done-then-hang',
    description: 'After the end-of-stream marker the connection stays open and silent.',
    formats: formatsWithEndMarker,
    only: 'streamed',
    stalls: true,
    expected: goodAnswer,
    serve: async (reply) => {
      await sendWithoutEnd(reply);
      await reply.sendEvents(reply.endEvents());
      await reply.exchange.stall();
    },
  },
];

export const brokenConnectionFaults: readonly Fault[] = [...cuts, ...ends];
