import assert from 'node:assert/strict';
import { DisposableStore, DisposableValue } from '../../../src/base/disposable';
import { Emitter } from '../../../src/base/emitter';
import { once } from '../../../src/base/once';

describe('DisposableStore', () => {
  it('disposes its members once, last one first, and later members at once', () => {
    const disposed: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => disposed.push('first') });
    store.add({ dispose: () => disposed.push('second') });
    store.dispose();
    store.dispose();
    store.add({ dispose: () => disposed.push('late') });
    assert.deepEqual(disposed, ['second', 'first', 'late']);
  });
});

describe('DisposableValue', () => {
  function build() {
    const disposed: string[] = [];
    const named = (name: string) => ({ dispose: () => void disposed.push(name) });
    return { disposed, named, holder: new DisposableValue() };
  }

  it('disposes the previous value when it gets another one or none', () => {
    const { disposed, named, holder } = build();
    const first = named('first');
    holder.value = first;
    holder.value = first;
    assert.deepEqual(disposed, []);
    holder.value = named('second');
    assert.deepEqual(disposed, ['first']);
    holder.value = undefined;
    assert.deepEqual(disposed, ['first', 'second']);
  });

  it('disposes its value with itself, and later values at once', () => {
    const { disposed, named, holder } = build();
    holder.value = named('held');
    holder.dispose();
    holder.dispose();
    holder.value = named('late');
    assert.deepEqual(disposed, ['held', 'late']);
    assert.equal(holder.value, undefined);
  });
});

describe('Emitter', () => {
  it('calls every subscription until it is disposed, twice if one listener subscribed twice', () => {
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
  it('runs its task on the first call only, even if the result is undefined', () => {
    let runs = 0;
    const task = once(() => {
      runs += 1;
    });
    task();
    task();
    assert.equal(runs, 1);
  });
});
