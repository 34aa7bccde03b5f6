import assert from 'node:assert/strict';
import { settingDefaults } from '../../../../../src/platform/host/contributions';
import { readTimeouts } from '../../../../../src/features/setup/host/readTimeouts';

const defaults = settingDefaults['portico.timeouts'];
const onLoopback = { ...defaults, firstTokenSeconds: 0, totalSeconds: 0 };

describe('time limits in the settings', () => {
  it('have defaults; on loopback none limits the first token or a complete response', () => {
    for (const setting of [undefined, null, {}, [], 'none', 5, { firstTokenSeconds: -1 }]) {
      assert.deepEqual(readTimeouts(setting, false), defaults, JSON.stringify(setting));
      assert.deepEqual(readTimeouts(setting, true), onLoopback, JSON.stringify(setting));
    }
  });

  it('are the user’s own where they are set, on loopback too', () => {
    const set = { firstTokenSeconds: 7, totalSeconds: 0.5 };
    assert.deepEqual(readTimeouts(set, true), { ...onLoopback, ...set });
    assert.deepEqual(readTimeouts(set, false), { ...defaults, ...set });
    assert.deepEqual(readTimeouts({ idleSeconds: 0 }, true), { ...onLoopback, idleSeconds: 0 });
  });

  it('ignore a single value that is no number of seconds', () => {
    const setting = { firstTokenSeconds: '60', idleSeconds: 9, totalSeconds: null };
    assert.deepEqual(readTimeouts(setting, true), { ...onLoopback, idleSeconds: 9 });
  });
});
