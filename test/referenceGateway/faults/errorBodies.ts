// The same error in all shapes of bodies that gateways send.
import type { Json } from '../http/json';
import { errorFault, failed, type Fault } from './fault';

const reason = 'The field temperature must be 1.';

function badRequest(
  name: string,
  description: string,
  body: Json,
  detail: string | null = reason,
): Fault {
  return errorFault({
    id: `fault-error-${name}`,
    description,
    status: 400,
    body,
    expected: failed('badRequest', detail === null ? {} : { detail }),
  });
}

export const errorBodyFaults: readonly Fault[] = [
  badRequest('number-code', 'An error whose code is a number.', {
    error: { message: reason, type: 'invalid_request_error', param: null, code: 400 },
  }),
  badRequest('null-code', 'An error whose code is null.', {
    error: { message: reason, type: 'invalid_request_error', param: null, code: null },
  }),
  badRequest('no-code', 'An error without a code and with a type of the operator.', {
    error: { message: reason, type: 'shop_api_error' },
  }),
  badRequest('string', 'An error that is a string.', { error: reason }),
  badRequest('array', 'An array that contains the error.', [
    { error: { code: 400, message: reason, status: 'INVALID_ARGUMENT' } },
  ]),
  badRequest('array-inside', 'An error that is an array.', { error: [{ message: reason }] }),
  badRequest('message', 'A message without an error object.', { message: reason }),
  badRequest('msg', 'A msg without an error object.', { code: 1210, msg: reason }),
  badRequest('err', 'An err without an error object.', { err: reason }),
  badRequest('error-msg', 'An error_msg without an error object.', {
    error_code: 336003,
    error_msg: reason,
  }),
  badRequest('detail', 'A detail that is a string.', { detail: reason }),
  badRequest('detail-array', 'A detail that is an array (FastAPI).', {
    detail: [{ type: 'value_error', loc: ['body', 'temperature'], msg: reason }],
  }),
  badRequest('header-message', 'A message under header.', {
    header: { code: 10163, message: reason },
  }),
  badRequest('response-error', 'An error under response.', {
    response: { error: { message: reason } },
  }),
  badRequest('status-failure', 'A status “failure” with a message.', {
    status: 'failure',
    message: reason,
  }),
  badRequest('html-message', 'A message under html-message.', { 'html-message': reason }),
  badRequest('nested-json', 'A message that contains JSON.', {
    error: {
      message: JSON.stringify({ error: { message: reason, code: 400 } }),
      type: 'upstream_error',
      code: 'bad_response_status_code',
    },
  }),
  badRequest(
    'chinese',
    'A message in Chinese.',
    { error: { message: '参数错误：温度必须为一', code: '' } },
    '参数错误：温度必须为一',
  ),
  badRequest('empty-object', '400 with an empty object.', {}, null),
  badRequest('null', '400 with null.', null, null),
  badRequest('not-json', '400 with invalid JSON.', '{"error":{"message":', null),
  errorFault({
    id: 'fault-422-detail-array',
    description: '422 with an array of details.',
    status: 422,
    body: { detail: [{ loc: ['body', 'messages', 0], msg: reason, type: 'missing' }] },
    expected: failed('badRequest', { detail: reason }),
  }),
];
