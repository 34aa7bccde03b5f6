import assert from 'node:assert/strict';
import { Batcher } from '../../../src/base/batcher';
import { ManualClock } from '../../support/manualClock';

describe('Batcher', () => {
  function build(): { clock: ManualClock; seen: (readonly string[])[]; batcher: Batcher<string> } {
    const clock = new ManualClock();
    const seen: (readonly string[])[] = [];
    return { clock, seen, batcher: new Batcher(clock, 33, (items) => seen.push(items)) };
  }

  it('hands over the first item at once and the rest of the interval together', () => {
    const { clock, seen, batcher } = build();
    batcher.push('a');
    batcher.push('b');
    batcher.push('c');
    assert.deepEqual(seen, [['a']]);
    clock.advance(32);
    assert.deepEqual(seen, [['a']]);
    clock.advance(1);
    assert.deepEqual(seen, [['a'], ['b', 'c']]);
  });

  it('is at once again after a quiet interval, and no timer is left', () => {
    const { clock, seen, batcher } = build();
    batcher.push('a');
    clock.advance(33);
    assert.equal(clock.waiting, 0);
    batcher.push('b');
    assert.deepEqual(seen, [['a'], ['b']]);
  });

  it('flushes what waits and drops it when disposed', () => {
    const { clock, seen, batcher } = build();
    batcher.push('a');
    batcher.push('b');
    batcher.flush();
    batcher.push('c');
    batcher.push('d');
    batcher.dispose();
    clock.advance(100);
    assert.deepEqual(seen, [['a'], ['b'], ['c']]);
  });
});
