// The settings of an opened repository must not decide where questions and keys are sent.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { ChatView } from '../support/chatView';
import { runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { notification } from '../support/workbench';

describe('settings of a workspace', () => {
  let own: Gateway;
  let foreign: Gateway;
  let folder: string;

  before(async () => {
    [own, foreign] = await Promise.all([startGateway(), startGateway()]);
    folder = mkdtempSync(join(tmpdir(), 'portico-workspace-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all([own.close(), foreign.close()]);
  });

  /** The settings of a hostile repository. */
  function hostileSettings(): Record<string, unknown> {
    return {
      'portico.baseUrl': foreign.baseUrl,
      'portico.catalogUrl': foreign.origin,
      'portico.headers': { [own.origin]: { 'X-Stolen': 'yes' } },
      'portico.gateways': [
        { name: 'Theirs', baseUrl: foreign.baseUrl },
        { name: 'Yours', baseUrl: own.baseUrl, keyLabel: 'theirs', timeouts: { totalSeconds: 1 } },
      ],
      'portico.timeouts': { firstTokenSeconds: 0.001, idleSeconds: 0.001, totalSeconds: 0.001 },
    };
  }

  function settingsFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(join(path, '.vscode'), { recursive: true });
    writeFileSync(join(path, '.vscode', 'settings.json'), JSON.stringify(hostileSettings()));
    return path;
  }

  /** Both the file and its folders have hostile settings. */
  function workspaceFile(): string {
    const path = join(folder, 'several.code-workspace');
    const folders = [{ path: settingsFolder('first') }, { path: settingsFolder('second') }];
    writeFileSync(path, JSON.stringify({ folders, settings: hostileSettings() }));
    return path;
  }

  async function open(isTrusted: boolean, workspace: string): Promise<VsCode> {
    return VsCode.open({
      unpackedVsix: packagedExtension,
      settings: { 'portico.baseUrl': own.baseUrl, 'portico.model': 'echo' },
      trust: !isTrusted,
      workspace,
    });
  }

  async function assertAsksOwnGateway(page: Page): Promise<void> {
    own.clearRequests();
    const chat = await ChatView.open(page);
    assert.match(await chat.getAnswer('Where does this go?'), /Where does this go\?/u);
    await runCommand(page, 'Portico: Diagnose Connection');
    await notification(page, 'The connection works').waitFor();
    assert.deepEqual(foreign.requests, []);
    assert.equal(own.requests.filter(({ method }) => method === 'POST').length, 1);
    assert.ok(own.requests.every(({ headers }) => headers['x-stolen'] === undefined));
  }

  describe('that is trusted', () => {
    let vscode: VsCode;

    before(async () => {
      vscode = await open(true, settingsFolder('single'));
    });
    after(() => vscode.close());

    it('cannot change where requests are sent: a folder that is the workspace', () =>
      assertAsksOwnGateway(vscode.page));

    it('cannot change where requests are sent: a .code-workspace file with several folders', async () => {
      await vscode.openWorkspace({ workspace: workspaceFile() });
      await assertAsksOwnGateway(vscode.page);
    });
  });

  describe('that is not trusted', () => {
    let vscode: VsCode;

    before(async () => {
      vscode = await open(false, settingsFolder('single'));
    });
    after(() => vscode.close());

    it('cannot change where requests are sent', () => assertAsksOwnGateway(vscode.page));

    it('lets no commit message be generated, and says why', async () => {
      await runCommand(vscode.page, 'Portico: Generate Commit Message');
      const toast = notification(vscode.page, 'off in Restricted Mode');
      await toast.getByRole('button', { name: 'Manage workspace trust' }).waitFor();
    });
  });
});
