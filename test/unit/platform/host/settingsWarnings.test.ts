import assert from 'node:assert/strict';
import type * as requestSettingsModule from '../../../../src/features/models/host/requestSettings';
import type * as setupSettingsModule from '../../../../src/features/setup/host/setupSettings';
import { isAllowedQueryParameter } from '../../../../src/gateway/node/http/requestHeaders';
import type * as settingsWarningsModule from '../../../../src/platform/host/settingsWarnings';
import { MemoryMemento } from '../../../support/memoryStorage';
import { until } from '../../../support/until';
import { vscodeTexts, withVsCodeTexts } from '../../../support/withVsCodeTexts';

const { modelsSettingCheck, setupSettingChecks, warnOfInvalidSettings } = withVsCodeTexts(() => ({
  ...(require('../../../../src/features/models/host/requestSettings') as typeof requestSettingsModule),
  ...(require('../../../../src/features/setup/host/setupSettings') as typeof setupSettingsModule),
  ...(require('../../../../src/platform/host/settingsWarnings') as typeof settingsWarningsModule),
}));

describe('warnOfInvalidSettings', () => {
  const { window, workspace } = vscodeTexts;
  const original = { window: { ...window }, workspace: { ...workspace } };
  let settings: Record<string, unknown>;
  let shown: string[];
  let memento: MemoryMemento;
  let listeners: ((change: object) => void)[];

  beforeEach(() => {
    settings = {};
    shown = [];
    memento = new MemoryMemento();
    listeners = [];
    window['showWarningMessage'] = (text: string) => Promise.resolve(void shown.push(text));
    workspace['getConfiguration'] = () => ({
      inspect: (name: string) => ({ globalValue: settings[name] }),
      get: (name: string) => settings[name],
    });
    workspace['onDidChangeConfiguration'] = (listener: (change: object) => void) => {
      listeners.push(listener);
      return { dispose: () => {} };
    };
  });
  afterEach(() => {
    for (const [part, members] of Object.entries(original)) {
      const own = vscodeTexts[part as keyof typeof original];
      Object.keys(own).forEach((name) => delete own[name]);
      Object.assign(own, members);
    }
  });

  /** A window of VS Code opens; its settings have not changed. */
  function openWindow(): void {
    const gateway = { isAllowedHeader: () => false, isAllowedQueryParameter };
    const gateways = { read: () => ({ gateways: [], invalid: [] }) };
    warnOfInvalidSettings(setupSettingChecks(gateway, gateways), memento);
    warnOfInvalidSettings([modelsSettingCheck], memento);
  }

  /** The user saves a setting. */
  function change(setting: string): void {
    const event = { affectsConfiguration: (id: string) => id === setting };
    listeners.forEach((listener) => listener(event));
  }

  it('warn of a value that is invalid at the start, in one window only', () => {
    settings['models'] = { m: { contextLength: -1 } };
    openWindow();
    openWindow();
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /“portico\.models”: "m" → contextLength must be/u);
  });

  it('warn of each invalid setting, and of no valid one', () => {
    settings['models'] = { m: 7 };
    settings['keyCommand'] = { 'no origin': ['op'] };
    settings['headers'] = { 'https://gateway.example': { Host: 'x' } };
    settings['queryParameters'] = { 'https://gateway.example': { team: 'x${env:TEAM}', a: 'b' } };
    openWindow();
    assert.equal(shown.length, 4);
    assert.match(
      shown.join(),
      /“portico\.queryParameters”: "team"\. .* \$\{apiKey\}, \$\{chatId\}, \$\{machineId\}/u,
    );
    assert.doesNotMatch(shown.join(), /"op"|"x"/u);
    shown = [];
    settings = { models: { m: { contextLength: 8_192 } } };
    openWindow();
    assert.deepEqual(shown, []);
  });

  it('warn at the start of another value that became invalid meanwhile, or of the same one again', () => {
    settings['models'] = { m: 7 };
    openWindow();
    settings['models'] = { n: 7 };
    openWindow();
    assert.equal(shown.length, 2);
    settings['models'] = {};
    openWindow();
    settings['models'] = { n: 7 };
    openWindow();
    assert.equal(shown.length, 3);
  });

  it('warn of every change to an invalid value, and not again at the next start', () => {
    openWindow();
    settings['models'] = { m: 7 };
    change('portico.models');
    change('portico.models');
    change('portico.headers');
    assert.equal(shown.length, 2);
    openWindow();
    assert.equal(shown.length, 2);
  });

  it('open the settings at the invalid one', async () => {
    const searched: unknown[] = [];
    window['showWarningMessage'] = (_text: string, ...buttons: readonly string[]) =>
      Promise.resolve(buttons.find((button) => button === 'Open settings'));
    const commands = vscodeTexts.commands as Record<string, unknown>;
    commands['executeCommand'] = (command: string, query: string) =>
      Promise.resolve(void searched.push([command, query]));
    settings['models'] = { m: 7 };
    openWindow();
    await until(() => searched.length > 0);
    delete commands['executeCommand'];
    assert.deepEqual(searched, [['workbench.action.openSettings', 'portico.models']]);
  });

  it('show no value of a damaged store', () => {
    memento.values.set('portico.shownSettingsWarnings', ['x']);
    openWindow();
    assert.deepEqual(shown, []);
  });
});
