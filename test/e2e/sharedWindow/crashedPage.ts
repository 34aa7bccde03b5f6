// The chat after a crash of its page: the message that the page was rendering is shown as plain text.
import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import type { Gateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import { ChatView } from '../../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../../support/eventually';
import { quickInput, runCommand } from '../../support/quickInput';
import { longIt } from '../../support/sampled';
import type { VsCode } from '../../support/vscode';
import type { SharedWindow } from './sharedWindow';

/** Long enough for its rendering to be reported. */
const paragraphs = 400;
const long = `${'**Bold** text.\n\n'.repeat(paragraphs)}\`\`\`js\n${"'code';\n".repeat(50)}`;

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

  /** @param draft Of this crash only. Once it is on disk, the host has what the page posted before: what it renders. */
  async function crashAndReopen(draft: string): Promise<void> {
    await chat.box.fill(draft);
    await eventually('the draft on disk', () => {
      return filesHolding(draft, [vscode.folders.user]).length > 0;
    });
    await vscode.crashPage();
    chat = await ChatView.open(vscode.page);
  }

  async function assertLastIsPlain(): Promise<void> {
    const last = chat.answers.last();
    await eventuallyMatches('the notice', () => last.textContent(), /Shown as plain text/u);
    assert.match((await last.textContent()) ?? '', /\*\*Bold\*\* text\.[^]*'code'/u);
    assert.equal(await boldTexts(), 0);
  }

  it('shows the answer that it was rendering as plain text once the window is open again, and no other', async () => {
    await chat.getAnswer('What is harmless?');
    const gate = gateway.gate('demo-fast');
    await chat.ask('What is dangerous?');
    await gate.sendText(long);
    await eventuallyEqual('the formatted answer', boldTexts, paragraphs);
    await crashAndReopen('A draft before the first crash');
    await assertLastIsPlain();
    assert.equal(await chat.answers.first().locator('.markdown').count(), 1);
  });

  longIt(
    'shows it as plain text again after a crash while it is formatted on request',
    async () => {
      await chat.frame.evaluate(() => {
        // Its code is never highlighted, so that its rendering does not end.
        window.requestIdleCallback = () => 0;
      });
      await chat.button('Show formatted').click();
      await eventuallyEqual('the formatted answer', boldTexts, paragraphs);
      await crashAndReopen('A draft before the second crash');
      await assertLastIsPlain();
    },
  );

  it('stays formatted once it was rendered without a crash, also after a reload', async () => {
    await chat.button('Show formatted').click();
    await eventuallyEqual(
      'the highlighted code',
      () => chat.answers.last().locator('.hl-string').count(),
      50,
    );
    const id = (await chat.answers.last().getAttribute('data-message-id')) ?? '';
    await eventually('the host to know that it is rendered, and formatted', () => {
      const files = filesHolding(id, [vscode.folders.user]);
      return id !== '' && !files.some((file) => basename(dirname(file)) === 'rendering');
    });
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
    await eventuallyEqual('the formatted answer', boldTexts, paragraphs);
  });
}
