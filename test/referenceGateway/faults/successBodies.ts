// Complete bodies that are not the expected answer, and good answers with misleading headers.
import { chunkIdentity, chunkWithChoices, completion, dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHeaders, frameEvent } from '../formats/formatHandler';
import type { Json } from '../http/json';
import {
  errorFault,
  failed,
  goodAnswer,
  goodBody,
  goodBytes,
  goodEvents,
  type Expected,
  type Fault,
} from './fault';

const signIn = `<!doctype html><html><head><title>Sign in</title></head>
<body><form><input name="user"><input name="password" type="password"></form></body></html>`;

function badGateway(status: number, reason: string): string {
  return `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
}

function page(id: string, description: string, status: number, body: string): Fault {
  return errorFault({
    id,
    description,
    status,
    contentType: 'text/html; charset=utf-8',
    body,
    expected: failed(status === 403 ? 'blocked' : 'notApi'),
  });
}

const pages: readonly Fault[] = [
  page('fault-html-200', 'A web page with status 200, as from a wrong Base URL.', 200, signIn),
  page(
    'fault-403-html',
    'A web page of a firewall with status 403.',
    403,
    badGateway(403, 'Forbidden'),
  ),
  page(
    'fault-404-html',
    'A web page of a web server with status 404.',
    404,
    badGateway(404, 'Not Found'),
  ),
  page(
    'fault-html-500-100kb',
    'An error page of 100 kB with status 500.',
    500,
    `<html><body>${'<p>The server made a mistake.</p>\n'.repeat(3200)}</body></html>`,
  ),
  page(
    'fault-502-html',
    'A web page of a proxy with status 502: its gateway is down.',
    502,
    badGateway(502, 'Bad Gateway'),
  ),
  errorFault({
    id: 'fault-html-as-json',
    description: 'A web page sent as application/json.',
    status: 200,
    body: signIn,
    expected: failed('notApi'),
  }),
];

function wrongJson(id: string, description: string, body: Json, expected: Expected): Fault {
  return errorFault({ id, description, status: 200, body, expected });
}

const wrongAnswers: readonly Fault[] = [
  errorFault({
    id: 'fault-plain-text-200',
    description: 'Plain text with status 200.',
    status: 200,
    contentType: 'text/plain',
    body: 'It works!',
    expected: failed('notApi'),
  }),
  wrongJson(
    'fault-broken-json',
    'Truncated JSON in a complete response.',
    '{"id":"c',
    failed('connectionLost'),
  ),
  wrongJson('fault-json-null', 'The JSON value null.', null, failed('notApi')),
  wrongJson('fault-json-other', 'JSON of another API.', { status: 'ok' }, failed('notApi')),
  wrongJson(
    'fault-200-success-false',
    'Status 200 with success: false, as from new-api for problems with the user group.',
    { success: false, message: 'The user group is disabled.' },
    failed('streamError', { detail: 'The user group is disabled.' }),
  ),
  wrongJson(
    'fault-200-error-object',
    'Status 200 with an error object.',
    { error: { message: 'The upstream gave up.', type: 'upstream_error', param: '', code: '' } },
    failed('streamError', { detail: 'The upstream gave up.' }),
  ),
  wrongJson(
    'fault-200-model-not-found',
    'Status 200 with the error model_not_found.',
    { error: { message: 'No such model.', type: 'new_api_error', code: 'model_not_found' } },
    failed('modelNotFound', { detail: 'No such model.' }),
  ),
  {
    id: 'fault-empty-200',
    description: 'Status 200 with an empty body.',
    expected: failed('emptyReply'),
    serve: async ({ exchange, question }) => {
      const type = question.stream ? eventStreamHeaders['Content-Type'] : 'application/json';
      await exchange.send(200, type, '');
    },
  },
  {
    id: 'fault-204',
    description: 'Status 204: no content.',
    expected: failed('emptyReply'),
    serve: async ({ exchange }) => {
      exchange.sendHeaders(204);
      await exchange.end();
    },
  },
  {
    id: 'fault-empty-choices',
    description: 'An answer without choices.',
    formats: ['chat'],
    expected: failed('emptyReply'),
    serve: async ({ exchange, question }) => {
      const identity = chunkIdentity(exchange, question);
      if (question.stream) {
        exchange.sendHeaders(200, eventStreamHeaders);
        await exchange.end(dataEvent(chunkWithChoices(identity, [])) + doneEvent);
      } else {
        await exchange.sendJson(200, { ...completion(identity, {}, null), choices: [] });
      }
    },
  },
];

/** A good answer with other content types. `jsonType` null: the fault occurs only in streams. */
function mistyped(
  id: string,
  description: string,
  streamType: string | undefined,
  jsonType: string | null | undefined,
): Fault {
  return {
    id,
    description,
    ...(jsonType === null ? { only: 'streamed' } : {}),
    expected: goodAnswer,
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        exchange.sendHeaders(200, streamType === undefined ? {} : { 'Content-Type': streamType });
        await exchange.end(goodBytes(reply));
      } else {
        await exchange.send(200, jsonType ?? undefined, goodBytes(reply));
      }
    },
  };
}

const lookAlikes: readonly Fault[] = [
  mistyped(
    'fault-wrong-content-type',
    'A good answer sent as text/plain.',
    'text/plain',
    'text/plain',
  ),
  mistyped(
    'fault-octet-stream',
    'A good answer sent as application/octet-stream.',
    'application/octet-stream',
    'application/octet-stream',
  ),
  mistyped('fault-no-content-type', 'A good answer without a content type.', undefined, undefined),
  mistyped(
    'fault-sse-as-json',
    'A good stream sent as application/json.',
    'application/json',
    null,
  ),
  mistyped(
    'fault-content-type-case',
    'A good answer with a content type in capitals and a charset.',
    'TEXT/EVENT-STREAM;charset=UTF-8',
    'APPLICATION/JSON;charset=UTF-8',
  ),
  {
    id: 'fault-json-for-stream',
    description: 'A single JSON response to a streaming request.',
    only: 'streamed',
    expected: goodAnswer,
    serve: (reply) => reply.exchange.sendJson(200, goodBody(reply)),
  },
  {
    id: 'fault-sse-for-json',
    description: 'A stream in response to a non-streaming request.',
    only: 'complete',
    expected: goodAnswer,
    serve: async (reply) => {
      reply.exchange.sendHeaders(200, eventStreamHeaders);
      await reply.exchange.end(goodEvents(reply).map(frameEvent).join(''));
    },
  },
  {
    id: 'fault-blank-lines-before-json',
    description:
      'Blank lines before the JSON response, DeepSeek’s way to keep the connection alive.',
    only: 'complete',
    expected: goodAnswer,
    serve: async (reply) => {
      const { exchange } = reply;
      exchange.sendHeaders(200, { 'Content-Type': 'application/json' });
      await exchange.write('\n\n\n\n');
      await exchange.write('\n\n');
      await exchange.end(JSON.stringify(goodBody(reply)));
    },
  },
];

export const successBodyFaults: readonly Fault[] = [...pages, ...wrongAnswers, ...lookAlikes];
