// The user's settings are read from VS Code once until they change.
import assert from 'node:assert/strict';
import type * as settingsModule from '../../../../src/platform/host/settings';
import { vscodeTexts, withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { cacheUserValues, typedBaseUrl } = withVsCodeTexts(
  () => require('../../../../src/platform/host/settings') as typeof settingsModule,
);

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
