import assert from 'node:assert/strict';
import type { Answer } from '../../../../../src/conversation/common/conversation';
import type { RequestAdjustment } from '../../../../../src/gateway/common/requestAdjustment';
import type * as adjustmentText from '../../../../../src/platform/host/text/adjustmentText';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { adjustmentNotice } = withVsCodeTexts(
  () => require('../../../../../src/platform/host/text/adjustmentText') as typeof adjustmentText,
);

const failure = { kind: 'unreachable', host: 'gateway.example' } as const;
const delayed: RequestAdjustment = { kind: 'delayed', failure };
const adapted: RequestAdjustment = {
  kind: 'adapted',
  quirk: 'noTemperature',
  failure: { kind: 'badRequest', host: 'gateway.example' },
};
const adaptation = 'gateway.example rejected “temperature”, so Portico retried without it.';

function notices(changes: Partial<Answer>): readonly string[] | undefined {
  return adjustmentNotice({
    kind: 'answer',
    id: 'a',
    questionId: 'q',
    model: 'm',
    state: 'complete',
    text: '',
    reasoning: '',
    startedAt: 0,
    ...changes,
  })?.notices;
}

describe('what Portico says about its automatic retries', () => {
  it('is one sentence for all of them, with their reason where nothing else names it', () => {
    assert.deepEqual(notices({ adjustments: [delayed, adapted, delayed] }), [
      "Couldn't reach gateway.example. Portico retried 2 times.",
      adaptation,
    ]);
    assert.deepEqual(
      notices({
        state: 'failed',
        adjustments: [delayed, delayed],
        outcome: { endedAt: 1, failure },
      }),
      ['Portico retried 2 times.'],
    );
    const retryWait = { failure, delayMs: 1, retryAt: 1 };
    assert.deepEqual(
      notices({ state: 'waiting', adjustments: [delayed, adapted], retryWait }),
      [adaptation],
      'the countdown names the reason',
    );
  });

  it('is only the reason after a wait for a local server that loads its model', () => {
    const loading = { kind: 'modelLoading', isLocal: true, host: 'localhost:8080' } as const;
    assert.deepEqual(notices({ adjustments: [{ kind: 'delayed', failure: loading }] }), [
      'localhost:8080 was still loading the model.',
    ]);
  });

  it('is nothing before the first retry', () => {
    assert.equal(notices({}), undefined);
    const retryWait = { failure, delayMs: 1, retryAt: 1 };
    assert.deepEqual(notices({ state: 'waiting', retryWait }), []);
  });
});
