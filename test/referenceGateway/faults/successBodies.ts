// Answers with status 200 that are not what was asked for, and those that only look so.
import { chunkHead, chunkOf, completion, dataEvent, doneEvent } from '../formats/chat';
import { eventStreamHead, frameEvent } from '../formats/formatHandler';
import type { Json } from '../http/json';
import { failed, good, goodEvents, goodWhole, refusal, type Expected, type Fault } from './fault';

const signIn = `<!doctype html><html><head><title>Sign in</title></head>
<body><form><input name="user"><input name="password" type="password"></form></body></html>`;

function badGateway(status: number, reason: string): string {
  return `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
}

function page(id: string, about: string, status: number, body: string): Fault {
  return refusal({
    id,
    about,
    status,
    contentType: 'text/html; charset=utf-8',
    body,
    expected: failed('notApi'),
  });
}

const pages: readonly Fault[] = [
  page('fault-html-200', 'A web page with status 200, as a wrong Base URL gives.', 200, signIn),
  page('fault-403-html', 'A firewall’s page with status 403.', 403, badGateway(403, 'Forbidden')),
  page(
    'fault-404-html',
    'A web server’s page for a wrong path.',
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
    'The page of a proxy whose gateway is down.',
    502,
    badGateway(502, 'Bad Gateway'),
  ),
  refusal({
    id: 'fault-html-as-json',
    about: 'A web page that calls itself JSON.',
    status: 200,
    body: signIn,
    expected: failed('notApi'),
  }),
];

function wrongJson(id: string, about: string, body: Json, expected: Expected): Fault {
  return refusal({ id, about, status: 200, body, expected });
}

const wrongAnswers: readonly Fault[] = [
  refusal({
    id: 'fault-plain-text-200',
    about: 'A line of plain text with status 200.',
    status: 200,
    contentType: 'text/plain',
    body: 'It works!',
    expected: failed('notApi'),
  }),
  wrongJson(
    'fault-broken-json',
    'JSON that breaks off, though all of it came.',
    '{"id":"c',
    failed('notApi'),
  ),
  wrongJson('fault-json-null', 'JSON that is null.', null, failed('notApi')),
  wrongJson(
    'fault-json-other',
    'JSON that is some other API’s.',
    { status: 'ok' },
    failed('notApi'),
  ),
  wrongJson(
    'fault-200-success-false',
    'Status 200 with success: false, as new-api answers trouble with the user’s group.',
    { success: false, message: 'The user group is disabled.' },
    failed('streamError', { detail: 'The user group is disabled.' }),
  ),
  wrongJson(
    'fault-200-error-object',
    'Status 200 with an error in it.',
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
    about: 'Status 200 with nothing in it.',
    streamed: true,
    unstreamed: true,
    expected: failed('emptyReply'),
    serve: async ({ exchange, question }) => {
      const type = question.stream ? eventStreamHead['Content-Type'] : 'application/json';
      await exchange.whole(200, type, '');
    },
  },
  {
    id: 'fault-204',
    about: 'Status 204: no content.',
    streamed: true,
    unstreamed: true,
    expected: failed('emptyReply'),
    serve: async ({ exchange }) => {
      exchange.head(204);
      await exchange.end();
    },
  },
  {
    id: 'fault-empty-choices',
    about: 'An answer without a choice in it.',
    forms: ['chat'],
    streamed: true,
    unstreamed: true,
    expected: failed('emptyReply'),
    serve: async ({ exchange, question }) => {
      const head = chunkHead(exchange, question);
      if (question.stream) {
        exchange.head(200, eventStreamHead);
        await exchange.end(dataEvent(chunkOf(head, [])) + doneEvent);
      } else {
        await exchange.json(200, { ...completion(head, {}, null), choices: [] });
      }
    },
  },
];

/** A good answer, streamed or not, under a content type of its own. */
function mistyped(
  id: string,
  about: string,
  streamType: string | undefined,
  jsonType: string | null | undefined,
): Fault {
  return {
    id,
    about,
    streamed: true,
    unstreamed: jsonType !== null,
    expected: good,
    serve: async (reply) => {
      const { exchange, question } = reply;
      if (question.stream) {
        exchange.head(200, streamType === undefined ? {} : { 'Content-Type': streamType });
        await exchange.end(goodEvents(reply).map(frameEvent).join(''));
      } else {
        const body = JSON.stringify(goodWhole(reply));
        await exchange.whole(200, jsonType ?? undefined, body);
      }
    },
  };
}

const lookalikes: readonly Fault[] = [
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
    'A good answer whose content type is in capitals, with a charset.',
    'TEXT/EVENT-STREAM;charset=UTF-8',
    'APPLICATION/JSON;charset=UTF-8',
  ),
  {
    id: 'fault-json-for-stream',
    about: 'A stream was asked for; one JSON reply comes.',
    streamed: true,
    unstreamed: false,
    expected: good,
    serve: (reply) => reply.exchange.json(200, goodWhole(reply)),
  },
  {
    id: 'fault-sse-for-json',
    about: 'No stream was asked for; one comes.',
    streamed: false,
    unstreamed: true,
    expected: good,
    serve: async (reply) => {
      reply.exchange.head(200, eventStreamHead);
      await reply.exchange.end(goodEvents(reply).map(frameEvent).join(''));
    },
  },
  {
    id: 'fault-blank-lines-before-json',
    about: 'Blank lines come before the JSON reply, as DeepSeek keeps the connection alive.',
    streamed: false,
    unstreamed: true,
    expected: good,
    serve: async (reply) => {
      const { exchange } = reply;
      exchange.head(200, { 'Content-Type': 'application/json' });
      await exchange.write('\n\n\n\n');
      await exchange.write('\n\n');
      await exchange.end(JSON.stringify(goodWhole(reply)));
    },
  },
];

export const bodyFaults: readonly Fault[] = [...pages, ...wrongAnswers, ...lookalikes];
