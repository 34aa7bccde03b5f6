// The same refusal in every shape of body that gateways were seen to send.
import type { Json } from '../http/json';
import { failed, refusal, type Fault } from './fault';

const reason = 'The field temperature must be 1.';

function shape(name: string, about: string, body: Json, detail: string | null = reason): Fault {
  return refusal({
    id: `fault-error-${name}`,
    about,
    status: 400,
    body,
    expected: failed('badRequest', detail === null ? {} : { detail }),
  });
}

export const errorBodyFaults: readonly Fault[] = [
  shape('number-code', 'An error whose code is a number.', {
    error: { message: reason, type: 'invalid_request_error', param: null, code: 400 },
  }),
  shape('null-code', 'An error whose code is null.', {
    error: { message: reason, type: 'invalid_request_error', param: null, code: null },
  }),
  shape('no-code', 'An error without a code, its type renamed by a reseller.', {
    error: { message: reason, type: 'shop_api_error' },
  }),
  shape('string', 'An error that is a bare text.', { error: reason }),
  shape('array', 'An array that holds the error.', [
    { error: { code: 400, message: reason, status: 'INVALID_ARGUMENT' } },
  ]),
  shape('array-inside', 'An error that is an array.', { error: [{ message: reason }] }),
  shape('message', 'A bare message.', { message: reason }),
  shape('msg', 'A bare msg.', { code: 1210, msg: reason }),
  shape('err', 'A bare err.', { err: reason }),
  shape('error-msg', 'A bare error_msg.', { error_code: 336003, error_msg: reason }),
  shape('detail', 'A detail that is a text.', { detail: reason }),
  shape('detail-array', 'A detail that is an array, as FastAPI sends it.', {
    detail: [{ type: 'value_error', loc: ['body', 'temperature'], msg: reason }],
  }),
  shape('header-message', 'A message under header.', { header: { code: 10163, message: reason } }),
  shape('response-error', 'An error under response.', {
    response: { error: { message: reason } },
  }),
  shape('status-failure', 'A status “failure” with a message.', {
    status: 'failure',
    message: reason,
  }),
  shape('html-message', 'A message under html-message.', { 'html-message': reason }),
  shape('nested-json', 'A message that is JSON itself.', {
    error: {
      message: JSON.stringify({ error: { message: reason, code: 400 } }),
      type: 'upstream_error',
      code: 'bad_response_status_code',
    },
  }),
  shape(
    'chinese',
    'A message in Chinese.',
    { error: { message: '参数错误：温度必须为一', code: '' } },
    '参数错误：温度必须为一',
  ),
  shape('empty-object', 'A refusal with an empty object.', {}, null),
  shape('null', 'A refusal with null.', null, null),
  shape('not-json', 'A refusal whose JSON is broken.', '{"error":{"message":', null),
  refusal({
    id: 'fault-422-detail-array',
    about: '422 with an array of details.',
    status: 422,
    body: { detail: [{ loc: ['body', 'messages', 0], msg: reason, type: 'missing' }] },
    expected: failed('badRequest', { detail: reason }),
  }),
];
