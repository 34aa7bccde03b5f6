// Generated hostile answers: no script, request, navigation, policy violation or element of their own.
import assert from 'node:assert/strict';
import { hostilePayloads } from './support/hostilePayloads';
import { tryPayloads } from './support/hostileTrials';

/** A sample; the long ring tries all. */
const sampleSize = 300;

describe('generated hostile answers', function () {
  this.timeout(300_000);

  it(`stay harmless, whole and streamed: ${sampleSize} payloads`, async () => {
    const payloads = hostilePayloads();
    assert.ok(new Set(payloads.map(({ text }) => text)).size >= 3_000);
    await tryPayloads(payloads.slice(0, sampleSize));
  });
});
