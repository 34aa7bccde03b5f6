// Connecting with what a gateway's page shows, by paste.
import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { eventuallyEqual } from '../../support/eventually';
import { quickInput, runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { screenshot } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

const key = 'sk-canary-paste-8Hn3Xk5Q';

export function testConnect(getShared: () => SharedWindow): void {
  let vscode: VsCode;
  let gateway: Gateway;

  before(async () => {
    ({ vscode } = getShared());
    gateway = await startGateway({ apiKey: key });
  });
  after(() => gateway.close());

  /** Pastes as a person does: the box has one line, so VS Code drops the line breaks. */
  async function paste(text: string): Promise<void> {
    await vscode.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await vscode.page.keyboard.press('Control+v');
  }

  it('reads pasted variables, hides the key at once, and ends in the message box', async () => {
    const { page } = vscode;
    const { host } = new URL(gateway.baseUrl);
    await runCommand(page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(page, /Base URL/u);
    await paste(
      `export OPENAI_API_KEY="${key}"\nexport OPENAI_BASE_URL=${gateway.baseUrl}\nOPENAI_MODEL=echo\n`,
    );
    await input.row(`Connect to ${host}`).waitFor();
    await eventuallyEqual('the empty box', () => input.input.inputValue(), '');
    assert.ok(!(await page.content()).includes(key));
    await screenshot(page, 'connect-pasted');
    assert.deepEqual(gateway.requests, []);
    await input.pressEnterOn(`Connect to ${host}`);
    await input.waitUntilClosed();
    const chat = await ChatView.open(page);
    await chat.button('Model: echo').waitFor();
    await chat.waitForFocus();
    await vscode.waitForSetting('portico.baseUrl', gateway.baseUrl);
    await chat.getAnswer('Hello from the clipboard');
  });

  it('keeps a key that was pasted alone until an address is typed', async () => {
    const { page } = vscode;
    const { host } = new URL(gateway.baseUrl);
    await runCommand(page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(page, /Base URL/u);
    await paste(key);
    await input.rows.filter({ hasText: 'Enter the gateway' }).waitFor();
    await eventuallyEqual('the empty box', () => input.input.inputValue(), '');
    await input.type(gateway.origin);
    await input.row(`Connect to ${host}`).waitFor();
    assert.match((await input.rows.first().textContent()) ?? '', /…8Hn3|…Xk5Q/u);
    await input.cancelAndWait();
  });
}
