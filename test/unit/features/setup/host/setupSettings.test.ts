import assert from 'node:assert/strict';
import type * as connectTextsModule from '../../../../../src/features/setup/host/connectTexts';
import type * as setupSettingsModule from '../../../../../src/features/setup/host/setupSettings';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { saveGateway } = withVsCodeTexts(
  () =>
    require('../../../../../src/features/setup/host/setupSettings') as typeof setupSettingsModule,
);
const { presetTexts } = withVsCodeTexts(
  () => require('../../../../../src/features/setup/host/connectTexts') as typeof connectTextsModule,
);

describe('a preset for a gateway that the user has an entry of', () => {
  const { getConfiguration } = vscodeTexts.workspace;
  const baseUrl = 'https://gw.example/v1';
  const own = {
    name: 'Mine',
    baseUrl,
    apiFormat: 'chat',
    models: { 'gpt-*': { contextLength: 8 } },
  };
  const extras = {
    apiFormat: 'messages',
    models: { 'claude-*': { contextLength: 9 } },
    helpUrl: 'https://help.example/',
  } as const;
  let gateways: unknown;

  beforeEach(() => {
    gateways = [own];
    vscodeTexts.workspace['getConfiguration'] = () => ({
      inspect: (name: string) => ({ globalValue: name === 'gateways' ? gateways : undefined }),
      update: async (_name: string, value: unknown) => void (gateways = value),
    });
  });
  after(() => (vscodeTexts.workspace['getConfiguration'] = getConfiguration));

  it('adds what the entry lacks, and leaves the rest', async () => {
    await saveGateway({ name: 'Company', baseUrl, ...extras });
    assert.deepEqual(gateways, [{ ...own, helpUrl: extras.helpUrl }]);
  });

  it('finds the entry of an address that is written otherwise', async () => {
    gateways = [{ name: 'Mine', baseUrl: 'gw.example/v1/', keyLabel: '' }];
    await saveGateway({ name: 'Company', baseUrl, helpUrl: extras.helpUrl });
    assert.deepEqual(gateways, [
      { name: 'Mine', baseUrl: 'gw.example/v1/', keyLabel: '', helpUrl: extras.helpUrl },
    ]);
  });

  it('says which fields stay', () => {
    assert.deepEqual(presetTexts({ baseUrl, extras }), [
      'Help page: https://help.example/',
      'API format: kept as in your settings',
      'Settings of models: kept as in your settings',
    ]);
  });
});
