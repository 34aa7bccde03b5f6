import assert from 'node:assert/strict';
import { scheduleCleanup } from '../../../../../src/features/history/node/scheduleCleanup';
import { ManualClock } from '../../../../support/manualClock';

const hour = 3_600_000;

describe('scheduleCleanup', () => {
  it('cleans up once a day in one of the windows, and not while a window starts', () => {
    const clock = new ManualClock();
    let lastCleanupAt = 0;
    const cleanups: string[] = [];
    const open = (name: string) =>
      scheduleCleanup({
        clock,
        cleanUp: async () => void cleanups.push(name),
        lastCleanupAt: () => lastCleanupAt,
        setLastCleanupAt: (at) => (lastCleanupAt = at),
        reportError: (error) => assert.fail(String(error)),
      });
    const first = open('first');
    clock.advance(60_000);
    assert.deepEqual(cleanups, [], 'not while a window starts');
    clock.advance(hour);
    assert.deepEqual(cleanups, ['first']);
    open('second');
    clock.advance(22 * hour);
    assert.deepEqual(cleanups, ['first']);
    first.dispose();
    clock.advance(3 * hour);
    assert.deepEqual(cleanups, ['first', 'second']);
  });

  it('reports an error and tries again the next day', async () => {
    const clock = new ManualClock();
    const errors: unknown[] = [];
    let lastCleanupAt = 0;
    scheduleCleanup({
      clock,
      cleanUp: () => Promise.reject(new Error('no disk')),
      lastCleanupAt: () => lastCleanupAt,
      setLastCleanupAt: (at) => (lastCleanupAt = at),
      reportError: (error) => errors.push(error),
    });
    clock.advance(49 * hour);
    await new Promise(setImmediate);
    assert.equal(errors.length, 3);
  });
});
