// Suites that need no VS Code of their own run one after the other in the same one: starting it takes longer than most of them.
import { startGateway } from '../referenceGateway/server';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { screenshot } from '../support/workbench';
import { testConnectionCheck } from './sharedWindow/connectionCheck';
import { testCrashedPage } from './sharedWindow/crashedPage';
import { testKeyboard } from './sharedWindow/keyboard';
import { testKeyCommand } from './sharedWindow/keyCommand';
import { testLostKey } from './sharedWindow/lostKey';
import { testModelAdjustments } from './sharedWindow/modelAdjustments';
import { testModelPicker } from './sharedWindow/modelPicker';
import { testPlainHttp } from './sharedWindow/plainHttp';
import { testSeveralAnswers } from './sharedWindow/severalAnswers';
import { testSeveralGateways } from './sharedWindow/severalGateways';
import type { SharedWindow } from './sharedWindow/sharedWindow';
import { testTwoWindows } from './sharedWindow/twoWindows';

describe('in one VS Code', () => {
  let shared: SharedWindow;

  before(async () => {
    const [gateway, work] = await Promise.all([startGateway(), startGateway()]);
    const vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      settings: {
        'portico.baseUrl': gateway.baseUrl,
        'portico.model': 'gated',
        'portico.temperature': 0.2,
        // Gated answers wait while a second window opens.
        'portico.timeouts': { idleSeconds: 0 },
        'portico.gateways': [{ name: 'Work', baseUrl: work.baseUrl }],
        'workbench.colorTheme': 'Default Dark Modern',
      },
    });
    shared = { vscode, gateway, work };
  });
  after(async () => {
    await shared.vscode.close();
    await Promise.all([shared.gateway.close(), shared.work.close()]);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(shared.vscode.page, `failed-${this.currentTest.title}`);
    }
  });

  const getShared = (): SharedWindow => shared;
  describe('one chat in two windows', () => testTwoWindows(getShared));
  describe('the chat by keyboard', () => testKeyboard(getShared));
  describe('Diagnose Connection', () => testConnectionCheck(getShared));
  describe('model adjustments', () => testModelAdjustments(getShared));
  describe('a page that crashes', () => testCrashedPage(getShared));
  describe('several answers, and a crash', () => testSeveralAnswers(getShared));
  describe('several gateways', () => testSeveralGateways(getShared));
  // They begin where a key for “Work” is stored and in use.
  describe('plain http', () => testPlainHttp(getShared));
  describe('a lost key', () => testLostKey(getShared));
  // The last ones: they change the gateway.
  describe('the model picker', () => testModelPicker(getShared));
  describe('a key command', () => testKeyCommand(getShared));
});
