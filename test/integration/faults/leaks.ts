// What a failure must not leave behind: the key in what is shown, a rejection that nobody handles.
import assert from 'node:assert/strict';
import { tracesOf } from '../../support/canary';

export const key = 'sk-canary/7Q+xZ=0123456789-A1b2';

/** Checks that a text does not contain the key in any encoding. */
export function checkSecret(text: string): void {
  for (const trace of tracesOf(key)) {
    assert.ok(!text.includes(trace), text);
  }
}

/** Records rejections that nobody handles, until `dispose`. */
export function recordUnhandledRejections(): {
  readonly reasons: readonly string[];
  readonly dispose: () => void;
} {
  const reasons: string[] = [];
  const record = (reason: unknown): void => {
    reasons.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
  };
  process.on('unhandledRejection', record);
  return { reasons, dispose: () => void process.off('unhandledRejection', record) };
}
