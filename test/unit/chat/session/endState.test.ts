import assert from 'node:assert/strict';
import { endStateOf } from '../../../../src/chat/session/endState';
import { type FailureKind, failureKinds } from '../../../../src/shared/conversation/failure';

const whole = { stopped: false, refused: false, hasContent: true, finishReason: 'stop' };

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
    it(`finish reason ${JSON.stringify(reason)} with text is ${state}`, () => {
      assert.deepEqual(endStateOf({ ...whole, finishReason: reason }), {
        state,
        emptyReply: false,
      });
    });
  }

  it('calls a reply that holds nothing failed, whether or not it has a finish reason', () => {
    for (const finishReason of ['stop', undefined]) {
      const end = endStateOf({ ...whole, hasContent: false, finishReason });
      assert.deepEqual(end, { state: 'failed', emptyReply: true });
    }
  });

  it('puts the user’s stop before everything else', () => {
    const end = endStateOf({ ...whole, stopped: true, failure: { kind: 'serverError' } });
    assert.equal(end.state, 'stopped');
  });

  it('is interrupted for a broken transport after content, and failed for every other failure', () => {
    const breaks = new Set<FailureKind>([
      'connectionLost',
      'idleTimeout',
      'totalTimeout',
      'tooLarge',
      'malformedStream',
      'windowClosed',
    ]);
    for (const kind of failureKinds) {
      const after = endStateOf({ ...whole, finishReason: undefined, failure: { kind } });
      assert.equal(after.state, breaks.has(kind) ? 'interrupted' : 'failed', kind);
      const before = endStateOf({ ...whole, hasContent: false, failure: { kind } });
      assert.equal(before.state, 'failed', kind);
    }
  });
});
