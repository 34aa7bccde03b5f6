// Lists that cannot be had, and answers in their place.
import type { FailureKind } from '../../../src/shared/conversation/failure';
import type { JsonObject } from '../http/json';
import type { ListShape } from './listShape';

function refused(
  name: string,
  about: string,
  failureKind: FailureKind,
  serve: ListShape['serve'],
): ListShape {
  return { name, about, expected: { failureKind }, serve };
}

function message(text: string, code = ''): JsonObject {
  return { error: { message: text, type: 'new_api_error', param: '', code } };
}

export const failedLists: readonly ListShape[] = [
  refused('not-found', 'There is no list: 404.', 'notApi', (exchange) =>
    exchange.json(404, message('Invalid URL (GET /v1/models)')),
  ),
  refused('html', 'A web page with status 200.', 'notApi', (exchange) =>
    exchange.html(200, '<!doctype html><html><body>Welcome</body></html>'),
  ),
  refused('html-as-json', 'A web page that calls itself JSON.', 'notApi', (exchange) =>
    exchange.whole(200, 'application/json', '<!doctype html><html></html>'),
  ),
  refused('null', 'JSON that is null.', 'notApi', (exchange) => exchange.json(200, null)),
  refused('other-api', 'JSON that is some other API’s.', 'notApi', (exchange) =>
    exchange.json(200, { status: 'ok' }),
  ),
  refused('error-200', 'Status 200 with an error in it.', 'streamError', (exchange) =>
    exchange.json(200, message('The list is closed today.')),
  ),
  refused('success-false', 'Status 200 with success: false.', 'streamError', (exchange) =>
    exchange.json(200, { success: false, message: 'The user group is disabled.' }),
  ),
  refused('unauthorized', '401: the key is refused.', 'keyRejected', (exchange) =>
    exchange.json(401, message('Invalid token')),
  ),
  refused('forbidden', '403: the key may not list models.', 'forbidden', (exchange) =>
    exchange.json(403, message('Listing is not allowed')),
  ),
  refused('rate-limited', '429 with nothing in it.', 'rateLimited', (exchange) =>
    exchange.whole(429, undefined, ''),
  ),
  refused('server-error', '500 with an error.', 'serverError', (exchange) =>
    exchange.json(500, message('database is locked')),
  ),
  refused('redirect', '302 to another path.', 'redirected', (exchange) =>
    exchange.whole(302, 'text/html', '', { Location: '/proxy/v1/models' }),
  ),
  refused('redirect-cross', '302 to another origin.', 'redirected', (exchange, places) =>
    exchange.whole(302, 'text/html', '', { Location: `${places.elsewhere}/v1/models` }),
  ),
  refused(
    'cut',
    'The connection is cut in the middle of the list.',
    'connectionLost',
    async (exchange) => {
      exchange.head(200, { 'Content-Type': 'application/json', 'Content-Length': 5000 });
      await exchange.write('{"object":"list","data":[{"id":"alpha"},');
      exchange.cut();
    },
  ),
  {
    ...refused('silent', 'Nothing ever comes.', 'totalTimeout', (exchange) => exchange.stall()),
    stalls: true,
  },
];
