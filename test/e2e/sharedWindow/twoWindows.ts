// One chat in two windows: each shows what the other one asks, and neither ends the other's answer.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import { eventuallyEqual } from '../../support/eventually';
import type { VsCode } from '../../support/vscode';
import type { SharedWindow } from './sharedWindow';

export function testTwoWindows(getShared: () => SharedWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;
  let page: Page;
  let first: ChatView;
  let second: ChatView;

  before(async () => {
    ({ gateway, vscode } = getShared());
    first = await ChatView.open(vscode.page);
  });
  after(() => page.close());

  it('shows a streaming answer and its end in both windows', async () => {
    const gate = gateway.gate('gated');
    await first.ask('Take your time.');
    await gate.sendText('The first half came here,\n\n');
    await first.waitForLastAnswer(/first half/u);
    page = await vscode.page.context().newPage();
    await page.goto(vscode.url);
    second = await ChatView.open(page);
    await second.waitForLastAnswer(/first half/u);
    await gate.sendText('and the second one too.\n\n');
    for (const chat of [first, second]) await chat.waitForLastAnswer(/second one/u);
    await eventuallyEqual(
      'the same text in both windows',
      async () =>
        (await second.waitForState('streaming')) === (await first.waitForState('streaming')),
      true,
    );
    await gate.finish();
    for (const chat of [first, second]) {
      assert.match(await chat.waitForState('complete'), /first half.*second one/su);
    }
  });

  it('stops in the second window the answer that the first one streams', async () => {
    const gate = gateway.gate('gated');
    await first.ask('Once more?');
    await gate.sendText('This much was said.\n\n');
    for (const chat of [first, second]) await chat.waitForLastAnswer(/This much/u);
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.ok(request);
    await second.button('Stop').click();
    await request.closed;
    for (const chat of [first, second]) {
      assert.match(await chat.waitForState('stopped'), /This much was said/u);
    }
  });

  it('shows in the first window what the second one asks', async () => {
    const gate = gateway.gate('gated');
    await second.ask('Asked in the second window?');
    await gate.sendText('Shown in both.\n\n');
    await gate.finish();
    for (const chat of [second, first]) {
      await chat.waitForLastAnswer(/Shown in both/u);
      await chat.waitForState('complete');
      await chat.waitForArticles(6);
    }
    assert.match(
      (await first.questions.last().textContent()) ?? '',
      /Asked in the second window\?/u,
    );
  });
}
