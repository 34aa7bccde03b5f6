import assert from 'node:assert/strict';
import { endStateOf } from '../../../../src/gateway/common/endState';
import { failureKinds, type FailureKind } from '../../../../src/gateway/common/failure';

const complete = { stopped: false, refused: false, hasContent: true, finishReason: 'stop' };

describe('endStateOf', () => {
  for (const [reason, state] of [
    ['stop', 'complete'],
    ['tool_calls', 'complete'],
    ['eos_token', 'complete'],
    ['length', 'truncated'],
    ['max_tokens', 'truncated'],
    ['content_filter', 'filtered'],
    ['', 'truncated'],
    [undefined, 'truncated'],
  ] as const) {
    it(`ends as ${state} after text and the finish reason ${JSON.stringify(reason)}`, () => {
      assert.deepEqual(endStateOf({ ...complete, finishReason: reason }), {
        state,
        emptyReply: false,
      });
    });
  }

  it('ends as failed without content, whether or not there is a finish reason', () => {
    for (const finishReason of ['stop', undefined]) {
      const end = endStateOf({ ...complete, hasContent: false, finishReason });
      assert.deepEqual(end, { state: 'failed', emptyReply: true });
    }
  });

  it('ends as stopped when the user stopped it, even after a failure', () => {
    const end = endStateOf({ ...complete, stopped: true, failure: { kind: 'serverError' } });
    assert.equal(end.state, 'stopped');
  });

  it('ends as interrupted when the transport fails after content, as filtered after a content filter, and as failed after every other failure', () => {
    const transportFailures = new Set<FailureKind>([
      'connectionLost',
      'idleTimeout',
      'totalTimeout',
      'tooLarge',
      'malformedStream',
      'windowClosed',
    ]);
    for (const kind of failureKinds) {
      const after = endStateOf({ ...complete, finishReason: undefined, failure: { kind } });
      const rejected = kind === 'contentFiltered' ? 'filtered' : 'failed';
      assert.equal(after.state, transportFailures.has(kind) ? 'interrupted' : rejected, kind);
      const before = endStateOf({ ...complete, hasContent: false, failure: { kind } });
      assert.equal(before.state, rejected, kind);
    }
  });
});
