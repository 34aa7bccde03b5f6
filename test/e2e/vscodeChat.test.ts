// VS Code's own chat with a model of the gateway, through the participant of another extension that needs consent.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { demoModels } from '../referenceGateway/models/demoModels';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { eventually, eventuallyMatches } from '../support/eventually';
import { runCommand } from '../support/quickInput';
import { packagedExtension, projectRoot } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { askUntil } from '../support/vscodeChat';
import { dialog, notification, screenshot } from '../support/workbench';

/** What a hostile gateway may say of a model. */
const hostile = {
  id: 'evil-$(alert)-[x](command:workbench.action.quit)\u202etxt',
  record: {
    display_name:
      '$(trash) [Free](command:workbench.action.quit) `code` <b>bold</b>\n# Title \u202e',
    version: '$(trash) [2](command:workbench.action.quit) <b>new</b>',
    description:
      '![x](https://evil.example/x.png) <img src=x> [y](command:workbench.action.quit) **b** https://evil.example <z@evil.example> $(alert)',
  },
} as const;

describe("VS Code's own chat", () => {
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    const small = demoModels.find(({ id }) => id === 'demo-small');
    assert.ok(small);
    gateway = await startGateway({ models: [{ ...small, ...hostile }], tokensPerSecond: Infinity });
    vscode = await VsCode.open({
      unpackedVsix: packagedExtension,
      extensionFolders: [join(projectRoot, 'test', 'integration', 'fixtures', 'asker')],
      settings: { 'chat.disableAIFeatures': false, 'portico.baseUrl': gateway.baseUrl },
    });
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
  });

  const questions = () => gateway.requests.filter(({ method }) => method === 'POST');

  it('asks before another extension uses a model, and sends nothing after a no', async () => {
    const { page } = vscode;
    // The stored list is missing, and nobody has asked for it.
    assert.deepEqual(gateway.requests, []);
    await runCommand(page, 'Portico: Refresh Model List');
    await notification(page, 'The gateway lists').waitFor();
    await ask('Who are you?');
    const box = dialog(page);
    const { host } = new URL(gateway.origin);
    await box
      .getByText(`Allow Asker (portico-tests.asker) to use the models of ${host}?`)
      .waitFor();
    await screenshot(page, 'extension-access');
    await box.getByRole('button', { name: "Don't Allow" }).click();
    await page.locator('.interactive-session').getByText('allow this extension').first().waitFor();
    assert.deepEqual(questions(), []);
  });

  it('answers once the user allows it in Manage Extension Access', async () => {
    const { page } = vscode;
    await runCommand(page, 'Portico: Manage Extension Access…');
    const row = page.locator('.quick-input-widget .monaco-list-row').first();
    await row.getByText('Not allowed').waitFor();
    await screenshot(page, 'manage-extension-access');
    await page.keyboard.press('Enter');
    await row.getByText('Allowed', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await ask('Who are you now?');
    await eventually('the question', () => questions().length > 0);
    assert.match(questions()[0]?.body ?? '', /Who are you now\?/u);
    const last = page.locator('.interactive-session .interactive-response').last();
    await eventuallyMatches('the answer', () => last.textContent(), /the short answer is 42/u);
    await screenshot(page, 'vscode-chat');
  });

  it('shows what a hostile gateway says of a model as plain text, in its picker and on hover', async () => {
    const { page } = vscode;
    await runCommand(page, 'Chat: Open Chat');
    const chat = page.locator('.interactive-session').first();
    await chat.getByRole('button', { name: /^Models, / }).click();
    const row = page.locator('.action-widget .monaco-list-row').filter({ hasText: 'Free' }).first();
    await row.hover();
    const hover = page.locator('.chat-model-hover').first();
    await hover.getByText('evil').first().waitFor();
    await screenshot(page, 'hostile-model');
    for (const place of [row.locator('.title'), hover]) {
      assert.equal(await place.locator('a, img, b, strong, code, h1, .codicon').count(), 0);
      assert.doesNotMatch((await place.textContent()) ?? '', /\u202e/u);
    }
    const shown = (await hover.textContent()) ?? '';
    for (const text of ['<img src=x>', 'command:workbench.action.quit', '**', 'z@']) {
      assert.ok(shown.replaceAll(/[\u2060\uFEFF]/gu, '').includes(text), `${text}: ${shown}`);
    }
    await page.keyboard.press('Escape');
  });

  async function ask(question: string): Promise<void> {
    const { page } = vscode;
    await runCommand(page, 'Chat: Open Chat');
    const box = page.locator('.interactive-session .chat-input-container .monaco-editor').last();
    const sent = page.locator('.interactive-request').filter({ hasText: question });
    await askUntil(page, box, `@asker ${question}`, async () => (await sent.count()) > 0);
  }
});
