import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readErrorBody, type ErrorBody } from '../../../../../src/gateway/node/failures/errorBody';
import {
  errorEvidence,
  reportsError,
} from '../../../../../src/gateway/node/failures/errorEvidence';

describe('readErrorBody', function () {
  this.timeout(30_000);

  const message = 'It broke.';
  const table: readonly (readonly [about: string, body: unknown, expected: ErrorBody])[] = [
    [
      'OpenAI’s shape',
      { error: { message, type: 'T', code: 'C', param: 'p' } },
      { message, type: 'T', code: 'c', param: 'p' },
    ],
    [
      'a number as the code',
      { error: { message, code: 429 } },
      { message, code: '429', status: 429 },
    ],
    [
      'a number in a string as the code',
      { error: { message, code: '401' } },
      { message, code: '401', status: 401 },
    ],
    ['an empty code', { error: { message, code: '' } }, { message }],
    ['a code of zero', { error: { message, code: 0 } }, { message }],
    ['a string as the error', { error: message }, { message }],
    ['an array', [{ error: { message } }], { message }],
    ['an array as the error', { error: [{ message }] }, { message }],
    ['errors', { errors: [{ message }] }, { message }],
    ['msg', { code: 5, msg: message }, { message, code: '5' }],
    ['err', { err: message }, { message }],
    ['error_msg', { error_code: 3, error_msg: message }, { message, code: '3' }],
    ['detail', { detail: message }, { message }],
    ['empty strings as the message', { message: [''], detail: ['', message] }, { message }],
    ['detail as strings', { detail: [message, 'And more.'] }, { message: `${message}\nAnd more.` }],
    [
      'detail as objects',
      { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: message }] },
      { message: `messages.0.role: ${message}`, param: 'messages.0.role' },
    ],
    [
      'an object as the message',
      { object: 'error', message: { detail: [{ loc: ['body', 'x'], msg: message }] } },
      { message: `x: ${message}`, param: 'x' },
    ],
    [
      'detail as objects whose sentence names the field',
      { detail: [{ loc: ['body', 'broke'], msg: message }] },
      { message, param: 'broke' },
    ],
    ['detail as an object', { detail: { message, code: 'x' } }, { message, code: 'x' }],
    ['header', { header: { code: 9, message } }, { message, code: '9' }],
    ['response', { response: { error: { message } } }, { message }],
    ['html-message', { 'html-message': message }, { message }],
    [
      'base_resp',
      { base_resp: { status_code: 1004, status_msg: message } },
      { message, code: '1004' },
    ],
    [
      'Tencent’s envelope',
      { Response: { Error: { Code: 'LimitExceeded', Message: message }, RequestId: 'r' } },
      { message, code: 'limitexceeded' },
    ],
    ['an error in data', { data: { error: { message, code: 7 } } }, { message, code: '7' }],
    ['a text as the error in data', { code: 0, data: { error: message } }, { message }],
    ['JSON text', JSON.stringify({ error: { message } }), { message }],
    // https://openrouter.ai/docs/api-reference/overview
    [
      'the error of a choice',
      { choices: [{ message: {}, error: { code: 502, message } }] },
      { message, code: '502', status: 502 },
    ],
    // https://github.com/diegosouzapw/OmniRoute/issues/3044
    [
      'the provider’s error in OpenRouter’s metadata',
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify({ error: { message, param: 'p', code: 'C' } }) },
        },
      },
      { message, param: 'p', code: 'c', status: 400 },
    ],
    [
      'the provider’s text in OpenRouter’s metadata',
      { error: { message: 'Provider returned error', code: 429, metadata: { raw: message } } },
      { message, code: '429', status: 429 },
    ],
    [
      'the provider’s error as an object',
      { error: { message: 'Provider returned error', metadata: { raw: { detail: message } } } },
      { message },
    ],
    [
      'a provider’s text of one word, which says less',
      { error: { message, code: 502, metadata: { raw: 'ERROR' } } },
      { message, code: '502', status: 502 },
    ],
    [
      'the violated fields in Google’s details',
      {
        error: {
          code: 400,
          message: 'Request contains an invalid argument.',
          details: [{ fieldViolations: [{ field: 'f', description: message }] }],
        },
      },
      { message: `${message}\nRequest contains an invalid argument.`, code: '400', status: 400 },
    ],
    [
      'violated fields that the message names already',
      { error: { message, details: [{ fieldViolations: [{ description: message }] }] } },
      { message },
    ],
    [
      'Azure’s inner error',
      { error: { code: 'BadRequest', message: '', innererror: { message } } },
      { message, code: 'badrequest' },
    ],
    // Fastify, NestJS and Spring: `error` is the name of the status.
    [
      'a message beside the name of the status',
      { statusCode: 400, error: 'Bad Request', message },
      { message, type: 'Bad Request', code: '400', status: 400 },
    ],
    [
      'messages beside the name of the status',
      { statusCode: 400, error: 'Bad Request', message: [message, 'And more.'] },
      { message: `${message}\nAnd more.`, type: 'Bad Request', code: '400', status: 400 },
    ],
    [
      'OAuth’s description',
      { error: 'invalid_token', error_description: message },
      { message, type: 'invalid_token' },
    ],
    ['a reason beside `true`', { error: true, reason: message }, { message }],
    ['two sentences', { error: 'Not now.', message }, { message: `Not now.\n${message}` }],
    ['two sentences in Chinese', { error: '失败', message: '不对' }, { message: '失败\n不对' }],
    ['a sentence twice', { error: message, message }, { message }],
    ['a description', { error: { code: 'x', description: message } }, { message, code: 'x' }],
    ['details', { error: { code: 'x', details: message } }, { message, code: 'x' }],
    [
      'ASP.NET’s errors by field',
      { title: 'Validation errors occurred.', errors: { model: [message] } },
      { message: `${message}\nValidation errors occurred.` },
    ],
    ['ret_msg', { ret_code: 8, ret_msg: message }, { message, code: '8' }],
    ['errMsg', { ret: -1, errMsg: message }, { message, code: '-1' }],
    ['errorMsg', { errorCode: 'X', errorMsg: message }, { message, code: 'x' }],
    ['any writing of a name', { 'Error-Code': 'X', Error_Msg: message }, { message, code: 'x' }],
    [
      'XML',
      `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`,
      { message },
    ],
    ['plain text', `  ${message}\n`, { message }],
    [
      'an HTML page with a title',
      `<!doctype html><title>502 Bad\n Gateway</title>`,
      { message: '502 Bad Gateway' },
    ],
    ['an HTML page with a heading', `<html><h1 class="x">Oops</h1>`, { message: 'Oops' }],
    ['an HTML page without a title or heading', `<html><p>x</p></html>`, { message: 'x' }],
    [
      'an HTML page with an empty title',
      '<!DOCTYPE html><head><title></title></head><body>No\n<b>GPU</b> free</body>',
      { message: 'No GPU free' },
    ],
    [
      'an HTML page with a script, styles and a comment',
      '<html><style>p { a: b }</style><!-- <p>no</p> --><script>let a = "<p>";</script><p>Out of quota',
      { message: 'Out of quota' },
    ],
    ['a page that ends in a script', '<html><body>Busy<script>if (a < b) {', { message: 'Busy' }],
    [
      'a page of a load balancer',
      '<html><body>\nno healthy upstream\n</body></html>\n',
      { message: 'no healthy upstream' },
    ],
    ['an HTML page without text', '<html><body><img src="a"></body></html>', {}],
    ['an empty body', '', {}],
    ['null', 'null', {}],
    ['an empty object', {}, {}],
    [
      'new-api’s request ID in the message',
      { error: { message: `${message} (request id: 20260101abcdef)` } },
      { message: `${message} (request id: 20260101abcdef)`, requestId: '20260101abcdef' },
    ],
    [
      'a request ID field',
      { error: { message }, request_id: 'req_123' },
      { message, requestId: 'req_123' },
    ],
    [
      'JSON in the message of an error with a code',
      {
        error: {
          message: `upstream error: ${JSON.stringify({ error: { message, code: 'x' } })}`,
          code: 'y',
        },
      },
      { message, code: 'y' },
    ],
    [
      'JSON in the message of an error without a code',
      { error: { message: JSON.stringify({ error: { message, code: 'x' } }) } },
      { message, code: 'x' },
    ],
    [
      'an unknown escape in a text',
      String.raw`{"error":{"message":"No C:\dir","code":"x",}}`,
      { message: String.raw`No C:\dir`, code: 'x' },
    ],
    ['a raw line break in a text', '{"error":{"message":"a\nb","param":NaN}}', { message: 'a\nb' }],
    ['braces that are not JSON', { message: 'Use {name}.' }, { message: 'Use {name}.' }],
    [
      'a Python traceback',
      { error: { message: 'Traceback (most recent call last):\n  File "a"\nValueError: x' } },
      { message: 'Traceback (most recent call last):\n  File "a"\nValueError: x' },
    ],
    [
      'tokens',
      { error: { message, n_prompt_tokens: 9, n_ctx: 4 } },
      { message, tokens: { needed: 9, limit: 4 } },
    ],
  ];
  for (const [about, body, expected] of table) {
    it(`reads ${about}`, () => {
      assert.deepEqual(readErrorBody(body), expected);
    });
  }

  it('recognizes errors in envelopes of their own', () => {
    for (const body of [
      { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      { code: 401, msg: 'token is invalid', data: null },
      { code: 500, message: 'm', data: {} },
      { detail: { message: 'm' } },
      { detail: 'm' },
      { errcode: 40_013, errmsg: 'invalid appid' },
      { object: 'list', data: [], message: 'The key has no access.' },
      { data: [], error: 'm' },
      { success: false, data: [], message: 'm' },
      { type: 'response.failed', response: { error: { message: 'm' } } },
      { errors: [{ message: 'm' }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { message: 'm' } }] },
      { fault: { faultstring: 'm' } },
      { Error: { Code: 'c', Message: 'm' } },
      { Message: 'm' },
      { retcode: -1, retmsg: 'm' },
      { Response: { Error: { Code: 'c', Message: 'm' }, RequestId: 'r' } },
      { data: { error: { message: 'm' } } },
      { data: { error: 'm' } },
      { code: 0, msg: 'success', data: { error: 'm' } },
      { result: { errors: [{ message: 'm' }] } },
      { choices: [], message: 'warming' },
    ]) {
      assert.equal(reportsError(body), true, JSON.stringify(body));
    }
  });

  it('does not take an answer or a good envelope for an error', () => {
    for (const body of [
      { choices: [{ message: { content: 'Hi' } }], base_resp: { status_code: 0, status_msg: '' } },
      { choices: [], error: {} },
      { object: 'response', output: [], error: {} },
      { type: 'response.created', response: { error: null } },
      { type: 'message', content: [], error: {} },
      { code: 0, msg: 'success', data: null },
      { code: 200, message: 'Everything is fine.', data: [] },
      { data: null, success: true, message: '' },
      { data: [], message: 'success' },
      { data: [{ id: 'm' }], message: 'Deprecated: use v2.' },
      { base_resp: { status_code: 0, status_msg: 'success' } },
      { status: 'ok' },
      { status: 'processing', message: 'Your request is in the queue.' },
      { status: 'queued', message: 'Position 3.' },
      { status: 'ok', message: 'pong' },
      { choices: [{ delta: { content: 'Hi' } }], errors: [] },
      { data: { error: null } },
      { data: { error: {} } },
      { Response: { RequestId: 'r' } },
      { result: { response: 'Hi', errors: [] } },
    ]) {
      assert.equal(reportsError(body), false, JSON.stringify(body));
    }
  });

  it('is certain of an error only where the body says that something failed', () => {
    for (const body of [
      { choices: [], message: 'warming' },
      { choices: [], message: 'warming', status: 'loading' },
      { choices: [], detail: 'Position 3' },
      { message: 'Loading the model' },
      { detail: [{ msg: 'm' }] },
    ]) {
      assert.equal(errorEvidence(body), 'possible', JSON.stringify(body));
    }
    for (const body of [
      { code: 401, msg: 'token is invalid', data: null },
      { choices: [], message: 'm', code: 'overloaded' },
      { choices: [], base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      { error: { message: 'm' }, choices: [] },
      { data: { error: 'm' } },
      { success: false, message: 'm' },
    ]) {
      assert.equal(errorEvidence(body), 'certain', JSON.stringify(body));
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.json()), (body) => {
        readErrorBody(body);
        reportsError(body);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not overflow the stack on deeply nested brackets', () => {
    for (const text of [
      '['.repeat(60_000),
      '{"error":'.repeat(7000),
      '<'.repeat(60_000),
      '{'.repeat(60_000),
    ]) {
      readErrorBody(text);
    }
    for (const [open, close] of [
      ['{"error":', '}'],
      ['[', ']'],
      ['{"detail":', '}'],
      ['{"message":', '}'],
      ['{"response":{"error":', '}}'],
      ['{"data":{"error":', '}}'],
      ['{"Response":{"Error":', '}}'],
    ] as const) {
      const deep: unknown = JSON.parse(`${open.repeat(100_000)}"x"${close.repeat(100_000)}`);
      readErrorBody(deep);
      reportsError(deep);
      reportsError({ error: deep });
      reportsError({ detail: deep });
    }
  });
});
