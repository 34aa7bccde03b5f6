// What goes wrong around Portico rather than in it: a secret storage that forgets, an address without encryption.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, startGateway } from '../gateway/server';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { dialog, eventually, notification, quickInput, runCommand } from '../support/workbench';
import { ChatView } from '../support/chatView';

const key = 'sk-canary-forgotten-5Yb8Qw2e';

describe('bad luck', function () {
  this.timeout(120_000);
  let gateway: Gateway;
  let home: string;
  let vscode: VsCode;

  async function open(): Promise<void> {
    vscode = await VsCode.open({
      home,
      extensionVsix: packagedExtension,
      settings: { 'portico.baseUrl': gateway.baseUrl, 'portico.model': 'echo' },
    });
  }

  before(async () => {
    gateway = await startGateway({ apiKey: key });
    home = mkdtempSync(join(tmpdir(), 'portico-bad-luck-'));
    await open();
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('asks before anything is sent without encryption to another machine', async () => {
    const chat = await ChatView.open(vscode.page);
    await runCommand(vscode.page, 'Portico: Set API Key…');
    const input = await quickInput(vscode.page);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    assert.match(await chat.answerTo('Are you there?'), /Are you there\?/u);

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
    assert.equal(vscode.settings['portico.baseUrl'], gateway.baseUrl);
  });

  it('says that VS Code did not keep the key, and why that happens', async () => {
    await vscode.close();
    rmSync(join(home, 'profile'), { recursive: true });
    await open();
    const chat = await ChatView.open(vscode.page);
    await chat.frame
      .getByText(/no longer has|did not keep/u)
      .first()
      .waitFor();
    const sent = gateway.requests.length;
    await chat.ask('Do you still know me?');
    const input = await quickInput(vscode.page);
    assert.match((await input.title.textContent()) ?? '', /API Key/u);
    assert.equal(await chat.box.inputValue(), 'Do you still know me?');
    assert.equal(gateway.requests.length, sent);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, 'was stored').waitFor();
    await chat.box.press('Enter');
    assert.match(await chat.lastIs('complete'), /Do you still know me\?/u);
  });
});
