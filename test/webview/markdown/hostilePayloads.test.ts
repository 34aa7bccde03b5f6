// Hostile answers: no script, request, navigation, policy violation or element of their own.
import assert from 'node:assert/strict';
import { propertyRuns } from '../../support/propertyRuns';
import { vectors } from '../support/hostile';
import { hostilePayloads } from '../support/hostilePayloads';
import { tryPayloads } from '../support/hostileTrials';

const count = propertyRuns(300);

describe('hostile answers', function () {
  this.timeout(300_000);

  it(`stay harmless, whole and streamed: ${vectors.length} known vectors`, async () => {
    const payloads = vectors.map((text) => ({ name: text, text }));
    await tryPayloads(payloads, { width: 1_200, height: 3_000 });
  });

  it(`stay harmless, whole and streamed: ${count} generated ones`, async () => {
    const payloads = hostilePayloads();
    assert.ok(new Set(payloads.map(({ text }) => text)).size >= 3_000);
    await tryPayloads(payloads.slice(0, count));
  });
});
