// Models that are asked at once, and a crash of the extension host: no word that is on disk is lost, nothing is sent again, and
// each answer has its own end.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Gateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import { ChatView, type AnswerState } from '../../support/chatView';
import { eventually, eventuallyEqual } from '../../support/eventually';
import { quickInput, runCommand } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import type { SharedWindow } from './sharedWindow';

/** The model of the chat, and two in other API formats. */
const [chosen, second, third] = ['demo-fast', 'demo-responses', 'demo-claude'] as const;
const offline = 'demo-offline';
const limited = 'fault-429-retry-after-date';
const closed = 'was reloaded or closed';

export function testSeveralAnswers(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    ({ vscode, gateway } = getShared());
    await runCommand(vscode.page, 'Portico: Select Model…');
    const picker = await quickInput(vscode.page, /Select Model/u);
    await picker.filterAndPick(chosen);
    await picker.waitUntilClosed();
    for (const model of [chosen, second, third]) gateway.gate(model);
  });

  const article = (model: string): Locator =>
    chat.frame.getByRole('article', { name: `Assistant, ${model}`, exact: true });
  const wordsOf = (model: string): string => `${model} wrote this.`;
  const waitFor = (model: string, state: AnswerState): Promise<void> =>
    eventuallyEqual(model, () => article(model).getAttribute('data-state'), state);
  const onDisk = (text: string): Promise<unknown> =>
    eventually(`“${text}” on disk`, () => filesHolding(text, [vscode.folders.user]).length > 0);
  const sent = (): number => gateway.requests.filter(({ method }) => method === 'POST').length;

  const unfold = (model: string): Promise<void> =>
    article(model).getByRole('button', { name: model, expanded: false }).click();

  /** Waits until the requests of all have arrived. */
  async function ask(question: string, others: readonly string[]): Promise<void> {
    chat = await ChatView.open(vscode.page);
    await runCommand(vscode.page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
    const before = sent();
    await chat.ask(question);
    await runCommand(vscode.page, 'Portico: Also Ask…');
    const picker = await quickInput(vscode.page, /Also Ask/u);
    for (const model of others) await (await picker.type(model)).check(model);
    await picker.accept();
    await eventuallyEqual('the requests', sent, before + 1 + others.length);
  }

  async function crash(): Promise<void> {
    vscode.killExtensionHosts();
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
  }

  async function check(model: string, state: AnswerState, text: string): Promise<void> {
    await waitFor(model, state);
    if (model !== chosen) await unfold(model);
    await article(model).getByText(text).waitFor();
  }

  it('leave each answer with its words and its own end, and the queue with its question', async () => {
    await ask('Which one?', [second, third, offline]);
    for (const model of [chosen, second, third]) {
      await gateway.gate(model).sendText(`${wordsOf(model)}\n\n`);
      await waitFor(model, 'streaming');
      await onDisk(wordsOf(model));
    }
    await gateway.gate(second).finish();
    await waitFor(second, 'complete');
    await article(third)
      .getByRole('button', { name: `Stop ${third}` })
      .click();
    await waitFor(third, 'stopped');
    await waitFor(offline, 'failed');
    await chat.submit('What comes next?');
    await onDisk('What comes next?');
    const before = sent();
    await crash();
    await check(chosen, 'interrupted', wordsOf(chosen));
    await check(second, 'complete', wordsOf(second));
    await check(third, 'stopped', wordsOf(third));
    await check(offline, 'failed', "isn't available");
    await article(chosen).getByRole('note').getByText(closed).waitFor();
    await chat.queue.getByText('What comes next?').waitFor();
    await chat.button('Send next').waitFor();
    assert.equal(sent(), before);
  });

  it('send nothing again that had no answer, or waited for its automatic retry', async () => {
    await ask('And now?', [second, limited]);
    await article(limited).getByText('Retrying in').waitFor();
    const before = sent();
    await crash();
    await check(chosen, 'failed', closed);
    await check(second, 'failed', closed);
    await check(limited, 'failed', 'Rate limit reached at');
    assert.equal(sent(), before);
  });
}
