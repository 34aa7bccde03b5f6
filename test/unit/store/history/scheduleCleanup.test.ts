import assert from 'node:assert/strict';
import { scheduleCleanup } from '../../../../src/store/history/scheduleCleanup';
import { ManualClock } from '../../../support/manualClock';

const hour = 3_600_000;

describe('the upkeep of the history', () => {
  it('is done some time after the start, once a day, by one of the windows', () => {
    const clock = new ManualClock();
    let tidiedAt = 0;
    const done: string[] = [];
    const open = (name: string) =>
      scheduleCleanup({
        clock,
        tidy: async () => void done.push(name),
        tidiedAt: () => tidiedAt,
        setTidiedAt: (at) => (tidiedAt = at),
        sayUnexpected: (error) => assert.fail(String(error)),
      });
    const first = open('first');
    clock.advance(60_000);
    assert.deepEqual(done, [], 'not while the window starts');
    clock.advance(hour);
    assert.deepEqual(done, ['first']);
    open('second');
    clock.advance(22 * hour);
    assert.deepEqual(done, ['first']);
    first.dispose();
    clock.advance(3 * hour);
    assert.deepEqual(done, ['first', 'second']);
  });

  it('tells when it fails, and goes on the next day', async () => {
    const clock = new ManualClock();
    const told: unknown[] = [];
    let tidiedAt = 0;
    scheduleCleanup({
      clock,
      tidy: () => Promise.reject(new Error('no disk')),
      tidiedAt: () => tidiedAt,
      setTidiedAt: (at) => (tidiedAt = at),
      sayUnexpected: (error) => told.push(error),
    });
    clock.advance(49 * hour);
    await new Promise(setImmediate);
    assert.equal(told.length, 3);
  });
});
