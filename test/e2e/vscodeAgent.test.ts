// VS Code's own agent and inline chat with a model of the gateway, without signing in. VS Code asks for a sign-in unless
// its language models file names a provider other than its own, and turns its chat extension off until then.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayModel } from '../referenceGateway/models/modelCatalog';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { foldersOf } from '../setup/codeServer.mjs';
import { eventually, eventuallyMatches } from '../support/eventually';
import { runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { askUntil } from '../support/vscodeChat';
import { notification, screenshot } from '../support/workbench';

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
    home = mkdtempSync(join(tmpdir(), 'portico-agent-'));
    const { user } = foldersOf(home);
    mkdirSync(user, { recursive: true });
    mkdirSync(join(home, 'workspace'));
    writeFileSync(join(home, 'workspace', 'note.txt'), 'Note\n');
    const groups = [{ name: 'Portico', vendor: 'portico' }];
    writeFileSync(join(user, 'chatLanguageModels.json'), JSON.stringify(groups));
    vscode = await VsCode.open({
      home,
      unpackedVsix: packagedExtension,
      allBuiltinExtensions: true,
      settings: { 'chat.disableAIFeatures': false, 'portico.baseUrl': gateway.baseUrl },
    });
    const { page } = vscode;
    await runCommand(page, 'Portico: Refresh Model List');
    await notification(page, 'The gateway lists').waitFor();
    await runCommand(page, 'Extensions: Enable All Extensions');
    await chatExtensionStarts(0);
    // Its chat notices only then that the extension is on.
    await vscode.reload();
    await chatExtensionStarts(1);
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Waits until VS Code has started its chat extension more often than before. */
  async function chatExtensionStarts(before: number): Promise<void> {
    const starts = (): number =>
      logOf(vscode).split('_doActivateExtension GitHub.copilot-chat').length - 1;
    await eventually("VS Code's chat extension", () => starts() > before);
  }

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

/** What the extension hosts logged: which extensions they activated, for example. */
function logOf(vscode: VsCode): string {
  const folder = join(vscode.folders.data, 'logs');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('remoteexthost.log'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}
