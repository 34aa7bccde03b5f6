// The tables of failures: each row's sample shows the row's kind. Then what no row shows: captured bodies, one gateway per
// file in bodies/*.jsonl, which have other shapes or which the status alone decides; and look-alikes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retryDelayMs } from '../../../../../src/conversation/node/retry/retryPolicy';
import {
  failureKinds,
  type Failure,
  type FailureKind,
} from '../../../../../src/gateway/common/failure';
import { readErrorBody } from '../../../../../src/gateway/node/failures/errorBody';
import { reportsError } from '../../../../../src/gateway/node/failures/errorEvidence';
import { signatureGroups } from '../../../../../src/gateway/node/failures/failureSignatures';
import { evidenceOf, matchesRow } from '../../../../../src/gateway/node/failures/signature';
import { modelNotFound503 } from '../../../../../src/gateway/node/failures/signatures/model';
import { outputLimits } from '../../../../../src/gateway/node/failures/signatures/outputLimits';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { outputLimit } from '../../../../../src/gateway/node/failures/tokenLimits';
import { HttpError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import type * as failureActions from '../../../../../src/platform/host/text/failureActions';
import type * as failureText from '../../../../../src/platform/host/text/failureText';
import { connectionTo } from '../../../../component/gateway/node/harness';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { parseSample, type SampleResponse } from '../sampleResponse';
import { lookAlikes } from './lookAlikes';

interface CapturedBody extends SampleResponse {
  readonly gateway: string;
  /** A page, or `from memory`. */
  readonly source: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind: FailureKind;
  /** Portico sends the question again by itself. */
  readonly retried?: true;
  /** How long the gateway asks to wait. */
  readonly retryAfterMs?: number;
  /** Words that the sentence must hold. */
  readonly quotes?: string;
}

/** What the user sees first for each kind: the sentence and the first button beside Retry. */
const shown: Readonly<Partial<Record<FailureKind, readonly [sentence: RegExp, button: string]>>> = {
  blocked: [/or a firewall in front of it, refused this request/u, 'Diagnose connection'],
  badRequest: [/rejected the request: “/u, 'Choose model'],
  contentFiltered: [/content filter of .* rejected/u, 'Choose model'],
  contextTooLong: [/context window|needs .* tokens/u, 'Start new chat'],
  forbidden: [/isn't allowed to use the model|rejected the request: “/u, 'Choose model'],
  keyRejected: [/rejected the API key/u, 'Set API key'],
  modelNotFound: [/isn't available on/u, 'Choose model'],
  malformedCall: [/wrote a call that couldn't be read/u, 'Choose model'],
  modelLoading: [/is loading the model\./u, 'Choose model'],
  noCredit: [/no credit or quota left/u, 'Show balance'],
  notApi: [/Base URL|proxy in front of|web page/u, 'Change Base URL'],
  rateLimited: [/Rate limit reached/u, 'Choose model'],
  requestTooLarge: [/too large for/u, 'Start new chat'],
  serverError: [
    /internal error|is busy or unavailable|took too long to respond|reported an error: “/u,
    'Diagnose connection',
  ],
  streamError: [/reported an error/u, 'Diagnose connection'],
};

const connection = connectionTo('https://gateway.example/v1');
const folder = join(__dirname, 'bodies');
const capturedBodies = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CapturedBody),
);

function failureOf({
  status,
  body,
  headers = {},
}: Pick<CapturedBody, 'status' | 'body' | 'headers'>): Failure {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const error =
    status === 200 ? new ReportedError(body) : new HttpError(status, new Headers(headers), text);
  return toFailure(error, connection, { now: 1_000, sentAt: 900, status });
}

/** The sentences and buttons of `src/platform/host/text`. */
function loadTexts(): {
  readonly failureSentence: typeof failureText.failureSentence;
  readonly firstButton: (kind: FailureKind) => string | undefined;
} {
  return withVsCodeTexts(() => {
    const { failureRows, failureSentence } =
      require('../../../../../src/platform/host/text/failureText') as typeof failureText;
    const actions =
      require('../../../../../src/platform/host/text/failureActions') as typeof failureActions;
    return {
      failureSentence,
      firstButton: (kind) => failureRows[kind].actions.map((each) => actions.actionLabel(each))[0],
    };
  });
}

describe('the tables of failures', () => {
  const { failureSentence, firstButton } = loadTexts();

  function assertShown(failure: Failure, kind: FailureKind, text: string): string {
    assert.equal(failure.kind, kind, text);
    const [sentence, button] = shown[kind] ?? [/$^/u, ''];
    const said = failureSentence(failure, 'm');
    // What a gateway demands beside the key is the better advice: see demands.test.ts.
    assert.match(said, failure.demand === undefined ? sentence : / requires the header “/u);
    assert.equal(firstButton(kind), button);
    return said;
  }

  // The rows of `modelNotFound503` are tried with `modelNotFound`.
  for (const group of signatureGroups.filter((one) => one !== modelNotFound503)) {
    for (const row of group.rows) {
      const { codes = [], phrase, sample, tokens } = row;
      it(`${group.kind}: ${[...codes, phrase?.source].join(' ').slice(0, 120)}`, () => {
        const response = parseSample(sample);
        const evidence = evidenceOf(readErrorBody(response.body), response.status);
        const groups = signatureGroups.filter(({ rows }) => rows.includes(row));
        assert.ok(
          groups.some((one) => matchesRow(row, one, evidence)),
          'the row matches its sample',
        );
        const failure = failureOf(response);
        assertShown(failure, group.kind, sample);
        assert.equal(failure.wrongApiFormat, group.wrongApiFormat);
        if (tokens !== undefined) {
          assert.deepEqual(failure.tokens, tokens);
        }
        if (response.status === 200) {
          assert.equal(reportsError(response.body), true);
        }
      });
    }
  }

  it('recognize each kind, unless Portico or a status alone decides', () => {
    const others: readonly FailureKind[] = [
      'notConfigured',
      'keyMissing',
      'keyLost',
      'keyCommandFailed',
      'overBudget',
      'insecure',
      'unreachable',
      'certificate',
      'proxy',
      'firstTokenTimeout',
      'idleTimeout',
      'totalTimeout',
      'connectionLost',
      'windowClosed',
      'redirected',
      'notApi',
      'tooLarge',
      'emptyReply',
      'malformedStream',
      'streamError',
      'unexpected',
    ];
    const recognized = signatureGroups.map(({ kind }) => kind);
    assert.deepEqual(new Set([...recognized, ...others]), new Set(failureKinds));
  });

  it('quote an error in a response with status 200, which may be its first words or its last', () => {
    const reports: readonly (readonly [body: unknown, words: string])[] = [
      [{ error: { message: 'Worker 3 died' } }, ': “Worker 3 died”'],
      [{ error: 'no slot free' }, ': “no slot free”'],
      [{ type: 'error', error: { type: 'api_error', message: 'Odd' } }, ': “Odd”'],
      ['RuntimeError: shape mismatch\n', ': “RuntimeError: shape mismatch”'],
      ['Traceback (most recent call last):\n  a\nKeyError: 7', ': “KeyError: 7”'],
      [{ choices: [{ error: { message: 'Provider gave up' } }] }, ': “Provider gave up”'],
      [undefined, '.'],
    ];
    for (const [body, words] of reports) {
      const failure = failureOf({ status: 200, body });
      const said = failureSentence(failure, undefined);
      assert.equal(said, `gateway.example reported an error${words}`);
    }
  });

  it('leave what they do not explain to the words of the server', () => {
    const said = (status: number, body: unknown): string =>
      failureSentence(failureOf({ status, body }), 'm');
    for (const message of ['Not today', 'Missing tenant', 'Invalid CSRF token']) {
      for (const status of [400, 401, 403, 410]) {
        assert.equal(
          said(status, { error: { message } }),
          `gateway.example rejected the request: “${message}”`,
        );
      }
    }
    // The code repeats the status.
    assert.equal(
      said(403, { error: { message: 'Not today', type: 'permission_error' } }),
      'gateway.example rejected the request: “Not today”',
    );
    // Not the model either.
    for (const message of [
      'Your account has been blocked',
      'The user is banned',
      'This organization has been disabled.',
      'Workspace was suspended for review',
      'Your team has been deactivated',
    ]) {
      for (const status of [400, 401, 403]) {
        const body = { error: { message, type: status === 401 ? 'authentication_error' : 'x' } };
        assert.equal(
          said(status, body),
          `gateway.example rejected the request: “${message}”`,
          `${status}`,
        );
      }
    }
    for (const status of [403, 410]) {
      assert.equal(
        said(status, {}),
        'gateway.example rejected the request without giving a reason.',
      );
    }
    assert.match(said(401, {}), /rejected the API key/u);
  });

  it('name each code for one kind', () => {
    const kinds = new Map<string, FailureKind>();
    for (const { kind, rows } of signatureGroups) {
      for (const code of rows.flatMap(({ codes = [], phrase }) => (phrase ? [] : codes))) {
        assert.ok([undefined, kind].includes(kinds.get(code)), code);
        kinds.set(code, kind);
      }
    }
  });

  for (const { phrase, sample, maximum, contextLength } of outputLimits) {
    it(`the limit on an answer: ${phrase.source.slice(0, 100)}`, () => {
      const message = readErrorBody(parseSample(sample).body).message ?? '';
      const expected = contextLength === undefined ? { maximum } : { maximum, contextLength };
      assert.deepEqual(outputLimit(message, { max_tokens: 8_192 }), expected);
      const config = { generationConfig: { maxOutputTokens: 8_192 } };
      assert.deepEqual(outputLimit(message, config), expected);
    });
  }

  describe('captured bodies', () => {
    for (const captured of capturedBodies) {
      const { gateway, status, body, kind, retried = false, retryAfterMs, quotes } = captured;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      it(`${gateway} ${status} ${text.slice(0, 90)}: ${kind}`, () => {
        const failure = failureOf(captured);
        const said = assertShown(failure, kind, text);
        if (status === 200) {
          assert.equal(reportsError(body), true);
        }
        assert.equal(retryDelayMs(failure, 0) !== undefined, retried, 'retried');
        if (retryAfterMs !== undefined) {
          assert.equal(Math.round((failure.retryAfterMs ?? 0) * 1e6) / 1e6, retryAfterMs);
        }
        assert.ok(said.includes(quotes ?? ''), said);
        if (status === 404 && typeof body === 'object') {
          assert.doesNotMatch(said, /has no API at this path/u);
        }
      });
    }
  });

  describe('look-alikes', () => {
    for (const [status, body, kind] of lookAlikes) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      it(`${status} ${text.slice(0, 110)}: ${kind}`, () => {
        assert.equal(failureOf({ status, body }).kind, kind);
      });
    }
  });
});
