// Responses instead of a model list.
import type { FailureKind } from '../../../src/gateway/common/failure';
import type { JsonObject } from '../http/json';
import type { ListShape } from './listShape';

function failedList(
  name: string,
  description: string,
  failureKind: FailureKind,
  serve: ListShape['serve'],
): ListShape {
  return { name, description, expected: { failureKind }, serve };
}

function errorMessage(text: string, code = ''): JsonObject {
  return { error: { message: text, type: 'new_api_error', param: '', code } };
}

function errorList(name: string, description: string, body: JsonObject): ListShape {
  return {
    name,
    description,
    expected: { failureKind: 'streamError', detail: 'The list is closed today.' },
    serve: (exchange) => exchange.sendJson(200, body),
  };
}

export const failedLists: readonly ListShape[] = [
  failedList('not-found', '404: there is no list.', 'notApi', (exchange) =>
    exchange.sendJson(404, errorMessage('Invalid URL (GET /v1/models)')),
  ),
  failedList('html', 'A web page with status 200.', 'notApi', (exchange) =>
    exchange.sendHtml(200, '<!doctype html><html><body>Welcome</body></html>'),
  ),
  failedList('html-as-json', 'A web page sent as application/json.', 'notApi', (exchange) =>
    exchange.send(200, 'application/json', '<!doctype html><html></html>'),
  ),
  failedList('null', 'The JSON value null.', 'notApi', (exchange) => exchange.sendJson(200, null)),
  failedList('other-api', 'JSON of another API.', 'notApi', (exchange) =>
    exchange.sendJson(200, { status: 'ok' }),
  ),
  failedList('error-200', 'Status 200 with an error object.', 'streamError', (exchange) =>
    exchange.sendJson(200, errorMessage('The list is closed today.')),
  ),
  failedList('success-false', 'Status 200 with success: false.', 'streamError', (exchange) =>
    exchange.sendJson(200, { success: false, message: 'The user group is disabled.' }),
  ),
  errorList('error-in-response', 'Status 200 with an error in Response (Tencent).', {
    Response: { Error: { Code: 'InternalError', Message: 'The list is closed today.' } },
  }),
  errorList('error-in-data', 'Status 200 with an error in data.', {
    data: { error: { message: 'The list is closed today.' } },
  }),
  errorList('error-beside-empty-list', 'Status 200 with a message beside an empty list.', {
    object: 'list',
    data: [],
    message: 'The list is closed today.',
  }),
  failedList('unauthorized', '401: the key is rejected.', 'keyRejected', (exchange) =>
    exchange.sendJson(401, errorMessage('Invalid token')),
  ),
  failedList('forbidden', '403: the key may not list models.', 'forbidden', (exchange) =>
    exchange.sendJson(403, errorMessage('Listing is not allowed')),
  ),
  failedList('rate-limited', '429 with an empty body.', 'rateLimited', (exchange) =>
    exchange.send(429, undefined, ''),
  ),
  failedList('server-error', '500 with an error.', 'serverError', (exchange) =>
    exchange.sendJson(500, errorMessage('database is locked')),
  ),
  failedList('redirect', '302 to another path.', 'redirected', (exchange) =>
    exchange.send(302, 'text/html', '', { Location: '/proxy/v1/models' }),
  ),
  failedList('redirect-cross', '302 to another origin.', 'redirected', (exchange, targets) =>
    exchange.send(302, 'text/html', '', { Location: `${targets.otherOrigin}/v1/models` }),
  ),
  failedList(
    'cut',
    'The connection is cut in the middle of the list.',
    'connectionLost',
    async (exchange) => {
      exchange.sendHeaders(200, { 'Content-Type': 'application/json', 'Content-Length': 5000 });
      await exchange.write('{"object":"list","data":[{"id":"alpha"},');
      exchange.cut();
    },
  ),
  {
    ...failedList('silent', 'The gateway never responds.', 'totalTimeout', (exchange) =>
      exchange.stall(),
    ),
    stalls: true,
  },
];
