// What goes wrong around Portico rather than in it: a secret storage that forgets, an address without encryption.
import assert from 'node:assert/strict';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import type { VsCode } from '../../support/vscode';
import { dialog, eventually, notification, quickInput, runCommand } from '../../support/workbench';
import type { OneWindow } from './oneWindow';

/** Begins where a key for “Work” is stored and in use. */
export function hasBadLuck(window: () => OneWindow): void {
  let work: Gateway;
  let vscode: VsCode;

  before(() => ({ vscode, work } = window()));

  it('asks before anything is sent without encryption to another machine', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const address = await quickInput(vscode.page);
    await address.type('http://gateway.invalid');
    await address.accept();
    await eventually('the question for the key', async () =>
      /API Key for gateway\.invalid/u.test((await address.title.textContent()) ?? ''),
    );
    await address.type('sk-another-key-entirely');
    await address.accept();
    await dialog(vscode.page).getByText('without encryption').first().waitFor();
    await vscode.page.keyboard.press('Escape');
    await eventually('the address again', async () =>
      /Base URL/u.test((await address.title.textContent()) ?? ''),
    );
    assert.equal(await address.input.inputValue(), 'http://gateway.invalid/v1');
    await address.cancel();
    await address.closed();
    assert.equal(vscode.settings['portico.baseUrl'], work.baseUrl);
  });

  it('says that VS Code did not keep the key, and why that happens', async () => {
    await vscode.loseBrowser();
    const chat = await ChatView.open(vscode.page);
    await chat.frame
      .getByText(/no longer has|did not keep/u)
      .first()
      .waitFor();
    const sent = work.requests.length;
    await chat.ask('Do you still know me?');
    const input = await quickInput(vscode.page);
    assert.match((await input.title.textContent()) ?? '', /API Key/u);
    assert.equal(await chat.box.inputValue(), 'Do you still know me?');
    assert.equal(work.requests.length, sent);
    await input.type('sk-canary-given-again-5Yb8Qw2e');
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    await chat.box.press('Enter');
    assert.match(await chat.lastIs('complete'), /Do you still know me\?/u);
  });
}
