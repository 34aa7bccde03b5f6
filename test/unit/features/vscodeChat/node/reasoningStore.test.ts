import assert from 'node:assert/strict';
import { ReasoningStore } from '../../../../../src/features/vscodeChat/node/reasoningStore';
import type { ReceivedReasoning } from '../../../../../src/gateway/common/tools';

const ref = { gateway: 'https://a.example/v1', model: 'm' };

function call(id: string, input: Record<string, unknown> = {}) {
  return { id, name: 'weather', input };
}

function reasoning(signature: string): ReceivedReasoning {
  return { apiFormat: 'messages', model: 'm', blocks: [{ type: 'thinking', signature }] };
}

describe('ReasoningStore', () => {
  it('finds the reasoning of a call that comes back, in any order of its input', () => {
    const store = new ReasoningStore();
    const calls = [call('1', { city: 'Bern', at: { hour: 1, minute: 2 } }), call('2')];
    store.add(ref, calls, reasoning('s'));
    const returned = [call('1', { at: { minute: 2, hour: 1 }, city: 'Bern' })];
    assert.deepEqual(store.find(ref, returned), reasoning('s'));
    assert.deepEqual(store.find(ref, [call('unknown'), call('2')]), reasoning('s'));
  });

  it('finds none for another gateway, model, ID, tool or input', () => {
    const store = new ReasoningStore();
    store.add(ref, [call('1', { city: 'Bern' })], reasoning('s'));
    const same = call('1', { city: 'Bern' });
    assert.equal(store.find({ ...ref, gateway: 'https://b.example/v1' }, [same]), undefined);
    assert.equal(store.find({ ...ref, model: 'n' }, [same]), undefined);
    assert.equal(store.find(ref, [call('2', { city: 'Bern' })]), undefined);
    assert.equal(store.find(ref, [{ ...same, name: 'time' }]), undefined);
    assert.equal(store.find(ref, [call('1', { city: 'Basel' })]), undefined);
  });

  it('counts the input of calls: drops the oldest reasoning before large inputs fill the memory', () => {
    const store = new ReasoningStore(10_000);
    const calls = Array.from({ length: 5 }, (_, index) =>
      call(String(index), { text: 'x'.repeat(3_000) }),
    );
    for (const one of calls) {
      store.add(ref, [one], reasoning('s'));
    }
    assert.deepEqual(
      calls.map((one) => store.find(ref, [one]) !== undefined),
      [false, false, true, true, true],
    );
  });

  it('drops the oldest reasoning beyond its limit', () => {
    const store = new ReasoningStore(1_000);
    for (let index = 0; index < 50; index += 1) {
      store.add(ref, [call(String(index))], reasoning('x'.repeat(20)));
    }
    assert.equal(store.find(ref, [call('0')]), undefined);
    assert.deepEqual(store.find(ref, [call('49')]), reasoning('x'.repeat(20)));
  });
});
