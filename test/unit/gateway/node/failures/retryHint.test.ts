import assert from 'node:assert/strict';
import { describedDelayMs, retryHint } from '../../../../../src/gateway/node/failures/retryHint';
import {
  lostRequests,
  waitDelays,
  waitResets,
} from '../../../../../src/gateway/node/failures/signatures/waits';

const now = Date.UTC(2026, 0, 1);
const busy = '{"error":{"message":"The server is busy."}}';

function hint(
  status: number,
  headers: Record<string, string> = {},
  body = busy,
  durationMs = 100,
): ReturnType<typeof retryHint> {
  const message = body === '' ? undefined : body;
  return retryHint({ status, headers: new Headers(headers), body }, message, { now, durationMs });
}

describe('retryHint', () => {
  for (const { sample, waitMs } of [...waitDelays, ...waitResets]) {
    it(`reads how long to wait: ${sample.slice(0, 80)}`, () => {
      const [status, text] = [Number(sample.slice(0, 3)), sample.slice(4)];
      assert.equal(hint(status, {}, text).retryAfterMs, waitMs);
    });
  }

  it('reads sentences that say when to try again', () => {
    for (const [text, ms] of [
      ['Please try again in 20s.', 20_000],
      ['Please try again in 6ms. Visit https://x', 6],
      ['Please try again in 7m12.48s.', 432_480],
      ['Please try again in 1h2m3s', 3_723_000],
      ['Please retry in 34.074824224s.', 34_074.824224],
      ['Please retry after 20 seconds.', 20_000],
      ['Please wait 30 seconds before trying again', 30_000],
      ['Try again in 2 minutes', 120_000],
      ['retry after 1 minute and 5 seconds', 65_000],
      ['No deployments available. Try again in 60 seconds.', 60_000],
      ['Limit resets in 3 hours', 10_800_000],
      ['请在 20 秒后重试', 20_000],
      ['请求过于频繁，请30秒后再试', 30_000],
      ['请 2 分钟后重试', 120_000],
      ['已达到请求次数限制 (100 次)，将在 12 分钟后重置', 720_000],
      ['{"retry_after":"2026-01-01T00:05:00Z"}', undefined],
      ['{"retryDelay":"34s"}', 34_000],
      ['"b\'{\\n \\"retryDelay\\": \\"1.5s\\"}\'"', 1_500],
      ['{"retry_after":12}', 12_000],
      ['{"error":{"code":"model_cooldown","reset_seconds":495669}}', 495_669_000],
      ['Please try again later.', undefined],
      ['Try again with fewer than 20 seconds of audio', undefined],
      ['It took 20 seconds.', undefined],
    ] as const) {
      const read = describedDelayMs(text);
      assert.equal(read === undefined ? read : Math.round(read * 1e6) / 1e6, ms, text);
    }
  });

  it('reads sentences and members with the date of the reset', () => {
    for (const [body, ms] of [
      ['Usage limit reached, resets at 2026-01-01T00:00:40Z', 40_000],
      ['Limit resets at: 2026-01-01 00:00:40 UTC', 40_000],
      ['It will reset at 2026-01-01 08:01:00 +0800 CST', 60_000],
      ['Try again at 2026-01-01T00:02:00.000Z', 120_000],
      [`{"metadata":{"headers":{"X-RateLimit-Reset":"${now + 40_000}"}}}`, 40_000],
      ['{"error":"Rate limit exceeded","resetAt":"2026-01-01T00:12:00.000Z"}', 720_000],
      ['{"retry_after":"2026-01-01T00:05:00Z"}', 300_000],
      [`{"error":{"resets_at":${now / 1000 + 90}}}`, 90_000],
      [`Claude AI usage limit reached|${now / 1000 + 60}`, 60_000],
      // The time zone is unknown.
      ['Your limit will reset at 2026-01-01 07:49:08', undefined],
    ] as const) {
      assert.equal(hint(429, {}, body).retryAfterMs, ms, body);
    }
  });

  it('reads reset headers in every form, for 429 and 503 only', () => {
    for (const [value, ms] of [
      ['1m30s', 90_000],
      ['6ms', 6],
      ['2m59.56s', 179_560],
      ['1.5', 1_500],
      ['30', 30_000],
      [String(now / 1000 + 40), 40_000],
      [String(now + 40_000), 40_000],
      [new Date(now + 5_000).toUTCString(), 5_000],
      [new Date(now + 5_000).toISOString(), 5_000],
      ['soon', undefined],
    ] as const) {
      assert.equal(hint(429, { 'x-ratelimit-reset-requests': value }).retryAfterMs, ms, value);
      assert.equal(hint(503, { 'x-ratelimit-reset': value }).retryAfterMs, ms, value);
      for (const status of [400, 500, 529]) {
        assert.equal(hint(status, { 'x-ratelimit-reset': value }).retryAfterMs, undefined);
      }
    }
  });

  it('reads when the limit of a Claude subscription is reset', () => {
    const at = (seconds: number): string => String(now / 1000 + seconds);
    const fiveHours = { 'anthropic-ratelimit-unified-5h-reset': at(60) };
    assert.equal(hint(429, { 'anthropic-ratelimit-unified-reset': at(90) }).retryAfterMs, 90_000);
    assert.equal(hint(429, fiveHours).retryAfterMs, 60_000);
    const both = { ...fiveHours, 'anthropic-ratelimit-unified-7d-reset': at(900) };
    assert.equal(hint(429, both).retryAfterMs, 900_000);
    const usedUp = { ...both, 'anthropic-ratelimit-unified-5h-status': 'rejected' };
    assert.equal(hint(429, usedUp).retryAfterMs, 60_000);
  });

  it('takes the reset of the limit that is used up, else the longest', () => {
    const resets = { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' };
    assert.equal(hint(429, resets).retryAfterMs, 360_000);
    const usedUp = { ...resets, 'x-ratelimit-remaining-requests': '0' };
    assert.equal(hint(429, usedUp).retryAfterMs, 1_000);
    const anthropic = { 'anthropic-ratelimit-tokens-reset': new Date(now + 9_000).toISOString() };
    assert.equal(hint(429, anthropic).retryAfterMs, 9_000);
  });

  it('prefers Retry-After to a sentence, and a sentence to a reset header', () => {
    const body = '{"error":{"message":"Please try again in 20s."}}';
    const reset = { 'x-ratelimit-reset': '90' };
    assert.equal(hint(429, { ...reset, 'retry-after': '7' }, body).retryAfterMs, 7_000);
    assert.equal(hint(429, { ...reset, 'retry-after-ms': '150' }, body).retryAfterMs, 150);
    assert.equal(hint(429, reset, body).retryAfterMs, 20_000);
  });

  for (const { phrase, sample } of lostRequests) {
    it(`sees no proof that nothing began: ${sample.slice(0, 80)}`, () => {
      assert.match(sample.toLowerCase(), phrase);
      assert.equal(hint(503, {}, sample.slice(4)).notStarted, undefined);
    });
  }

  it('sees in a 503 that nothing began only by a JSON error or Retry-After, within 5 seconds', () => {
    const after = { 'retry-after': '1' };
    for (const [proves, headers, body, ms] of [
      [true, {}, busy, 100],
      [true, {}, busy, 5_000],
      [true, after, '', 100],
      [true, after, 'Service Unavailable', 100],
      [false, {}, busy, 5_001],
      [false, after, '', 5_001],
      [false, {}, '', 100],
      [false, {}, 'Service Unavailable', 100],
      [false, {}, '{}', 100],
      [false, after, '<html><title>503</title></html>', 100],
      [false, {}, '{"error":{"message":"upstream request timeout"}}', 1],
      [false, {}, '{"error":{"message":"上游请求超时"}}', 1],
    ] as const) {
      const text = body === '{}' ? undefined : body || undefined;
      const { notStarted } = retryHint({ status: 503, headers: new Headers(headers), body }, text, {
        now,
        durationMs: ms,
      });
      assert.equal(notStarted === true, proves, `${body} after ${ms} ms`);
    }
    assert.equal(hint(502).notStarted, undefined);
  });

  it('obeys x-should-retry only where it forbids a retry', () => {
    assert.equal(hint(503, { 'x-should-retry': 'false' }).retryForbidden, true);
    assert.equal(hint(503, { 'x-should-retry': 'true' }).retryForbidden, undefined);
    assert.equal(hint(500, { 'x-should-retry': 'true' }).notStarted, undefined);
  });
});
