// A Base URL without encryption.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import { quickInput, runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { dialog } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

/** Needs “Work” as the current gateway. */
export function testPlainHttp(getShared: () => SharedWindow): void {
  let work: Gateway;
  let vscode: VsCode;

  before(() => ({ vscode, work } = getShared()));

  // VS Code sends requests to any name and address but localhost, 127.0.0.1 and ::1 to a proxy, if there is one.
  for (const [host, machine] of [
    ['gateway.invalid', 'another machine'],
    ['gateway.localhost', 'a name of this machine that VS Code uses a proxy for'],
    ['127.0.0.2', 'an address of this machine that VS Code uses a proxy for'],
  ] as const) {
    it(`asks before anything is sent without encryption to ${machine}`, async () => {
      await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
      const input = await quickInput(vscode.page, /Base URL/u);
      await input.type(`http://${host}`);
      await input.accept();
      await input.waitForTitle(new RegExp(`API Key for ${host}`, 'u'));
      await input.type('sk-another-key-entirely');
      await input.accept();
      await dialog(vscode.page).getByText('without encryption').first().waitFor();
      await vscode.page.keyboard.press('Escape');
      await input.waitForTitle(/Base URL/u);
      await input.row(host).waitFor();
      await input.cancelAndWait();
      assert.equal(await vscode.setting('portico.baseUrl'), work.baseUrl);
    });
  }
}
