// Headers and query parameters that gateways demand: each row's sample, other wordings, and sentences that demand nothing.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Failure } from '../../../../../src/gateway/common/failure';
import { demandSignatures } from '../../../../../src/gateway/node/failures/signatures/demands';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { HttpError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import type * as answerNotice from '../../../../../src/platform/host/text/answerNotice';
import { connectionTo } from '../../../../component/gateway/node/harness';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { parseSample } from '../sampleResponse';

const connection = connectionTo('https://gateway.example/v1');

function failureOf(body: string, status = 400, headers = new Headers()): Failure {
  return toFailure(new HttpError(status, headers, body), connection, { now: 0, status });
}

function demanded(body: string, status?: number): string | undefined {
  const { demand } = failureOf(body, status);
  return demand && `${demand.place} ${demand.name}`;
}

const headerSentences = [
  "header 'x-tenant-id' not found",
  'Missing required header: x-tenant-id',
  'x-tenant-id header is required',
  'x-tenant-id: header is required',
  'The header `x-tenant-id` must be set.',
  'Request is missing required HTTP header "x-tenant-id".',
  'Required request header X-Tenant-Id was not provided',
  'You must provide x-tenant-id in the request headers',
  'x-tenant-id is missing from headers',
  'Missing required header(s): x-tenant-id, x-team',
  'Unauthorized: header x-tenant-id must not be empty',
  'No key found. Please send it in the x-tenant-id header.',
  'Access denied: provide the key in header x-tenant-id',
  'Pass your team via the `x-tenant-id` request header',
  '请求头 x-tenant-id 缺失？缺少请求头：x-tenant-id',
];
const parameterSentences = [
  'api-version query parameter is required',
  'Missing required query parameter: api-version',
  "Query parameter 'api-version' not found.",
  'The `api-version` query param must be specified',
  'Please include an api-version parameter in the URL query string',
  'url parameter api-version is missing',
  "Missing 'api-version' parameter",
  '缺少必要的查询参数：api-version',
];
const otherSentences = [
  'Missing Authorization header',
  'Content-Type header is required',
  'Host header is missing',
  'Invalid value for header x-foo',
  'The x-foo header is not supported',
  'Do not include the x-api-key header',
  'Never send a key in the x-api-key header',
  'The key that you provided in the x-api-key header is invalid',
  'Please provide your key in the Authorization header',
  'See the x-ratelimit-reset header',
  'A valid header is required',
  'Please provide a well-formed header',
  "Missing required parameter: 'messages'",
  'tool_choice is missing in the request body',
  'No API key found in request',
  'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
  'unsupported query parameter foo',
  'No query parameters allowed here',
  'The query parameter that is required depends on the route',
];

describe('a header or query parameter that a gateway demands', () => {
  for (const { place, phrase, sample } of demandSignatures) {
    it(`is recognized in the sample of ${place} ${phrase.source.slice(0, 80)}`, () => {
      const { status, body } = parseSample(sample);
      const demand = failureOf(
        typeof body === 'string' ? body : JSON.stringify(body),
        status,
      ).demand;
      assert.equal(demand?.place, place);
      assert.match(demand.name, /^(?:[\w]+-[\w-]+|version|tenant|apiVersion)$/u);
      assert.equal(demand.origin, 'https://gateway.example');
    });
  }

  it('is recognized in other wordings, in JSON, as plain text and in a successful response', () => {
    const all = [
      ...headerSentences.map((sentence) => [sentence, 'header x-tenant-id'] as const),
      ...parameterSentences.map((sentence) => [sentence, 'queryParameter api-version'] as const),
    ];
    for (const [sentence, expected] of all) {
      for (const body of [
        sentence,
        JSON.stringify({ error: { message: sentence, type: 'invalid_request_error' } }),
        JSON.stringify({ code: 40001, msg: `Error from provider: ${sentence}` }),
      ]) {
        assert.equal(demanded(body)?.toLowerCase(), expected.toLowerCase(), body);
      }
      const reported = toFailure(new ReportedError({ error: { message: sentence } }), connection, {
        now: 0,
      });
      assert.ok(reported.demand, sentence);
    }
  });

  it('is not seen in sentences about other things, whatever is around them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...otherSentences),
        fc.constantFrom('', 'Bad Request: ', '{"error":"', 'litellm.APIError: '),
        fc.constantFrom('', '.', ' (request id: 2026)', '"}'),
        (sentence, before, after) => {
          assert.equal(demanded(before + sentence + after), undefined);
        },
      ),
    );
  });

  it('is not seen in the beginning of such a sentence that ends before the name', () => {
    for (const sentence of [
      'Missing required header: x-tenant-id',
      'Missing query parameter: key',
    ]) {
      for (let end = 0; end <= sentence.indexOf(':'); end++) {
        assert.equal(demanded(sentence.slice(0, end)), undefined);
      }
    }
  });

  it('is not seen where the gateway quotes the question', () => {
    const content = 'Why does my server say "Missing required header: x-tenant-id"?';
    const request = {
      apiFormat: 'chat',
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content }],
    };
    const body = JSON.stringify({ error: { message: `The prompt was rejected: ${content}` } });
    const failure = toFailure(new HttpError(400, new Headers(), body), connection, {
      now: 0,
      attempt: { request, body: {}, appliedQuirks: [] } as never,
    });
    assert.equal(failure.demand, undefined);
  });

  it('never has a name with the key in it', () => {
    assert.equal(
      demanded(`Missing required header: ${connection.key?.replaceAll(/\W/gu, '-')}`),
      undefined,
    );
    const secret = { ...connection, headers: { 'X-Team': 'team-secret-42' } };
    const error = new HttpError(400, new Headers(), 'Missing header: team-secret-42');
    assert.equal(toFailure(error, secret, { now: 0 }).demand, undefined);
  });

  it('has the name that API Management states in a header of the response', () => {
    const challenge =
      'AzureApiManagementKey realm="https://x.example",name="api-key",type="header"';
    const headers = new Headers({ 'WWW-Authenticate': challenge });
    const body = '{"statusCode":401,"message":"Access denied due to missing subscription key."}';
    assert.equal(failureOf(body, 401, headers).demand?.name, 'api-key');
  });

  it('is named in the notice, whose first button adds it and which blames neither key nor model', () => {
    const { answerNotice: noticeOf } = withVsCodeTexts(
      () => require('../../../../../src/platform/host/text/answerNotice') as typeof answerNotice,
    );
    const notice = (body: string, status: number) =>
      noticeOf({
        kind: 'answer',
        id: 'a',
        questionId: 'q',
        model: 'm',
        state: 'failed',
        text: '',
        reasoning: '',
        startedAt: 0,
        outcome: { endedAt: 0, failure: failureOf(body, status) },
      });
    const labels = (body: string, status: number) =>
      notice(body, status)?.actions.map(({ label }) => label);
    const key =
      '{"statusCode":401,"message":"Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."}';
    assert.equal(
      notice(key, 401)?.sentence,
      'gateway.example expects the API key in the header “Ocp-Apim-Subscription-Key”. Add it to “portico.headers”.',
    );
    assert.deepEqual(labels(key, 401), ['Add to portico.headers…', 'Retry', 'Open settings']);
    const version = 'api-version query parameter is required';
    assert.equal(
      notice(version, 400)?.sentence,
      'gateway.example requires the query parameter “api-version”. Add it to “portico.queryParameters”.',
    );
    assert.equal(labels(version, 404)?.[0], 'Add to portico.queryParameters…');
    assert.equal(labels('Missing required header: x-team-id', 500)?.[0], 'Add to portico.headers…');
  });
});
