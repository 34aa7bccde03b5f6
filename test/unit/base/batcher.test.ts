import assert from 'node:assert/strict';
import { Batcher } from '../../../src/base/batcher';
import { ManualClock } from '../../support/manualClock';

describe('Batcher', () => {
  function build() {
    const clock = new ManualClock();
    const delivered: (readonly string[])[] = [];
    const batcher = new Batcher<string>(clock, 33, (items) => delivered.push(items));
    return { clock, delivered, batcher };
  }

  it('delivers the first item at once and the other items of the interval together', () => {
    const { clock, delivered, batcher } = build();
    batcher.push('a');
    batcher.push('b');
    batcher.push('c');
    assert.deepEqual(delivered, [['a']]);
    clock.advance(32);
    assert.deepEqual(delivered, [['a']]);
    clock.advance(1);
    assert.deepEqual(delivered, [['a'], ['b', 'c']]);
  });

  it('delivers at once again after an interval without items, and keeps no timer running', () => {
    const { clock, delivered, batcher } = build();
    batcher.push('a');
    clock.advance(33);
    assert.equal(clock.pendingTimers, 0);
    batcher.push('b');
    assert.deepEqual(delivered, [['a'], ['b']]);
  });

  it('delivers pending items on flush, and nothing after it', () => {
    const { clock, delivered, batcher } = build();
    batcher.push('a');
    batcher.push('b');
    batcher.flush();
    clock.advance(100);
    assert.deepEqual(delivered, [['a'], ['b']]);
  });
});
