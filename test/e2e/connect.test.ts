// From a gateway's page to a working chat: by a link that VS Code opens, and by pasting what the page shows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { filesHolding } from '../support/canary';
import { ChatView } from '../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../support/eventually';
import { quickInput, runCommand, type QuickInput } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { dialog, screenshot } from '../support/workbench';

const key = 'sk-canary-connect-8Hn3Xk5Q';
const pastedKey = 'sk-canary-paste-2Rt6Wm9B';

describe('Connecting', () => {
  let vscode: VsCode;
  let gateway: Gateway;
  let other: Gateway;
  let host: string;

  before(async () => {
    gateway = await startGateway({ apiKey: key });
    other = await startGateway({ apiKey: pastedKey });
    ({ host } = new URL(gateway.baseUrl));
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      settings: { 'workbench.colorTheme': 'Default Dark Modern' },
    });
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    await other.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-${this.currentTest.title}`);
    }
  });

  /** Lets VS Code open a link, which asks first whether Portico may open it. */
  async function openLink(query: string): Promise<void> {
    const { page } = vscode;
    await runCommand(page, 'Developer: Open URL');
    const input = await quickInput(page);
    await input.type(`vscode://portico.portico/connect?${query}`);
    await input.accept();
    const box = dialog(page);
    await box.getByText('to open this URI').first().waitFor();
    await box.getByRole('button', { name: 'Open', exact: true }).click();
  }

  async function openConnect(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    return quickInput(vscode.page, /Base URL/u);
  }

  /** Pastes as a person does: the box has one line, so the browser makes blanks of the line breaks. */
  async function paste(text: string): Promise<void> {
    await vscode.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await vscode.page.keyboard.press('Control+v');
  }

  it('by a link takes two clicks and no typing, and ends in the message box', async () => {
    const { page } = vscode;
    await openLink(
      `key=${key}&baseUrl=${encodeURIComponent(gateway.baseUrl)}&name=Team&model=echo`,
    );
    const box = dialog(page);
    await box.getByText(`A link wants to set up ${host}.`).first().waitFor();
    await screenshot(page, 'connect-link');
    await box.getByRole('button', { name: 'Review…', exact: true }).click();
    const input = await quickInput(page, /Base URL/u);
    await input.row(host).waitFor();
    await screenshot(page, 'connect-link-review');
    // An Enter that was meant for something else chooses nothing.
    await input.accept();
    assert.equal(await vscode.setting('portico.baseUrl'), undefined);
    assert.equal(gateway.requests.length, 0);
    await input.pick(host);
    await vscode.waitForSetting('portico.baseUrl', gateway.baseUrl);
    await vscode.waitForSetting('portico.gateways', [{ name: 'Team', baseUrl: gateway.baseUrl }]);
    const chat = await ChatView.open(page);
    await chat.button('Model: echo').waitFor();
    await chat.waitForFocus();
    await chat.getAnswer('Hello');
    assert.equal(gateway.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
  });

  it('by pasted lines hides the key at once, and ends in the message box', async () => {
    const { page } = vscode;
    const input = await openConnect();
    await screenshot(page, 'connect-start');
    await paste(
      `Base URL: ${gateway.baseUrl}\nDocs: see the page above\nAPI Key: ${key}\nModel: echo\n`,
    );
    await input.row(host).waitFor();
    await eventuallyMatches(
      'what was read',
      () => input.rows.first().textContent(),
      /\/v1.*Xk5Q.*echo/u,
    );
    await eventuallyEqual('the empty box', () => input.input.inputValue(), '');
    assert.ok(!(await page.content()).includes(key));
    await screenshot(page, 'connect-pasted');
    await input.accept();
    await input.waitUntilClosed();
    await (await ChatView.open(page)).waitForFocus();
  });

  it('keeps the key of a pasted text for who goes back from the models', async () => {
    const { page } = vscode;
    const input = await openConnect();
    await paste(
      `OPENAI_API_KEY=${pastedKey} OPENAI_BASE_URL=${other.baseUrl} OPENAI_MODEL=not-there`,
    );
    await input.row(new URL(other.baseUrl).host).waitFor();
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    await input.row('echo').waitFor();
    await input.button('Back').click();
    await input.waitForTitle(/API Key/u);
    await eventuallyMatches('the prompt', () => input.message.textContent(), /keep the key …Wm9B/u);
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    await input.pick('echo');
    await vscode.waitForSetting('portico.baseUrl', other.baseUrl);
    // Connect ends with that; until then it could take the focus from the next box.
    await (await ChatView.open(page)).waitForFocus();
    other.clearRequests();
    await runCommand(page, 'Portico: Refresh Model List');
    await eventually('the model list', () => other.requests.length > 0);
    assert.equal(other.requests.at(-1)?.headers['authorization'], `Bearer ${pastedKey}`);
  });

  it('keeps a key that was pasted alone until an address is typed', async () => {
    const input = await openConnect();
    await paste(key);
    await input.rows.filter({ hasText: "Enter the gateway's address" }).waitFor();
    await eventuallyEqual('the empty box', () => input.input.inputValue(), '');
    await input.type(gateway.origin);
    await eventuallyMatches(
      'the row',
      () => input.rows.first().textContent(),
      /127\.0\.0\.1.*Xk5Q/u,
    );
    await input.cancelAndWait();
  });

  it('leaves the key in no file and no log', () => {
    assert.deepEqual(filesHolding(pastedKey, [vscode.home]), []);
    // VS Code keeps what its command "Open URL" was given in the browser's profile.
    const files = filesHolding(key, [vscode.home]);
    assert.deepEqual(
      files.filter(
        (file) => !file.startsWith(join(vscode.home, 'profile', 'Default', 'IndexedDB')),
      ),
      [],
    );
  });
});
