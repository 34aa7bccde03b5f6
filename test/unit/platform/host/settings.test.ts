// How settings are read: the user's own once until they change, time limits and parameters of requests by their rules.
import assert from 'node:assert/strict';
import type * as requestSettingsModule from '../../../../src/features/models/host/requestSettings';
import { setupContributions } from '../../../../src/features/setup/host/setupContributions';
import type * as setupSettingsModule from '../../../../src/features/setup/host/setupSettings';
import type * as settingsModule from '../../../../src/platform/host/settings';
import { vscodeTexts, withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { cacheUserValues, requestSettings, timeoutSettings, typedBaseUrl } = withVsCodeTexts(() => ({
  ...(require('../../../../src/features/models/host/requestSettings') as typeof requestSettingsModule),
  ...(require('../../../../src/features/setup/host/setupSettings') as typeof setupSettingsModule),
  ...(require('../../../../src/platform/host/settings') as typeof settingsModule),
}));

describe('the user’s settings', () => {
  const { workspace } = vscodeTexts;
  const original = { ...workspace };
  let baseUrl: string;
  let readCount: number;
  let fireChange: () => void;

  beforeEach(() => {
    baseUrl = 'https://one.example/v1';
    readCount = 0;
    fireChange = () => {};
    workspace['getConfiguration'] = () => ({
      inspect: () => {
        readCount += 1;
        return { globalValue: baseUrl };
      },
    });
    workspace['onDidChangeConfiguration'] = (listener: () => void) => {
      fireChange = listener;
      return { dispose: () => (fireChange = () => {}) };
    };
  });
  afterEach(() => {
    for (const name of Object.keys(workspace)) delete workspace[name];
    Object.assign(workspace, original);
  });

  it('are read from VS Code once, and again after a change', () => {
    const caching = cacheUserValues();
    assert.deepEqual([typedBaseUrl(), typedBaseUrl()], [baseUrl, baseUrl]);
    assert.equal(readCount, 1);
    baseUrl = 'https://two.example/v1';
    fireChange();
    assert.deepEqual([typedBaseUrl(), typedBaseUrl()], [baseUrl, baseUrl]);
    assert.equal(readCount, 2);
    caching.dispose();
  });

  it('are read each time while nothing listens to changes', () => {
    cacheUserValues().dispose();
    assert.equal(typedBaseUrl(), 'https://one.example/v1');
    baseUrl = 'https://two.example/v1';
    assert.equal(typedBaseUrl(), 'https://two.example/v1');
  });
});

/** Runs `check` while the user's settings are these. */
function withSettings(settings: Readonly<Record<string, unknown>>, check: () => void): void {
  const { workspace } = vscodeTexts;
  const original = workspace['getConfiguration'];
  workspace['getConfiguration'] = () => ({
    inspect: (name: string) => ({ globalValue: settings[name] }),
    get: (name: string) => settings[name],
  });
  try {
    check();
  } finally {
    workspace['getConfiguration'] = original;
  }
}

describe('time limits in the settings', () => {
  const defaults = setupContributions.settings['portico.timeouts'].default;
  const onLoopback = { ...defaults, firstTokenSeconds: 0, totalSeconds: 0 };

  it('have defaults; on loopback none limits the first token or a complete response', () => {
    for (const timeouts of [undefined, null, {}, [], 'none', 5, { firstTokenSeconds: -1 }]) {
      withSettings({ timeouts }, () => {
        assert.deepEqual(timeoutSettings(false), defaults, JSON.stringify(timeouts));
        assert.deepEqual(timeoutSettings(true), onLoopback, JSON.stringify(timeouts));
      });
    }
  });

  it('are the user’s own where they are set, on loopback too', () => {
    const set = { firstTokenSeconds: 7, totalSeconds: 0.5 };
    withSettings({ timeouts: set }, () => {
      assert.deepEqual(timeoutSettings(true), { ...onLoopback, ...set });
      assert.deepEqual(timeoutSettings(false), { ...defaults, ...set });
    });
    withSettings({ timeouts: { idleSeconds: 0 } }, () =>
      assert.deepEqual(timeoutSettings(true), { ...onLoopback, idleSeconds: 0 }),
    );
  });

  it('ignore a single value that is no number of seconds', () => {
    const timeouts = { firstTokenSeconds: '60', idleSeconds: 9, totalSeconds: null };
    withSettings({ timeouts }, () =>
      assert.deepEqual(timeoutSettings(true), { ...onLoopback, idleSeconds: 9 }),
    );
  });
});

describe('the settings of a request', () => {
  it('carry what is set, zero and false too', () => {
    const set = { stream: false, temperature: 0, maxTokens: 64 };
    withSettings({ ...set, reasoningEffort: 'low' }, () =>
      assert.deepEqual(requestSettings('Be brief.'), {
        ...set,
        systemPrompt: 'Be brief.',
        reasoningEffort: 'low',
      }),
    );
  });

  it('carry nothing that is not set or of another type', () => {
    const nothing = { systemPrompt: '', stream: true };
    withSettings({}, () => assert.deepEqual(requestSettings(), nothing));
    withSettings({ stream: 'no', temperature: 'hot', maxTokens: [64], reasoningEffort: '' }, () =>
      assert.deepEqual(requestSettings(), nothing),
    );
  });
});
