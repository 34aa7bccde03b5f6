// Error bodies of real gateways, in bodies/*.jsonl: one gateway per file, each body with its source. Where
// a source quotes only the message, the JSON around it is the gateway's usual one.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retryDelayMs } from '../../../../../src/conversation/node/retry/retryPolicy';
import { reportsError } from '../../../../../src/gateway/node/failures/errorEvidence';
import { toFailure } from '../../../../../src/gateway/node/failures/toFailure';
import { HttpError, ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import type { Failure, FailureKind } from '../../../../../src/gateway/common/failure';
import type * as failureActions from '../../../../../src/platform/host/text/failureActions';
import type * as failureText from '../../../../../src/platform/host/text/failureText';
import { connectionTo } from '../../../../component/gateway/node/harness';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';
import { lookAlikes as quirkLookAlikes } from '../quirks/lookAlikes';
import { quirkOf } from '../quirks/samples';
import { lookAlikes } from './lookAlikes';
import { wordings } from './wordings';

interface GoldenBody {
  readonly gateway: string;
  /** A page, or `from memory`. */
  readonly source: string;
  /** 200: reported inside a successful response. */
  readonly status: number;
  /** JSON, or a text as it came. */
  readonly body: unknown;
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
  badRequest: [/rejected the request: “/u, 'Choose model'],
  contentFiltered: [/content filter of .* rejected/u, 'Choose model'],
  contextTooLong: [/context window|needs .* tokens/u, 'Start new chat'],
  forbidden: [/isn't allowed to use the model/u, 'Choose model'],
  keyRejected: [/rejected the API key/u, 'Set API key'],
  modelNotFound: [/isn't available on/u, 'Choose model'],
  noCredit: [/no credit or quota left/u, 'Set API key'],
  notApi: [/Base URL|proxy in front of|web page/u, 'Change Base URL'],
  rateLimited: [/Rate limit reached/u, 'Choose model'],
  requestTooLarge: [/too large for/u, 'Start new chat'],
  serverError: [/internal error/u, 'Diagnose connection'],
  streamError: [/reported an error/u, 'Diagnose connection'],
};

const connection = connectionTo('https://gateway.example/v1');
const folder = join(__dirname, 'bodies');
const bodies = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenBody),
);

function failureOf({
  status,
  body,
  headers = {},
}: Omit<GoldenBody, 'gateway' | 'source' | 'kind'>): Failure {
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
    const { failureSentence } =
      require('../../../../../src/platform/host/text/failureText') as typeof failureText;
    const actions =
      require('../../../../../src/platform/host/text/failureActions') as typeof failureActions;
    return {
      failureSentence,
      firstButton: (kind) => actions.failureActions[kind].map(actions.actionLabel)[0],
    };
  });
}

describe('error bodies of real gateways', () => {
  const { failureSentence, firstButton } = loadTexts();

  it('are at least 250 of at least 25 gateways, at most 20 of each, and have sources', () => {
    const counts = new Map<string, number>();
    for (const { gateway, source } of bodies) {
      counts.set(gateway, (counts.get(gateway) ?? 0) + 1);
      assert.match(source, /^https:\/\/\S+$|^from memory/u);
    }
    assert.ok(bodies.length >= 250, String(bodies.length));
    assert.ok(counts.size >= 25, String(counts.size));
    assert.ok(Math.max(...counts.values()) <= 20);
  });

  it('are accompanied by at least 60 look-alikes that must teach and change nothing', () => {
    const failures = lookAlikes.map(([status, body]) => JSON.stringify([status, body]));
    const quirks = quirkLookAlikes.map(({ status, body }) => JSON.stringify([status, body]));
    for (const texts of [failures, quirks]) {
      assert.equal(new Set(texts).size, texts.length, 'each one differs');
    }
    assert.ok(quirks.length >= 60, String(quirks.length));
    assert.ok(failures.length >= 40, String(failures.length));
    for (const sample of quirkLookAlikes) {
      assert.equal(quirkOf(sample), undefined, JSON.stringify(sample.body));
    }
  });

  for (const golden of bodies) {
    const { gateway, status, body, kind, retried = false, retryAfterMs, quotes } = golden;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    it(`${gateway} ${status} ${text.slice(0, 90)}: ${kind}`, () => {
      const failure = failureOf(golden);
      assert.equal(failure.kind, kind, text);
      if (status === 200) {
        assert.equal(reportsError(body), true);
      }
      assert.equal(retryDelayMs(failure, 0) !== undefined, retried, 'retried');
      if (retryAfterMs !== undefined) {
        assert.equal(Math.round((failure.retryAfterMs ?? 0) * 1e6) / 1e6, retryAfterMs);
      }
      const [sentence, button] = shown[kind] ?? [/$^/u, ''];
      const said = failureSentence(failure, 'm');
      assert.match(said, sentence);
      assert.equal(firstButton(kind), button);
      assert.ok(said.includes(quotes ?? ''), said);
      if (status === 404 && typeof body === 'object') {
        assert.doesNotMatch(said, /has no API at this path/u);
      }
    });
  }

  describe('other wordings', () => {
    for (const [status, message, kind] of wordings) {
      it(`${status} ${message}: ${kind}`, () => {
        assert.equal(failureOf({ status, body: { error: { message } } }).kind, kind);
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
