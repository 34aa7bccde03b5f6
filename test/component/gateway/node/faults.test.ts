import assert from 'node:assert/strict';
import { omitUndefined } from '../../../../src/base/omitUndefined';
import type { Answer } from '../../../../src/conversation/common/conversation';
import type { ApiFormat } from '../../../../src/gateway/common/apiFormat';
import type { StreamPart } from '../../../../src/gateway/common/chatModel';
import type * as answerNoticeModule from '../../../../src/platform/host/text/answerNotice';
import { expectedFor, type Expected, type Fault } from '../../../referenceGateway/faults/fault';
import { faultModels } from '../../../referenceGateway/faults/faultCatalog';
import { startGateway, type Gateway } from '../../../referenceGateway/server';
import { tracesOf } from '../../../support/canary';
import { faultCases } from '../../../support/faultCases';
import { ManualClock } from '../../../support/manualClock';
import { checkNotice } from '../../../support/noticeChecks';
import { until } from '../../../support/until';
import { withVsCodeTexts } from '../../../support/withVsCodeTexts';
import { canaryKey, clientOf, collect, connectionTo, fold, question, type Folded } from './harness';

const { answerNotice } = withVsCodeTexts(
  () => require('../../../../src/platform/host/text/answerNotice') as typeof answerNoticeModule,
);

const shortTimeouts = { firstTokenSeconds: 30, idleSeconds: 30, totalSeconds: 30 };
/** Longer than those of `globalThis.fetch`. */
const longTimeouts = { firstTokenSeconds: 301, idleSeconds: 301, totalSeconds: 301 };

describe('every fault of the reference gateway', () => {
  let gateway: Gateway;
  let redirectTarget: Gateway;
  const unhandled: unknown[] = [];
  const onRejection = (reason: unknown): void => void unhandled.push(reason);

  before(async () => {
    gateway = await startGateway({ apiKey: canaryKey, models: faultModels });
    redirectTarget = await startGateway();
    gateway.setRedirectTarget(redirectTarget.origin);
    process.on('unhandledRejection', onRejection);
  });

  after(async () => {
    await gateway.close();
    await redirectTarget.close();
    process.off('unhandledRejection', onRejection);
  });

  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
    assert.deepEqual(redirectTarget.requests, []);
  });

  describe('over node:http', () => {
    for (const { fault, apiFormat, stream, title } of faultCases(['chat'])) {
      it(title, () => check(fault, apiFormat, stream, longTimeouts));
    }
  });

  describe('over fetch', () => {
    for (const { fault, apiFormat, stream, title } of faultCases()) {
      it(title, () => check(fault, apiFormat, stream));
    }
  });

  async function check(
    fault: Fault,
    format: ApiFormat,
    stream: boolean,
    timeouts = shortTimeouts,
  ): Promise<void> {
    const expected = expectedFor(fault, stream, format);
    gateway.clearRequests();
    const startedBefore = gateway.startedAnswers;
    const clock = new ManualClock(Date.now());
    const client = clientOf(connectionTo(gateway.baseUrl, { timeouts }), clock);
    const parts: StreamPart[] = [];
    let done = false;
    const ended = collect(client, question(fault.id, stream, format), undefined, parts).then(() => {
      done = true;
    });
    if (fault.stalls) {
      await until(() => done || (gateway.requests.length > 0 && hasArrived(parts, expected)));
      // Time passes only while the answer hangs: a flood must end without a time limit.
      const step = isEndedByTime(expected) ? 1000 : 0;
      await until(() => {
        clock.advance(step);
        return done;
      });
    }
    await ended;
    const folded = fold(parts);
    compare(folded, expected);
    const answer = answerOf(folded, fault.id);
    checkNotice(answerNotice(answer), answer);
    assert.equal(gateway.requests.length, 1);
    assert.ok(gateway.startedAnswers - startedBefore <= 1);
    // The client keeps reading after [DONE] for a moment, to reuse the connection.
    await until(() => {
      clock.advance(fault.stalls ? 1000 : 0);
      return clock.pendingTimers === 0;
    });
    if (fault.stalls) {
      await until(() => gateway.requests[0]?.closedAt !== undefined);
    }
    const shown = JSON.stringify([folded.failure, client.records]);
    for (const trace of tracesOf(canaryKey)) {
      assert.ok(!shown.includes(trace), shown);
    }
    assert.equal(client.records.length, 1);
    assert.equal(client.records[0]?.failureKind, folded.failure?.kind);
    assert.ok(Buffer.byteLength(folded.failure?.detail ?? '') <= 2048);
  }
});

function answerOf(
  { state, text, failure, finishReason, hasGap, otherFormat, unknownParts }: Folded,
  model: string,
): Answer {
  const outcome = omitUndefined({
    endedAt: 1,
    failure,
    finishReason,
    hasGap: hasGap ? (true as const) : undefined,
    otherFormat,
    unknownParts: unknownParts.length > 0 ? unknownParts : undefined,
  });
  return {
    kind: 'answer',
    id: 'a',
    questionId: 'q',
    model,
    state,
    text,
    reasoning: '',
    startedAt: 0,
    outcome,
  };
}

function isEndedByTime({ failureKind }: Expected): boolean {
  return failureKind === undefined || failureKind.endsWith('Timeout');
}

function hasArrived(parts: readonly StreamPart[], { text = '', promptPercent }: Expected): boolean {
  const progress = parts.findLast((part) => part.type === 'promptProgress')?.share ?? 0;
  return fold(parts).text === text && progress * 100 === (promptPercent ?? 0);
}

function compare(folded: Folded, expected: Expected): void {
  const { failure } = folded;
  assert.deepEqual(
    { state: folded.state, failureKind: folded.failureKind },
    { state: expected.state, failureKind: expected.failureKind },
    JSON.stringify(failure),
  );
  if (expected.text !== undefined) {
    assert.equal(folded.text, expected.text);
  }
  if (expected.reasoning !== undefined) {
    assert.equal(folded.reasoning, expected.reasoning);
  }
  if (expected.status !== undefined && failure !== undefined) {
    assert.equal(failure.status, expected.status);
  }
  if (expected.retryAfterMs !== undefined) {
    const { min, max } = expected.retryAfterMs;
    const wait = failure?.retryAfterMs ?? -1;
    assert.ok(wait >= min && wait <= max, `to wait: ${wait} ms`);
  }
  if (expected.detail !== undefined) {
    assert.ok(failure?.detail?.includes(expected.detail), failure?.detail);
  }
  if (expected.tokens !== undefined) {
    assert.deepEqual(failure?.tokens, expected.tokens);
  }
}
