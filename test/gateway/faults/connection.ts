// Connections that break, and streams that end without saying why.
import { doneEvent } from '../forms/chat';
import {
  beginHalfJson,
  beginPartial,
  beginStream,
  deltasOf,
  failed,
  good,
  goodText,
  interrupted,
  partialText,
  sendFinish,
  type Fault,
} from './fault';
import { keepAlive, keepAliveMs } from './silences';

const cuts: readonly Fault[] = [
  {
    id: 'fault-cut-midway',
    about: 'The connection is cut after half of the answer.',
    streamed: true,
    unstreamed: true,
    expected: interrupted('connectionLost'),
    expectedUnstreamed: failed('connectionLost'),
    serve: async (exchange, question) => {
      await (question.stream ? beginPartial : beginHalfJson)(exchange, question);
      exchange.cut();
    },
  },
  {
    id: 'fault-cut-before-first',
    about: 'The connection is cut after the header, before any of the answer.',
    streamed: true,
    unstreamed: true,
    expected: failed('connectionLost'),
    serve: async (exchange, question) => {
      if (question.stream) {
        await beginStream(exchange, question, []);
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
    everyForm: true,
    expected: failed('connectionLost'),
    serve: (exchange) => Promise.resolve(exchange.cut()),
  },
  {
    id: 'fault-reset',
    about: 'The connection is reset instead of any answer.',
    streamed: true,
    unstreamed: true,
    everyForm: true,
    expected: failed('connectionLost'),
    serve: (exchange) => Promise.resolve(exchange.reset()),
  },
  {
    id: 'fault-reset-midway',
    about: 'The connection is reset after half of the answer.',
    streamed: true,
    unstreamed: true,
    expected: interrupted('connectionLost'),
    expectedUnstreamed: failed('connectionLost'),
    serve: async (exchange, question) => {
      await (question.stream ? beginPartial : beginHalfJson)(exchange, question);
      // A reset may overtake what the client's system has not handed over yet.
      await exchange.pause(4 * keepAliveMs);
      exchange.reset();
    },
  },
  {
    id: 'fault-cut-after-finish',
    about: 'The connection is cut after the finish reason, before [DONE].',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      exchange.cut();
    },
  },
  {
    id: 'fault-cut-after-done',
    about: 'The connection is cut after [DONE].',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      await exchange.write(doneEvent);
      exchange.cut();
    },
  },
];

const ends: readonly Fault[] = [
  {
    id: 'fault-done-without-finish',
    about: '[DONE] comes without a finish reason, as new-api writes it when its upstream was cut.',
    streamed: true,
    unstreamed: false,
    expected: { state: 'truncated', text: partialText },
    serve: async (exchange, question) => {
      await beginPartial(exchange, question);
      await exchange.end(doneEvent);
    },
  },
  {
    id: 'fault-end-without-finish',
    about: 'The stream ends cleanly with neither a finish reason nor [DONE].',
    streamed: true,
    unstreamed: false,
    expected: { state: 'truncated', text: partialText },
    serve: async (exchange, question) => {
      await beginPartial(exchange, question);
      await exchange.end();
    },
  },
  {
    id: 'fault-end-without-done',
    about: 'The stream ends after the finish reason, without [DONE].',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      await exchange.end();
    },
  },
  {
    id: 'fault-finish-then-hang',
    about: 'The finish reason comes, and then the connection stays open in silence.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      await exchange.stall();
    },
  },
  {
    id: 'fault-finish-then-comments',
    about: 'The finish reason comes, and then nothing but keep-alive comments.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      await keepAlive(exchange, ': keep-alive\n\n');
    },
  },
  {
    id: 'fault-done-then-hang',
    about: '[DONE] comes, and then the connection stays open in silence.',
    streamed: true,
    unstreamed: false,
    stalls: true,
    expected: good,
    serve: async (exchange, question) => {
      await beginStream(exchange, question, deltasOf(goodText));
      await sendFinish(exchange, question, 'stop');
      await exchange.write(doneEvent);
      await exchange.stall();
    },
  },
];

export const connectionFaults: readonly Fault[] = [...cuts, ...ends];
