// The dialog before a program of `portico.keyCommand` runs, and the answer with the key that it prints.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import type { ChatView } from '../../support/chatView';
import { eventuallyMatches } from '../../support/eventually';
import type { VsCode } from '../../support/vscode';
import { dialog, screenshot } from '../../support/workbench';
import { useGateway, type SharedWindow } from './sharedWindow';

const key = 'sk-canary-printed-6Hq3Zx8Vm1';

export function testKeyCommand(getShared: () => SharedWindow): void {
  let folder: string;
  let gateway: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-key-command-'));
    await writeFile(join(folder, 'key'), `${key}\n`);
    gateway = await startGateway({ apiKey: key });
    ({ vscode } = getShared());
    chat = await useGateway(vscode, gateway.baseUrl, {
      'portico.model': 'echo',
      'portico.keyCommand': { [gateway.origin]: ['cat', join(folder, 'key')] },
    });
  });
  after(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is shown with all its arguments, and does not run after Cancel', async () => {
    assert.equal(gateway.requests.length, 0);
    await chat.submit('Who are you?');
    const box = dialog(vscode.page);
    await box
      .getByText(`"cat" "${join(folder, 'key')}"`)
      .first()
      .waitFor();
    await screenshot(vscode.page, 'key-command');
    await box.getByRole('button', { name: 'Cancel' }).click();
    await chat.waitForState('failed');
    await eventuallyMatches('the notice', () => chat.note.textContent(), /didn't allow/u);
    assert.equal(gateway.requests.length, 0);
  });

  it('gives the key once it is allowed, without another question', async () => {
    await chat.button('Retry').click();
    await dialog(vscode.page).getByRole('button', { name: 'Run', exact: true }).click();
    assert.match(await chat.waitForState('complete'), /Who are you\?/u);
    assert.match(await chat.getAnswer('And now?'), /And now\?/u);
    assert.equal(gateway.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
  });

  it('leaves the key in no file', () => {
    assert.deepEqual(filesHolding(key, [vscode.home]), []);
  });
}
