// A secret storage that lost the key.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView, pressKey } from '../../support/chatView';
import { quickInput } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { notification } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

/** Needs a stored key for “Work”, and “Work” as the current gateway. */
export function testLostKey(getShared: () => SharedWindow): void {
  let work: Gateway;
  let vscode: VsCode;

  before(() => ({ vscode, work } = getShared()));

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
    await pressKey(chat.box, 'Enter');
    await chat.waitForLastAnswer(/Do you still know me\?/u);
    assert.match(await chat.waitForState('complete'), /Do you still know me\?/u);
  });
}
