// Errors with status 200 in envelopes that are no API format's own.
import { eventStreamHeaders } from '../formats/formatHandler';
import type { Json } from '../http/json';
import { errorFault, failed, type Expected, type Fault } from './fault';

const message = 'The upstream gave up.';

function reportedError(id: string, description: string, body: Json, expected: Expected): Fault {
  return errorFault({ id, description, status: 200, body, expected });
}

export const reportedErrorFaults: readonly Fault[] = [
  reportedError(
    'fault-200-base-resp',
    'Status 200 with an error in base_resp (MiniMax).',
    { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    failed('noCredit', { detail: 'insufficient balance' }),
  ),
  reportedError(
    'fault-200-code-msg',
    'Status 200 with code, msg and empty data.',
    { code: 401, msg: 'token is invalid', data: null },
    failed('keyRejected', { detail: 'token is invalid' }),
  ),
  reportedError(
    'fault-200-detail-object',
    'Status 200 with a detail that is an object.',
    { detail: { message, code: 7 } },
    failed('streamError', { detail: message }),
  ),
  reportedError(
    'fault-200-errcode',
    'Status 200 with errcode and errmsg.',
    { errcode: 40_013, errmsg: message },
    failed('streamError', { detail: message }),
  ),
  reportedError(
    'fault-200-response-error',
    'Status 200 with an error in Response (Tencent).',
    {
      Response: {
        Error: { Code: 'FailedOperation.ResourcePackExhausted', Message: '资源包余量已用尽' },
        RequestId: 'ed93f3cb-f35e-473f-b9f3-0d451b8b79c6',
      },
    },
    failed('noCredit', { detail: '资源包余量已用尽' }),
  ),
  reportedError(
    'fault-200-data-error',
    'Status 200 with an error in data.',
    { data: { error: { message } } },
    failed('streamError', { detail: message }),
  ),
  {
    ...reportedError(
      'fault-200-deep',
      'Status 200 with JSON that is nested 100,000 levels deep.',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      failed('notApi'),
    ),
  },
  {
    id: 'fault-text-in-stream',
    description: 'A stream that contains only a line of plain text.',
    only: 'streamed',
    expected: failed('streamError', { detail: 'upstream failed: quota' }),
    serve: ({ exchange }) =>
      exchange.send(200, eventStreamHeaders['Content-Type'], 'data: upstream failed: quota\n\n'),
  },
];
