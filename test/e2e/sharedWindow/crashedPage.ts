// The chat after starts of its page that did not end: its last answer is shown as plain text.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Gateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import { ChatView } from '../../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../../support/eventually';
import { quickInput, runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import type { SharedWindow } from './sharedWindow';

const paragraphs = 40;
const text = `${'**Bold** text.\n\n'.repeat(paragraphs)}\`\`\`js\n${"'code';\n".repeat(50)}\`\`\`\n`;

export function testCrashedPage(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    ({ vscode, gateway } = getShared());
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page, /Select Model/u);
    await picker.filterAndPick('demo-fast');
    await picker.waitUntilClosed();
    chat = await ChatView.open(vscode.page);
    await runCommand(vscode.page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
  });

  const boldTexts = () => chat.answers.last().locator('strong').count();
  const unfinishedStarts = (): number => {
    const path = join(vscode.folders.user, 'globalStorage/portico.portico/rendering.json');
    const saved = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    const { unfinished = [] } = JSON.parse(saved) as { unfinished?: readonly string[] };
    return unfinished.length;
  };
  const highlighted = () => chat.answers.last().locator('.hl-string').count();

  it('shows the last answer as plain text after two starts, also after a crash, and no other', async () => {
    await chat.getAnswer('What is harmless?');
    const gate = gateway.gate('demo-fast');
    await chat.ask('What is dangerous?');
    await gate.sendText(text);
    await gate.finish();
    await eventuallyEqual('the highlighted code', highlighted, 50);
    await vscode.page.addInitScript(() => {
      // In webviews, code is never highlighted, so that a start of the page does not end.
      if (window.parent !== window) window.requestIdleCallback = () => 0;
    });
    for (const starts of [1, 2]) {
      await vscode.reload();
      chat = await ChatView.open(vscode.page);
      await eventuallyEqual('the formatted answer', boldTexts, paragraphs);
      assert.equal(await highlighted(), 0);
      await eventuallyEqual('the starts on disk', unfinishedStarts, starts);
    }
    await vscode.crashPage();
    chat = await ChatView.open(vscode.page);
    const last = chat.answers.last();
    await eventuallyMatches('the notice', () => last.textContent(), /Shown as plain text/u);
    assert.match((await last.textContent()) ?? '', /\*\*Bold\*\* text\.[^]*'code'/u);
    assert.equal(await boldTexts(), 0);
    assert.equal(await chat.answers.first().locator('.markdown').count(), 1);
  });

  it('shows it formatted from then on when the user asks for it', async () => {
    const id = (await chat.answers.last().getAttribute('data-message-id')) ?? '';
    const savedPlain = (): boolean =>
      filesHolding(id, [vscode.folders.user]).some((file) => basename(file) === 'rendering.json');
    await eventually('the plain message to be saved', savedPlain);
    await chat.button('Show formatted').click();
    await eventuallyEqual('the highlighted code', highlighted, 50);
    await eventually('the choice to be saved', () => !savedPlain());
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
    await eventually('the highlighted code', async () => (await highlighted()) === 50);
  });
  it('is not shown again when the window is reloaded right after New Chat', async () => {
    const folder = join(vscode.folders.user, 'globalStorage/portico.portico/lastOpenChats');
    const saved = (): readonly string[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => readFileSync(join(folder, name), 'utf8'));
    const before = saved();
    await runCommand(vscode.page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    // A busy disk takes a moment; VS Code's own storage takes one on any disk.
    await eventually('the new chat to be saved', () => !isDeepStrictEqual(saved(), before));
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
    await chat.frame.getByRole('region', { name: 'Getting started' }).waitFor();
  });
}
