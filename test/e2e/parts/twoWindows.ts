// One conversation in two windows of a browser: both see both, whichever asks, and neither cuts the other short.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Gateway } from '../../referenceGateway/server';
import { ChatView } from '../../support/chatView';
import type { VsCode } from '../../support/vscode';
import { eventually } from '../../support/workbench';
import type { OneWindow } from './oneWindow';

export function hasTwoWindows(window: () => OneWindow): void {
  let gateway: Gateway;
  let vscode: VsCode;
  let page: Page;
  let here: ChatView;
  let there: ChatView;

  before(async () => {
    ({ gateway, vscode } = window());
    here = await ChatView.open(vscode.page);
  });
  after(() => page.close());

  function says(chat: ChatView, text: RegExp): Promise<unknown> {
    return eventually(`${text} in the last answer`, async () =>
      text.test((await chat.answers.last().textContent()) ?? ''),
    );
  }

  it('show an answer while it streams, and its end', async () => {
    const gate = gateway.gate('gated');
    await here.ask('Take your time.');
    await gate.sendText('The first half came here,\n\n');
    await says(here, /first half/u);
    page = await vscode.page.context().newPage();
    await page.goto(vscode.url);
    there = await ChatView.open(page);
    await says(there, /first half/u);
    await gate.sendText('and the second one too.\n\n');
    await says(there, /second one/u);
    assert.equal(await there.lastIs('streaming'), await here.lastIs('streaming'));
    await gate.finish();
    assert.match(await here.lastIs('complete'), /first half.*second one/su);
    assert.match(await there.lastIs('complete'), /first half.*second one/su);
  });

  it('stop the answer that the other one gives', async () => {
    const gate = gateway.gate('gated');
    await here.ask('Once more?');
    await gate.sendText('This much was said.\n\n');
    await says(there, /This much/u);
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.ok(request);
    await there.button('Stop').click();
    await request.closed;
    assert.match(await here.lastIs('stopped'), /This much was said/u);
    assert.match(await there.lastIs('stopped'), /This much was said/u);
  });

  it('take turns in asking', async () => {
    const gate = gateway.gate('gated');
    await there.ask('Asked there?');
    await gate.sendText('Told to both.\n\n');
    await gate.finish();
    await there.lastIs('complete');
    await says(here, /Told to both/u);
    assert.match(await here.lastIs('complete'), /Told to both/u);
    const texts = (chat: ChatView) => chat.articles.allTextContents();
    assert.equal((await texts(here)).length, 6);
    assert.equal((await texts(there)).length, 6);
    assert.match((await here.questions.last().textContent()) ?? '', /Asked there\?/u);
  });
}
