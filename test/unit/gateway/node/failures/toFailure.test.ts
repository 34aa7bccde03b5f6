import assert from 'node:assert/strict';
import { APIConnectionError, APIConnectionTimeoutError } from 'openai';
import type { Failure, FailureKind } from '../../../../../src/gateway/common/failure';
import { notApi } from '../../../../../src/gateway/node/failures/httpFailure';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import {
  ExchangeError,
  HttpError,
  ReportedError,
} from '../../../../../src/gateway/node/http/exchangeError';
import { adaptRequest } from '../../../../../src/gateway/node/quirks/adaptRequest';
import { canaryKey, connectionTo } from '../../../../component/gateway/node/harness';
import { fullRequest } from '../quirks/samples';

const connection = connectionTo('https://gateway.example:8443/v1');
const { key: _, ...keyless } = connection;

function withCode(code: string, message = `${code} happened`): Error {
  return Object.assign(new Error(message), { code });
}

function fetchFailed(cause: unknown): Error {
  return new TypeError('fetch failed', { cause });
}

function http(
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
  at = connection,
): Failure {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return toFailure(new HttpError(status, new Headers(headers), text), at, { now: 1_000_000 });
}

function coded(status: number, code: unknown, message = 'm'): FailureKind {
  return http(status, { error: { message, code } }).kind;
}

