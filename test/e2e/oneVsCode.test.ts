// What needs no VS Code of its own happens in one after the other: starting it takes longer than most of it.
import { startGateway } from '../referenceGateway/server';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { screenshot } from '../support/workbench';
import { hasBadLuck } from './parts/badLuck';
import { checksConnection } from './parts/connectionCheck';
import { learns } from './parts/learned';
import type { OneWindow } from './parts/oneWindow';
import { goesBetweenGateways } from './parts/severalGateways';
import { hasTwoWindows } from './parts/twoWindows';

describe('one VS Code', function () {
  this.timeout(120_000);
  let opened: OneWindow;

  before(async () => {
    const [gateway, work] = await Promise.all([startGateway(), startGateway()]);
    const vscode = await VsCode.open({
      extensionVsix: packagedExtension,
      settings: {
        'portico.baseUrl': gateway.baseUrl,
        'portico.model': 'gated',
        'portico.temperature': 0.2,
        'portico.gateways': [{ name: 'Work', baseUrl: work.baseUrl }],
        'workbench.colorTheme': 'Default Dark Modern',
      },
    });
    opened = { vscode, gateway, work };
  });
  after(async () => {
    await opened.vscode.close();
    await Promise.all([opened.gateway.close(), opened.work.close()]);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(opened.vscode.page, `failed-${this.currentTest.title}`);
    }
  });

  const window = (): OneWindow => opened;
  describe('two windows on one chat', () => hasTwoWindows(window));
  describe('Check Connection', () => checksConnection(window));
  describe('what Portico learned', () => learns(window));
  describe('several gateways', () => goesBetweenGateways(window));
  describe('bad luck', () => hasBadLuck(window));
});
