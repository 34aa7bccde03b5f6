import assert from 'node:assert/strict';
import { mayBeCharged, retryDelayMs } from '../../../../../src/conversation/node/retry/retryPolicy';
import { failureKinds, type Failure } from '../../../../../src/gateway/common/failure';

const unreachable: Failure = { kind: 'unreachable', nothingSent: true };
const limited: Failure = { kind: 'rateLimited', status: 429 };

describe('retryDelayMs', () => {
  for (const failure of [
    unreachable,
    limited,
    { kind: 'serverError', status: 503, notStarted: true },
    { kind: 'serverError', status: 529 },
    // Another machine's server; a local one is asked for longer.
    { kind: 'modelLoading', status: 503, notStarted: true },
  ] satisfies Failure[]) {
    it(`retries ${failure.kind} (${'status' in failure ? failure.status : 'nothing sent'}) twice`, () => {
      assert.deepEqual(
        [0, 1, 2, 3].map((retries) => retryDelayMs(failure, retries)),
        [2_000, 8_000, undefined, undefined],
      );
      assert.equal(mayBeCharged(failure), false);
    });
  }

  for (const failure of [
    { kind: 'unreachable' },
    { kind: 'unreachable', nothingSent: true, protocolFault: 'notTls' },
    { kind: 'certificate', nothingSent: true },
    { kind: 'noCredit', status: 429 },
    { kind: 'noCredit', status: 402 },
    { kind: 'forbidden', status: 403 },
    { kind: 'modelNotFound', status: 503 },
    { kind: 'keyRejected', status: 503 },
    { kind: 'contextTooLong', status: 429 },
    { kind: 'serverError', status: 408 },
    { kind: 'serverError', status: 500 },
    { kind: 'notApi', status: 502 },
    { kind: 'serverError', status: 504 },
    // A proxy may have lost a request that the server works on.
    { kind: 'serverError', status: 503 },
    { kind: 'rateLimited', status: 503 },
    { kind: 'notApi', status: 503, likelyCause: 'gatewayDown' },
    { kind: 'rateLimited', status: 429, retryForbidden: true },
    { kind: 'serverError', status: 503, notStarted: true, retryForbidden: true },
    { kind: 'noCredit', status: 503, notStarted: true },
    { kind: 'contentFiltered', status: 503, notStarted: true },
    { kind: 'requestTooLarge', status: 429 },
    // Reported inside a successful response.
    { kind: 'rateLimited', status: 200 },
    { kind: 'serverError', status: 200 },
    { kind: 'connectionLost' },
    { kind: 'firstTokenTimeout' },
  ] satisfies Failure[]) {
    it(`never retries ${failure.kind} (${'status' in failure ? failure.status : 'no status'})`, () => {
      assert.equal(retryDelayMs(failure, 0), undefined);
    });
  }

  it('never retries without a status or proof that nothing was sent', () => {
    for (const kind of failureKinds) {
      assert.equal(retryDelayMs({ kind }, 0), undefined, kind);
    }
  });

  it('is what the gateway asks for, from 1 s to 5 min', () => {
    const after = (retryAfterMs: number) => retryDelayMs({ ...limited, retryAfterMs }, 1);
    assert.equal(after(1_500), 1_500);
    assert.equal(after(90_000), 90_000);
    assert.equal(after(300_000), 300_000);
    assert.equal(after(300_001), undefined);
    assert.equal(after(3_600_000), undefined);
    assert.equal(after(0), 1_000);
  });
});

describe('mayBeCharged', () => {
  it('is true for answers that may have started', () => {
    for (const failure of [
      { kind: 'unreachable' },
      { kind: 'serverError', status: 408 },
      { kind: 'serverError', status: 500 },
      { kind: 'notApi', status: 502 },
      { kind: 'connectionLost' },
      { kind: 'firstTokenTimeout' },
      { kind: 'idleTimeout' },
      { kind: 'totalTimeout' },
      // Reported inside a successful response.
      { kind: 'rateLimited', status: 200 },
      { kind: 'noCredit', status: 200 },
      { kind: 'badRequest', status: 200 },
      { kind: 'serverError', status: 200 },
      // Nothing proves that it did not start.
      { kind: 'serverError', status: 503 },
      { kind: 'notApi', status: 503 },
      { kind: 'rateLimited', status: 503 },
      { kind: 'unexpected', wasSent: true },
    ] satisfies Failure[]) {
      assert.equal(mayBeCharged(failure), true, JSON.stringify(failure));
    }
  });

  it('is false for requests that were rejected or never sent', () => {
    for (const failure of [
      { kind: 'certificate', nothingSent: true },
      { kind: 'keyMissing' },
      { kind: 'badRequest', status: 400 },
      { kind: 'noCredit', status: 402 },
      { kind: 'notApi', status: 404 },
      { kind: 'notApi', status: 200 },
      { kind: 'serverError', status: 503, notStarted: true },
      { kind: 'rateLimited', status: 429, retryForbidden: true },
      { kind: 'serverError', status: 529 },
      { kind: 'unexpected' },
    ] satisfies Failure[]) {
      assert.equal(mayBeCharged(failure), false, JSON.stringify(failure));
    }
  });
});
