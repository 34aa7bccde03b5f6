import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable';
import { Emitter } from '../../../src/base/emitter';
import { once } from '../../../src/base/once';

describe('DisposableStore', () => {
  it('ends what it owns, the last first, and what comes later at once', () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => ended.push('first') });
    store.add({ dispose: () => ended.push('second') });
    store.dispose();
    store.dispose();
    store.add({ dispose: () => ended.push('late') });
    assert.deepEqual(ended, ['second', 'first', 'late']);
  });
});

describe('Emitter', () => {
  it('calls each subscription until it ends, the same function twice if it subscribed twice', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    const listener = (value: number): void => void seen.push(value);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(seen, [1, 1, 2]);
  });
});

describe('once', () => {
  it('runs its task at the first call only, also when it gives undefined', () => {
    let runs = 0;
    const task = once(() => {
      runs += 1;
    });
    task();
    task();
    assert.equal(runs, 1);
  });
});