describe('toFailure', function () {
  this.timeout(30_000);

  describe('network errors before the response', () => {
    const kinds: Readonly<Partial<Record<FailureKind, readonly string[]>>> = {
      unreachable: [
        'ENOTFOUND',
        'EAI_AGAIN',
        'ECONNREFUSED',
        'EHOSTUNREACH',
        'ENETUNREACH',
        'ETIMEDOUT',
        'UND_ERR_CONNECT_TIMEOUT',
        'EPROTO',
        'ERR_SSL_WRONG_VERSION_NUMBER',
        'ERR_NAME_NOT_RESOLVED',
        'ERR_INTERNET_DISCONNECTED',
        'ERR_CONNECTION_REFUSED',
      ],
      certificate: [
        'CERT_HAS_EXPIRED',
        'CERT_NOT_YET_VALID',
        'SELF_SIGNED_CERT_IN_CHAIN',
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
        'ERR_TLS_CERT_ALTNAME_INVALID',
        'ERR_CERT_AUTHORITY_INVALID',
      ],
      proxy: ['ERR_PROXY_CONNECTION_FAILED', 'ERR_TUNNEL_CONNECTION_FAILED', 'UND_ERR_PRX_TLS'],
      connectionLost: [
        'ECONNRESET',
        'EPIPE',
        'UND_ERR_SOCKET',
        'ERR_CONNECTION_RESET',
        'ERR_EMPTY_RESPONSE',
      ],
      notApi: ['HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION'],
      unexpected: ['ERR_INVALID_STATE', 'UND_ERR_INVALID_ARG'],
    };
    for (const [kind, codes] of Object.entries(kinds)) {
      for (const code of codes) {
        it(`${code}: ${kind}`, () => {
          const error = withCode(code);
          for (const wrapped of [
            ...(kind === 'unexpected' ? [] : [fetchFailed(error)]),
            error,
            new Error('outer', { cause: error }),
            new Error('outer', { cause: new AggregateError([new Error('x'), error]) }),
            new APIConnectionError({ cause: error }),
          ]) {
            const failure = toFailure(wrapped, connection, { now: 0 });
            assert.equal(failure.kind, kind, String(wrapped));
            assert.equal(failure.host, 'gateway.example:8443');
            assert.ok(failure.detail?.includes(code), failure.detail);
            if (kind === 'certificate') {
              assert.equal(failure.nothingSent, true);
              const later = toFailure(wrapped, connection, { now: 0, status: 200 });
              assert.equal(later.nothingSent, undefined);
            }
          }
        });
      }
    }

    it('both addresses of a host refused: unreachable', () => {
      const both = new AggregateError([
        withCode('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'),
        withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'),
      ]);
      const failure = toFailure(fetchFailed(both), connection, { now: 0 });
      assert.equal(failure.kind, 'unreachable');
      assert.equal(failure.detail, 'connect ECONNREFUSED 127.0.0.1:9');
    });

    it('https to a server that speaks plain http: unreachable, and nothing was sent', () => {
      // Node 24 with OpenSSL 3.
      const wrongVersion =
        'write EPROTO 40A7F5F7FF7F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77:\n';
      const error = withCode('EPROTO', wrongVersion);
      for (const thrown of [error, fetchFailed(error), new APIConnectionError({ cause: error })]) {
        const failure = toFailure(thrown, connection, { now: 0 });
        assert.deepEqual([failure.kind, failure.nothingSent], ['unreachable', true]);
        assert.match(failure.detail ?? '', /EPROTO.*wrong version number/u);
      }
      // After the handshake the request may have been sent.
      const later = withCode(
        'EPROTO',
        'read EPROTO 40A7F5F7FF7F0000:error:0A000119:SSL routines:tls_get_more_records:bad mac:',
      );
      assert.equal(toFailure(fetchFailed(later), connection, { now: 0 }).nothingSent, undefined);
      const response = toFailure(error, connection, { now: 0, status: 200 });
      assert.deepEqual([response.kind, response.nothingSent], ['connectionLost', undefined]);
    });

    it('a refused proxy tunnel: proxy', () => {
      const refusal = withCode(
        'UND_ERR_ABORTED',
        'Proxy response (407) !== 200 when HTTP Tunneling',
      );
      assert.equal(toFailure(fetchFailed(refusal), connection, { now: 0 }).kind, 'proxy');
    });

    it('undici’s time-outs: firstTokenTimeout and idleTimeout', () => {
      const first = toFailure(fetchFailed(withCode('UND_ERR_HEADERS_TIMEOUT')), connection, {
        now: 0,
      });
      assert.deepEqual([first.kind, first.timeoutSeconds], ['firstTokenTimeout', 300]);
      const idle = new TypeError('terminated', { cause: withCode('UND_ERR_BODY_TIMEOUT') });
      const later = toFailure(idle, connection, { now: 0, status: 200 });
      assert.deepEqual([later.kind, later.timeoutSeconds], ['idleTimeout', 300]);
    });

    it('a code in Electron’s message: unreachable', () => {
      const error = new Error('net::ERR_NAME_NOT_RESOLVED');
      assert.equal(toFailure(error, connection, { now: 0 }).kind, 'unreachable');
    });
  });

  it('maps every broken connection after the headers to connectionLost', () => {
    for (const cause of [
      undefined,
      withCode('ECONNRESET'),
      withCode('ETIMEDOUT'),
      withCode('UND_ERR_SOCKET', 'other side closed'),
      withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
      withCode('HPE_INVALID_CHUNK_SIZE'),
      withCode('Z_DATA_ERROR'),
    ]) {
      const failure = toFailure(new TypeError('terminated', { cause }), connection, {
        now: 0,
        status: 200,
        requestId: 'r1',
      });
      assert.equal(failure.kind, 'connectionLost');
      assert.deepEqual([failure.status, failure.requestId], [200, 'r1']);
    }
  });

  it('names an address with the wrong scheme', () => {
    const openSsl = (reason: string): string =>
      `80FC8AED:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../deps/record.c:350:`;
    for (const [cause, fault] of [
      [withCode('ERR_SSL_WRONG_VERSION_NUMBER', openSsl('wrong version number')), 'notTls'],
      [withCode('EPROTO', `write EPROTO ${openSsl('wrong version number')}`), 'notTls'],
      [withCode('EPROTO', `write EPROTO ${openSsl('packet length too long')}`), 'notTls'],
      [new Error('net::ERR_SSL_PROTOCOL_ERROR'), 'notTls'],
      [withCode('EPROTO', openSsl('sslv3 alert handshake failure')), undefined],
      [withCode('ECONNREFUSED'), undefined],
    ] as const) {
      const failure = toFailure(fetchFailed(cause), connection, { now: 0 });
      assert.deepEqual(
        [failure.kind, failure.protocolFault],
        ['unreachable', fault],
        cause.message,
      );
    }
    for (const body of [
      '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>',
      'Client sent an HTTP request to an HTTPS server.\n',
      "<html><title>400 Bad Request</title>Reason: You're speaking plain HTTP to an SSL-enabled server port.</html>",
    ]) {
      assert.equal(http(400, body).protocolFault, 'tlsOnly', body);
    }
    for (const body of ['Bad Request', { error: { message: 'url must be an https URL' } }]) {
      assert.equal(http(400, body).protocolFault, undefined);
    }
  });

  it('names what breaks the rules or the limits of HTTP', () => {
    // Measured on Node 24, over fetch (whose parser's errors have no code that shows) and node:http.
    const parser = (reason: string): Error =>
      Object.assign(new Error(`Response does not match the HTTP/1.1 protocol (${reason})`), {
        name: 'HTTPParserError',
      });
    for (const [cause, fault, kind] of [
      [
        withCode('UND_ERR_HEADERS_OVERFLOW', 'Headers Overflow Error'),
        'headersTooLarge',
        'serverError',
      ],
      [
        withCode('HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow'),
        'headersTooLarge',
        'serverError',
      ],
      [withCode('ERR_RESPONSE_HEADERS_TOO_BIG'), 'headersTooLarge', 'serverError'],
      [withCode('HPE_INVALID_CONTENT_LENGTH'), 'contentLength', 'serverError'],
      [parser('Invalid character in Content-Length'), 'contentLength', 'serverError'],
      [withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'contentLength', 'connectionLost'],
      [withCode('ERR_CONTENT_LENGTH_MISMATCH'), 'contentLength', 'connectionLost'],
      [withCode('Z_DATA_ERROR', 'incorrect header check'), 'compression', 'connectionLost'],
      [
        withCode('ERR__ERROR_FORMAT_PADDING_1', 'Decompression failed'),
        'compression',
        'serverError',
      ],
      [withCode('ZSTD_error_prefix_unknown'), 'compression', 'serverError'],
      [withCode('ERR_CONTENT_DECODING_FAILED'), 'compression', 'connectionLost'],
      [parser('Invalid character in chunk size'), 'invalidHttp', 'notApi'],
      [withCode('HPE_INVALID_CHUNK_SIZE'), 'invalidHttp', 'notApi'],
      [withCode('ERR_INVALID_CHUNKED_ENCODING'), 'invalidHttp', 'notApi'],
      [withCode('Z_BUF_ERROR', 'unexpected end of file'), undefined, 'connectionLost'],
      [withCode('HPE_INVALID_EOF_STATE'), undefined, 'connectionLost'],
      [withCode('ECONNRESET', 'aborted'), undefined, 'connectionLost'],
      [withCode('UND_ERR_SOCKET', 'other side closed'), undefined, 'connectionLost'],
    ] as const) {
      const early = toFailure(fetchFailed(cause), connection, { now: 0 });
      assert.deepEqual([early.protocolFault, early.kind], [fault, kind], cause.message);
      const late = toFailure(new TypeError('terminated', { cause }), connection, {
        now: 0,
        status: 200,
      });
      assert.deepEqual([late.protocolFault, late.kind], [fault, 'connectionLost'], cause.message);
    }
  });

  it('maps unknown errors to unexpected, and never throws', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    for (const thrown of [new Error('x'), loop, 'x', null, undefined, 7, {}, Symbol('x'), []]) {
      assert.equal(toFailure(thrown, connection, { now: 0 }).kind, 'unexpected');
    }
    const timeout = new APIConnectionTimeoutError();
    assert.equal(toFailure(timeout, connection, { now: 0 }).kind, 'unexpected');
  });

  describe('HTTP statuses', () => {
    for (const [status, kind] of [
      [400, 'badRequest'],
      [401, 'keyRejected'],
      [402, 'noCredit'],
      [403, 'forbidden'],
      [404, 'badRequest'],
      [405, 'notApi'],
      [407, 'proxy'],
      [408, 'serverError'],
      [409, 'serverError'],
      [410, 'badRequest'],
      [413, 'contextTooLong'],
      [415, 'badRequest'],
      [422, 'badRequest'],
      [429, 'rateLimited'],
      [451, 'forbidden'],
      [500, 'serverError'],
      [502, 'serverError'],
      [503, 'serverError'],
      [529, 'serverError'],
      [300, 'notApi'],
    ] as const) {
      it(`${status}: ${kind}`, () => {
        const failure = http(status, { error: { message: 'm', code: '' } });
        assert.deepEqual([failure.kind, failure.status, failure.detail], [kind, status, 'm']);
      });
    }

    it('401 without a key: keyMissing', () => {
      assert.equal(http(401, {}, {}, keyless).kind, 'keyMissing');
      assert.equal(
        http(400, { error: { code: 'invalid_api_key' } }, {}, keyless).kind,
        'keyMissing',
      );
    });

    it('error codes take precedence over statuses', () => {
      assert.equal(coded(400, 'context_length_exceeded'), 'contextTooLong');
      assert.equal(coded(400, 'model_not_found'), 'modelNotFound');
      assert.equal(coded(503, 'MODEL_NOT_FOUND'), 'modelNotFound');
      assert.equal(coded(404, 'DeploymentNotFound'), 'modelNotFound');
      assert.equal(coded(403, 'insufficient_user_quota'), 'noCredit');
      assert.equal(coded(401, 'insufficient_quota'), 'noCredit');
      assert.equal(coded(429, 'insufficient_quota'), 'noCredit');
      assert.equal(coded(500, 'rate_limit_exceeded'), 'rateLimited');
      assert.equal(coded(400, 'invalid_api_key'), 'keyRejected');
      // OpenAI: the length of a message, but not that of any other member.
      const tooLong = (name: string): FailureKind =>
        coded(400, 'string_above_max_length', `Invalid '${name}': string too long.`);
      assert.equal(tooLong('messages[3].content'), 'requestTooLarge');
      assert.equal(tooLong('user'), 'badRequest');
      assert.equal(coded(401, 'ip_not_authorized'), 'blocked');
      // Volcengine.
      assert.equal(coded(404, 'UnsupportedModel'), 'modelNotFound');
    });

    it('messages count only where code and status are ambiguous', () => {
      for (const [status, message, kind] of [
        [400, "This model's maximum context length is 8192 tokens.", 'contextTooLong'],
        [400, 'The model `x` does not exist', 'modelNotFound'],
        [404, 'model "x" not found, try pulling it first', 'modelNotFound'],
        [404, 'No such model: x', 'modelNotFound'],
        [404, 'model: claude-9', 'modelNotFound'],
        [404, 'model: claude-9 (request id: 20261121173829)', 'modelNotFound'],
        [404, 'models/gemini-9 is not found for API version v1beta', 'modelNotFound'],
        [400, 'prompt is too long: 200001 tokens > 200000 maximum', 'contextTooLong'],
        [
          400,
          'The input token count (9) exceeds the maximum number of tokens allowed (8).',
          'contextTooLong',
        ],
        [400, 'temperature must be 1', 'badRequest'],
        [404, 'Not Found', 'notApi'],
        [422, "This model's maximum context length is 8192 tokens.", 'contextTooLong'],
        [422, 'The model `x` does not exist', 'modelNotFound'],
        [422, 'temperature must be 1', 'badRequest'],
        [503, 'The model `x` does not exist', 'modelNotFound'],
        [503, 'No available channel for model x under group default', 'modelNotFound'],
        [503, '当前分组 default 下对于模型 x 无可用渠道', 'modelNotFound'],
        [503, 'The model is overloaded. Please try again later.', 'serverError'],
        [503, 'Model x is currently not available', 'serverError'],
        [503, 'The model is temporarily offline, retry in a moment', 'serverError'],
        [503, '当前分组上游负载已饱和，请稍后再试', 'serverError'],
        [503, 'Service Unavailable', 'serverError'],
        [503, 'The maximum context length is being loaded', 'serverError'],
        [500, 'The model does not exist', 'serverError'],
        [403, 'maximum context length', 'forbidden'],
      ] as const) {
        assert.equal(coded(status, null, message), kind, message);
      }
    });

    it('reads the likely cause of a response that is not the API’s', () => {
      const page = '<!doctype html><html><title>Welcome</title></html>';
      const signIn = '<html><form><input type="password"></form></html>';
      const bare = connectionTo('https://gateway.example/proxy');
      assert.equal(http(404, page).likelyCause, 'wrongPath');
      assert.equal(http(404, page, {}, bare).likelyCause, 'missingV1');
      assert.equal(http(404, signIn, {}, bare).likelyCause, 'signInPage');
      assert.equal(http(403, signIn).likelyCause, 'signInPage');
      assert.equal(http(502, page).likelyCause, 'gatewayDown');
      assert.equal(
        http(404, { error: { message: 'Invalid URL (POST /x)' } }).likelyCause,
        'unknownUrl',
      );
      assert.equal(http(404, { error: { message: 'No such thing' } }).likelyCause, undefined);
      assert.equal(http(500, { error: { message: 'm' } }).likelyCause, undefined);
    });

    it('recognizes the page of a firewall with status 200', () => {
      const kindOf = (title: string): FailureKind =>
        notApi(`<html><title>${title}</title></html>`, connection.baseUrl).kind;
      assert.equal(kindOf('Internet Security by Zscaler'), 'blocked');
      assert.equal(kindOf('FortiGuard Intrusion Prevention - Access Blocked'), 'blocked');
      assert.equal(kindOf('Welcome'), 'notApi');
      assert.equal(kindOf('Open WebUI'), 'notApi');
      assert.equal(kindOf('Sign in to your account'), 'notApi');
    });

    it('recognizes the page of a server that failed with status 200', () => {
      const causeOf = (page: string): string | undefined => {
        const { kind, likelyCause } = notApi(`<html>${page}</html>`, connection.baseUrl);
        return likelyCause ?? kind;
      };
      for (const words of [
        '504 Gateway Time-out',
        'api.example | 524: A timeout occurred',
        'Error 502 (Server Error)!!1',
        'Bad Gateway',
        'Service Temporarily Unavailable',
        'Site under maintenance',
      ]) {
        assert.equal(causeOf(`<title>${words}</title>`), 'serverError', words);
        assert.equal(causeOf(`<h1>${words}</h1>`), 'serverError', words);
      }
      for (const words of ['Welcome to nginx!', 'Gateway 5000', '404 Not Found', 'Model 500']) {
        assert.equal(causeOf(`<title>${words}</title>`), 'wrongPath', words);
      }
    });

    it('reads how long to wait before a retry', () => {
      const wait = (headers: Record<string, string>): number | undefined =>
        http(429, '', headers).retryAfterMs;
      assert.equal(wait({ 'retry-after': '7' }), 7000);
      assert.equal(wait({ 'retry-after': '0.5' }), 500);
      assert.equal(wait({ 'retry-after-ms': '1500', 'retry-after': '9' }), 1500);
      assert.equal(wait({ 'retry-after': new Date(1_000_000 + 90_000).toUTCString() }), 90_000);
      assert.equal(wait({ 'retry-after': new Date(0).toUTCString() }), 0);
      for (const nonsense of ['soon', '-5', '', '1e9999']) {
        assert.equal(wait({ 'retry-after': nonsense }), undefined, nonsense);
      }
    });
  });

  it('maps errors reported with status 200', () => {
    const report = (body: unknown): Failure =>
      toFailure(new ReportedError(body), connection, { now: 0, status: 200 });
    for (const [body, kind] of [
      [{ success: false, message: 'm' }, 'streamError'],
      [{ type: 'error', error: { type: 'overloaded_error', message: 'm' } }, 'serverError'],
      [{ type: 'error', error: { type: 'billing_error', message: 'm' } }, 'noCredit'],
      [{ type: 'error', error: { type: 'authentication_error', message: 'm' } }, 'keyRejected'],
      [{ error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }, 'rateLimited'],
      [{ error: { message: 'm', code: 'model_not_found' } }, 'modelNotFound'],
      [{ error: { message: 'm', code: 429 } }, 'rateLimited'],
      // YandexGPT.
      [{ error: { message: 'm', grpcCode: 8, httpCode: 429 } }, 'rateLimited'],
      [{ error: { message: 'm', code: 402 } }, 'noCredit'],
      [{ error: { message: 'm', code: 401 } }, 'keyRejected'],
      [{ error: { message: 'm', code: 404 } }, 'streamError'],
      [{ error: { message: 'No such model.', code: 404 } }, 'modelNotFound'],
      [{ error: { message: 'm', code: 1234 } }, 'streamError'],
      [{ error: { message: 'm', code: 502 } }, 'serverError'],
      ['m', 'streamError'],
    ] as const) {
      const failure = report(body);
      assert.deepEqual([failure.kind, failure.status], [kind, 200], JSON.stringify(body));
      assert.ok(failure.detail === 'm' || failure.detail === 'No such model.');
    }
    assert.deepEqual(report(undefined), {
      kind: 'streamError',
      status: 200,
      host: 'gateway.example:8443',
    });
  });

  it('reads an error with status 200 that repeats an HTTP status as an error with that status', () => {
    const kinds: readonly (readonly [code: number, message: string, kind: FailureKind])[] = [
      // OpenRouter.
      [402, 'Prompt tokens limit exceeded: 12000 > 5000. To increase, upgrade.', 'noCredit'],
      // LiteLLM.
      [429, 'No deployments available for selected model, try again in 60 seconds.', 'rateLimited'],
      // Google.
      [403, 'Your API key was reported as leaked. Please use another API key.', 'keyRejected'],
      [500, 'Rate limit exceeded', 'rateLimited'],
    ];
    for (const [code, message, kind] of kinds) {
      const body = { error: { code, message, status: 'PERMISSION_DENIED' } };
      const error = new ReportedError(code === 403 ? body : { error: { code, message } });
      assert.equal(toFailure(error, connection, { now: 0, status: 200 }).kind, kind, message);
    }
  });

  it('reads the HTTP status that an error with status 200 repeats beside a code of its own', () => {
    for (const [body, kind] of [
      [{ error: { message: 'm', code: 'plan_ended', status: 402 } }, 'noCredit'],
      [{ error: { message: 'm', code: 'slow_down', status: '429' } }, 'rateLimited'],
      [{ error: { message: 'm', type: 'no_entry' }, status: 403 }, 'forbidden'],
      [{ error: { message: 'm', code: 'who_are_you', http_code: '401' } }, 'keyRejected'],
      [{ errors: [{ message: 'm', code: 'broken' }], statusCode: 502 }, 'serverError'],
      [{ error: { message: 'm', code: 40_201, status: 'failed' }, status: 429 }, 'rateLimited'],
      // No HTTP status.
      [{ error: { message: 'm', code: 'odd' }, status: 2 }, 'streamError'],
      [{ error: { message: 'm', code: 'odd' }, status: 200 }, 'streamError'],
    ] as const) {
      const failure = toFailure(new ReportedError(body), connection, { now: 0, status: 200 });
      assert.equal(failure.kind, kind, JSON.stringify(body));
    }
  });

  it('reads the error of a chat template as a rejection, with status 500 and in a stream', () => {
    const message = 'Error: Jinja Exception: Conversation roles must alternate user/assistant/…';
    const body = { error: { code: 500, message, type: 'server_error' } };
    for (const error of [
      new HttpError(500, new Headers(), JSON.stringify(body)),
      new ReportedError(body),
    ]) {
      const attempt = adaptRequest(fullRequest, chat);
      const { kind, quirk } = toFailure(error, connection, { now: 0, attempt });
      assert.deepEqual([kind, quirk], ['badRequest', 'systemInUser']);
    }
  });

  it('removes secrets and control characters, and truncates to 2 kB', () => {
    const guarded = connectionTo('https://gateway.example/v1', {
      headers: { 'X-Api': 'tenant-secret' },
    });
    const torn = `${canaryKey.slice(0, 9)}\u200b${canaryKey.slice(9)}`;
    const message = `${canaryKey} ${torn} tenant-secret \u001b[31m\u202e ${'é'.repeat(3000)} ${canaryKey}`;
    for (const failure of [
      http(500, { error: { message } }, { 'x-request-id': canaryKey }, guarded),
      http(500, message, {}, guarded),
      toFailure(new Error(message), guarded, { now: 0, requestId: canaryKey }),
      toFailure(
        new ExchangeError({ kind: 'redirected', redirectTarget: `https://x/${canaryKey}` }),
        guarded,
        {
          now: 0,
        },
      ),
    ]) {
      const shown = JSON.stringify(failure);
      assert.ok(!shown.includes(canaryKey.slice(3, 15)) && !shown.includes('tenant-secret'), shown);
      assert.ok(!/(?![\n\t])[\p{Cc}\p{Cf}]/u.test(failure.detail ?? ''), shown);
      assert.ok(Buffer.byteLength(failure.detail ?? '') <= 2048);
    }
  });

  it('does not show the start of a key that truncation would cut', () => {
    for (let before = 1990; before < 2060; before++) {
      const failure = http(500, { error: { message: `${'x'.repeat(before)} ${canaryKey}` } });
      assert.ok(!failure.detail?.includes(canaryKey.slice(0, 4)), `${before}`);
    }
  });
});
