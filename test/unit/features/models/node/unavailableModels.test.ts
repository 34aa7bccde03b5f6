import assert from 'node:assert/strict';
import { UnavailableModels } from '../../../../../src/features/models/node/unavailableModels';

describe('UnavailableModels', () => {
  it('forgets models of one gateway only', () => {
    const unavailable = new UnavailableModels();
    unavailable.add('one', 'a');
    unavailable.add('one', 'b');
    unavailable.add('other', 'a');
    unavailable.forget('one', ['a', 'c']);
    assert.deepEqual([...unavailable.of('one')], ['b']);
    assert.deepEqual([...unavailable.of('other')], ['a']);
    assert.deepEqual([...unavailable.of('third')], []);
  });
});
