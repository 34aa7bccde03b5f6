// Errors that arrive inside a stream whose status said that all is well.
import { chunkHead, chunkOf, dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHead } from '../formats/formatHandler';
import type { Json } from '../http/json';
import { beginPartial, failed, partialText, type Expected, type Fault } from './fault';

interface StreamError {
  readonly id: string;
  readonly about: string;
  readonly error: Json;
  /** The whole event, where it is more than a data line. */
  readonly event?: (error: Json) => string;
  /** Comes before any text. */
  readonly first?: true;
  readonly after?: string;
  readonly expected: Expected;
}

function streamError(row: StreamError): Fault {
  const { id, about } = row;
  return {
    id,
    about,
    streamed: true,
    unstreamed: false,
    expected: row.first ? row.expected : { ...row.expected, text: partialText },
    serve: async (reply) => {
      await (row.first ? reply.begin() : beginPartial(reply));
      await reply.exchange.end((row.event ?? dataEvent)(row.error) + (row.after ?? ''));
    },
  };
}

const words = 'The upstream gave up.';
const plain = { error: { message: words, type: 'upstream_error', param: '', code: '' } };
const reported = failed('streamError', { detail: words });
const numbered = failed('serverError', { detail: words });

export const streamErrorFaults: readonly Fault[] = [
  streamError({
    id: 'fault-error-midway',
    about: 'An error comes in the middle of the stream, then its end.',
    error: plain,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-first',
    about: 'The first event is an error.',
    error: plain,
    first: true,
    expected: reported,
  }),
  {
    id: 'fault-error-midway-own',
    about: 'An error in the form’s own shape comes in the middle of the stream.',
    streamed: true,
    unstreamed: false,
    expected: { ...reported, text: partialText },
    // It is the one form whose errors have a number, here 500.
    expectedIn: { generateContent: { ...numbered, text: partialText } },
    serve: async (reply) => {
      await beginPartial(reply);
      await reply.send(reply.error(words));
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-error-first-own',
    about: 'The first event is an error in the form’s own shape.',
    streamed: true,
    unstreamed: false,
    expected: reported,
    expectedIn: { generateContent: numbered },
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      await reply.send(reply.error(words));
      await reply.exchange.end();
    },
  },
  streamError({
    id: 'fault-error-midway-done',
    about: 'An error comes in the middle of the stream, then [DONE].',
    error: plain,
    after: doneEvent,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-string',
    about: 'An error that is a bare text comes in the middle of the stream.',
    error: { error: words },
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-crlf',
    about: 'An error without an empty line after it ends the stream.',
    error: plain,
    event: (error) => `data: ${JSON.stringify(error)}\r\n`,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-bare',
    about: 'An error comes as a bare line of JSON, without “data:”.',
    error: plain,
    event: (error) => `${JSON.stringify(error)}\n\n`,
    expected: reported,
  }),
  streamError({
    id: 'fault-vllm-error-object',
    about: 'An object of the kind “error”, as vLLM sends it, then [DONE].',
    error: { object: 'error', message: words, type: 'InternalError', param: null, code: null },
    after: doneEvent,
    expected: reported,
  }),
  streamError({
    id: 'fault-event-error',
    about: 'An event of the type “error”.',
    error: plain,
    event: (error) => `event: error\n${dataEvent(error)}`,
    expected: reported,
  }),
  streamError({
    id: 'fault-event-error-message',
    about: 'An event of the type “error” that holds a bare message.',
    error: { message: words },
    event: (error) => `event: error\n${dataEvent(error)}`,
    expected: reported,
  }),
  {
    id: 'fault-error-beside-choices',
    about: 'An error beside the choices, with the finish reason error, as OpenRouter sends it.',
    forms: ['chat'],
    streamed: true,
    unstreamed: false,
    expected: { ...reported, text: partialText },
    serve: async (reply) => {
      const { exchange, question } = reply;
      await beginPartial(reply);
      const choices = [{ index: 0, delta: { content: '' }, finish_reason: 'error' }];
      const chunk = chunkOf(chunkHead(exchange, question), choices, { error: { message: words } });
      await exchange.end(dataEvent(chunk) + doneEvent);
    },
  },
  streamError({
    id: 'fault-error-midway-rate-limit',
    about: 'A rate limit is met in the middle of the stream.',
    error: {
      error: { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' },
    },
    expected: failed('rateLimited', { detail: 'Rate limit reached.' }),
  }),
  streamError({
    id: 'fault-error-midway-429',
    about: 'An error with the number 429 comes in the middle of the stream.',
    error: { error: { message: 'Too many requests.', code: 429 } },
    expected: failed('rateLimited', { detail: 'Too many requests.' }),
  }),
  streamError({
    id: 'fault-error-midway-quota',
    about: 'The credit runs out in the middle of the stream.',
    error: {
      error: { message: 'Quota used up.', type: 'new_api_error', code: 'insufficient_user_quota' },
    },
    expected: failed('noCredit', { detail: 'Quota used up.' }),
  }),
  streamError({
    id: 'fault-context-first',
    about: 'The first event says that the conversation is too long.',
    error: {
      error: {
        message: 'Too long.',
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    },
    first: true,
    expected: failed('contextTooLong', { detail: 'Too long.' }),
  }),
  {
    id: 'fault-error-json-for-stream',
    about: 'A stream was asked for; an error comes as an event stream of plain JSON.',
    streamed: true,
    unstreamed: false,
    expected: reported,
    serve: ({ exchange }) =>
      exchange.whole(200, eventStreamHead['Content-Type'], JSON.stringify(plain)),
  },
];
