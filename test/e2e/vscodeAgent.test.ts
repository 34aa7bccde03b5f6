// VS Code's own agent and inline chat with a model of the gateway, without signing in.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayModel } from '../referenceGateway/models/modelCatalog';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { eventually, eventuallyMatches } from '../support/eventually';
import { runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { askUntil, chatHome, turnOnChat } from '../support/vscodeChat';
import { screenshot } from '../support/workbench';

const model: GatewayModel = {
  id: 'agent-model',
  description: '',
  behavior: {
    kind: 'answers',
    answer: () => ({ text: 'An answer for VS Code.' }),
    tokensPerSecond: Infinity,
  },
};

describe("VS Code's own agent and inline chat, signed in nowhere", () => {
  let home: string;
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    gateway = await startGateway({ models: [model], tokensPerSecond: Infinity });
    home = chatHome();
    mkdirSync(join(home, 'workspace'));
    writeFileSync(join(home, 'workspace', 'note.txt'), 'Note\n');
    vscode = await VsCode.open({
      home,
      unpackedVsix: packagedExtension,
      allBuiltinExtensions: true,
      settings: { 'chat.disableAIFeatures': false, 'portico.baseUrl': gateway.baseUrl },
    });
    await turnOnChat(vscode);
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const questionsWith = (text: string) =>
    gateway.requests.filter(({ method, body }) => method === 'POST' && body.includes(text));

  it('the agent asks with its tools, and shows the answer', async () => {
    const { page } = vscode;
    await runCommand(page, 'Chat: Open Chat');
    const box = page.locator('.interactive-session .chat-input-container .monaco-editor').last();
    // Until VS Code has asked Portico for its models it offers “Auto” only, which answers nobody who is not signed in.
    await page
      .getByRole('button', { name: `Models, ${model.id}` })
      .last()
      .waitFor();
    const question = 'Who are you, agent?';
    const shown = page.locator('.interactive-request').filter({ hasText: question });
    await askUntil(page, box, question, async () => (await shown.count()) > 0);
    const request = await eventually('the request', () => questionsWith(question)[0]);
    const body = request.json as { readonly tools?: unknown };
    assert.ok(Array.isArray(body.tools) && body.tools.length > 5, JSON.stringify(body.tools));
    const last = page.locator('.interactive-session .interactive-response').last();
    await eventuallyMatches('the answer', () => last.textContent(), /An answer for VS Code\./u);
    await screenshot(page, 'vscode-agent');
  });

  it('inline chat asks about the open file', async () => {
    const { page } = vscode;
    await page.getByRole('treeitem', { name: 'note.txt' }).click();
    await page.locator('.editor-instance .view-lines').getByText('Note').click();
    await runCommand(page, 'Inline Chat: Open Inline Chat');
    const box = page.locator('.inline-chat-widget .chat-input-container .monaco-editor').first();
    const question = 'Make it longer, please.';
    await askUntil(page, box, question, () => questionsWith(question).length > 0);
    assert.match(questionsWith(question)[0]?.body ?? '', /note\.txt/u);
    await screenshot(page, 'vscode-inline-chat');
  });
});
