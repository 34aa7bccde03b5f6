// Errors inside a stream with status 200.
import { chunkIdentity, chunkWithChoices, dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHeaders } from '../formats/formatHandler';
import type { Json } from '../http/json';
import {
  failed,
  goodAnswer,
  goodText,
  partialText,
  sendPartial,
  stopPart,
  textParts,
  type Expected,
  type Fault,
} from './fault';

interface StreamError {
  readonly id: string;
  readonly description: string;
  readonly error: Json;
  /** Frames the error; a data line by default. */
  readonly event?: (error: Json) => string;
  /** The error is the first event; otherwise it follows the partial text. */
  readonly first?: true;
  /** Bytes after the error. */
  readonly after?: string;
  readonly expected: Expected;
}

function streamError(fault: StreamError): Fault {
  const { id, description } = fault;
  return {
    id,
    description,
    only: 'streamed',
    expected: fault.first ? fault.expected : { ...fault.expected, text: partialText },
    serve: async (reply) => {
      await (fault.first ? reply.start() : sendPartial(reply));
      await reply.exchange.end((fault.event ?? dataEvent)(fault.error) + (fault.after ?? ''));
    },
  };
}

const message = 'The upstream gave up.';
const plainError = { error: { message, type: 'upstream_error', param: '', code: '' } };
const reported = failed('streamError', { detail: message });
const reportedByCode = failed('serverError', { detail: message });

export const streamErrorFaults: readonly Fault[] = [
  streamError({
    id: 'fault-error-midway',
    description: 'An error in the middle of the stream, then its end.',
    error: plainError,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-first',
    description: 'The first event is an error.',
    error: plainError,
    first: true,
    expected: reported,
  }),
  {
    id: 'fault-error-midway-own',
    description: 'An error as the format defines it, in the middle of the stream.',
    only: 'streamed',
    expected: { ...reported, text: partialText },
    // The only format whose errors have a numeric code, here 500.
    expectedIn: { generateContent: { ...reportedByCode, text: partialText } },
    serve: async (reply) => {
      await sendPartial(reply);
      await reply.sendEvents(reply.errorEvents(message));
      await reply.exchange.end();
    },
  },
  {
    id: 'fault-error-first-own',
    description: 'The first event is an error as the format defines it.',
    only: 'streamed',
    expected: reported,
    expectedIn: { generateContent: reportedByCode },
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.sendEvents(reply.errorEvents(message));
      await reply.exchange.end();
    },
  },
  streamError({
    id: 'fault-error-midway-done',
    description: 'An error in the middle of the stream, then [DONE].',
    error: plainError,
    after: doneEvent,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-string',
    description: 'An error that is a string, in the middle of the stream.',
    error: { error: message },
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-crlf',
    description: 'An error without an empty line after it, at the end of the stream.',
    error: plainError,
    event: (error) => `data: ${JSON.stringify(error)}\r\n`,
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-bare',
    description: 'An error as a line of JSON without “data:”.',
    error: plainError,
    event: (error) => `${JSON.stringify(error)}\n\n`,
    expected: reported,
  }),
  streamError({
    id: 'fault-vllm-error-object',
    description: 'An object of the kind “error”, then [DONE] (vLLM).',
    error: { object: 'error', message, type: 'InternalError', param: null, code: null },
    after: doneEvent,
    expected: reported,
  }),
  streamError({
    id: 'fault-event-error',
    description: 'An event of the type “error”.',
    error: plainError,
    event: (error) => `event: error\n${dataEvent(error)}`,
    expected: reported,
  }),
  streamError({
    id: 'fault-event-error-message',
    description: 'An event of the type “error” with a message and no error object.',
    error: { message },
    event: (error) => `event: error\n${dataEvent(error)}`,
    expected: reported,
  }),
  {
    id: 'fault-error-beside-choices',
    description: 'An error next to the choices, with the finish reason error (OpenRouter).',
    formats: ['chat'],
    only: 'streamed',
    expected: { ...reported, text: partialText },
    serve: async (reply) => {
      const { exchange, question } = reply;
      await sendPartial(reply);
      const choices = [{ index: 0, delta: { content: '' }, finish_reason: 'error' }];
      const chunk = chunkWithChoices(chunkIdentity(exchange, question), choices, {
        error: { message },
      });
      await exchange.end(dataEvent(chunk) + doneEvent);
    },
  },
  streamError({
    id: 'fault-error-midway-data',
    description: 'An error inside “data”, in the middle of the stream.',
    error: { data: { error: { message } } },
    expected: reported,
  }),
  streamError({
    id: 'fault-error-midway-response',
    description: 'An error inside “Response”, in the middle of the stream (Tencent).',
    error: { Response: { Error: { Code: 'FailedOperation', Message: message }, RequestId: '1' } },
    expected: reported,
  }),
  streamError({
    id: 'fault-message-alone',
    description: 'The only event has a message and no choices.',
    error: { choices: [], message },
    first: true,
    after: doneEvent,
    expected: reported,
  }),
  streamError({
    id: 'fault-message-last',
    description: 'The last event has a message and no choices, and there is no finish reason.',
    error: { choices: [], message },
    expected: reported,
  }),
  {
    id: 'fault-message-between',
    description: 'Events with a message and no choices come before and in a good answer.',
    only: 'streamed',
    expected: goodAnswer,
    serve: async (reply) => {
      const event = dataEvent({ choices: [], message: 'warming' });
      await reply.start();
      await reply.exchange.write(event);
      for (const part of [...textParts(goodText), stopPart]) {
        await reply.sendEvents(reply.eventsFor([part]));
        await reply.exchange.write(event);
      }
      await reply.end();
    },
  },
  {
    id: 'fault-message-then-stall',
    formats: ['chat'],
    description: 'An event with a message and no choices, one with progress, then silence.',
    only: 'streamed',
    stalls: true,
    expected: failed('firstTokenTimeout', { detail: 'warming', promptPercent: 50 }),
    serve: async (reply) => {
      await reply.start();
      await reply.exchange.write(dataEvent({ choices: [], message: 'warming' }));
      // Shows a test that the message has arrived.
      await reply.exchange.write(dataEvent({ prompt_progress: { processed: 1, total: 2 } }));
      await reply.exchange.stall();
    },
  },
  streamError({
    id: 'fault-error-midway-rate-limit',
    description: 'A rate limit in the middle of the stream.',
    error: {
      error: { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' },
    },
    expected: failed('rateLimited', { detail: 'Rate limit reached.' }),
  }),
  streamError({
    id: 'fault-error-midway-429',
    description: 'An error with the code 429 in the middle of the stream.',
    error: { error: { message: 'Too many requests.', code: 429 } },
    expected: failed('rateLimited', { detail: 'Too many requests.' }),
  }),
  streamError({
    id: 'fault-error-midway-quota',
    description: 'No credit left in the middle of the stream.',
    error: {
      error: { message: 'Quota used up.', type: 'new_api_error', code: 'insufficient_user_quota' },
    },
    expected: failed('noCredit', { detail: 'Quota used up.' }),
  }),
  streamError({
    id: 'fault-context-first',
    description: 'The first event reports that the conversation is too long.',
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
    description: 'An error as plain JSON with the content type of an event stream.',
    only: 'streamed',
    expected: reported,
    serve: ({ exchange }) =>
      exchange.send(200, eventStreamHeaders['Content-Type'], JSON.stringify(plainError)),
  },
];
