// A Base URL without encryption, and a secret storage that lost the key.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { quickInput, runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { dialog, notification } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

/** Needs a stored key for “Work”, and “Work” as the current gateway. */
export function testInsecureAndLostKeys(getShared: () => SharedWindow): void {
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
      assert.equal(await input.input.inputValue(), `http://${host}/v1`);
      await input.cancelAndWait();
      assert.equal(await vscode.setting('portico.baseUrl'), work.baseUrl);
    });
  }

  it('says that VS Code lost the key, and asks for it again', async () => {
    await vscode.loseBrowserProfile();
    const chat = await ChatView.open(vscode.page);
    await chat.frame.getByText('VS Code lost the stored key').waitFor();
    const sent = work.requests.length;
    await chat.submit('Do you still know me?');
    const input = await quickInput(vscode.page, /API Key/u);
    await chat.waitForText('Do you still know me?');
    assert.equal(work.requests.length, sent);
    await input.type('sk-canary-given-again-5Yb8Qw2e');
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    await chat.box.press('Enter');
    await chat.waitForLastAnswer(/Do you still know me\?/u);
    assert.match(await chat.waitForState('complete'), /Do you still know me\?/u);
  });
}
