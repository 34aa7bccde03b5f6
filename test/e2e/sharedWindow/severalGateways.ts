// Switching between gateways and keys by the palette, and the question that Portico asks before a chat moves.
import assert from 'node:assert/strict';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import { ChatView } from '../../support/chatView';
import { eventually, eventuallyMatches } from '../../support/eventually';
import { quickInput, runCommand, type QuickInput } from '../../support/quickInput';
import type { VsCode } from '../../support/vscode';
import { notification, screenshot } from '../../support/workbench';
import type { SharedWindow } from './sharedWindow';

const workKey = 'sk-canary-work-8Fj3Rk6Yp2';
const batchKey = 'sk-canary-batch-4Nw9Ds1Gx7';

export function testSeveralGateways(getShared: () => SharedWindow): void {
  let work: Gateway;
  let play: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    ({ vscode, work } = getShared());
    play = await startGateway();
    const input = await openSwitch();
    await input.pick('Work');
    await input.waitForTitle(/Select Model/u);
    await input.filterAndPick('echo');
    await input.waitUntilClosed();
    chat = await ChatView.open(vscode.page);
    await startChat();
  });
  after(() => play.close());

  /** Waits for the focus too: taken later, it would go from what opens next. */
  async function startChat(): Promise<void> {
    await runCommand(vscode.page, 'Portico: New Chat');
    await chat.waitForArticles(0);
    await chat.waitForFocus();
  }

  async function openSwitch(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Switch Gateway…');
    return quickInput(vscode.page, /Switch Gateway/u);
  }

  function authorization(gateway: Gateway): string | undefined {
    return gateway.requests.findLast(({ method }) => method === 'POST')?.headers['authorization'];
  }

  it('keeps a second key of one address under a label, and uses it', async () => {
    await runCommand(vscode.page, 'Portico: Set API Key…');
    const first = await quickInput(vscode.page, /API Key/u);
    await first.type(workKey);
    await first.accept();
    await notification(vscode.page, workKey.slice(-4)).waitFor();
    await chat.getAnswer('Which key is this?');
    assert.equal(authorization(work), `Bearer ${workKey}`);

    const input = await openSwitch();
    await input.pick(`Add Another Key for ${new URL(work.origin).host}…`);
    await input.waitForTitle(/Key Name/u);
    await input.type('batch');
    await input.accept();
    await input.waitForTitle(/API Key “batch”/u);
    assert.equal(await input.input.getAttribute('type'), 'password');
    await input.type(batchKey);
    await input.accept();
    await input.waitUntilClosed();
    // The input box closes before the key is stored and selected.
    await eventuallyMatches(
      'the gateway and the key in the tooltip of the model',
      () => chat.modelButton.getAttribute('title'),
      /Work\n.*\nKey: batch$/u,
    );
    await startChat();
    await chat.getAnswer('And this?');
    assert.equal(authorization(work), `Bearer ${batchKey}`);
  });

  it('adds a gateway by address, key, model and name', async () => {
    const input = await openSwitch();
    await input.pick('Add Gateway…');
    await input.waitForTitle(/Base URL/u);
    await input.type(play.origin);
    await input.accept();
    await input.waitForTitle(/API Key/u);
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    await input.pick('demo-fast');
    await input.waitForTitle(/Gateway Name/u);
    await input.type('Play');
    await input.accept();
    await input.waitUntilClosed();
    await vscode.waitForSetting('portico.baseUrl', play.baseUrl);
    await vscode.waitForSetting('portico.model', 'demo-fast');
    // The focus moves to the message box last; until then a key pressed there may be lost.
    await chat.waitForFocus();
    assert.deepEqual(await vscode.setting('portico.gateways'), [
      { name: 'Work', baseUrl: work.baseUrl },
      { name: 'Play', baseUrl: play.baseUrl },
    ]);
  });

  it('asks before a chat moves to another gateway, and keeps the text', async () => {
    await chat.submit('May Play know what was said?');
    const panel = chat.frame.getByRole('region', { name: 'Different gateway' });
    await panel.getByRole('button', { name: 'Switch back to Work' }).waitFor();
    await screenshot(vscode.page, 'another-gateway');
    await chat.waitForText('May Play know what was said?');
    assert.equal(play.requests.filter(({ method }) => method === 'POST').length, 0);
    await panel.getByRole('button', { name: 'Continue with Play' }).click();
    await eventually('two answers', async () => (await chat.answers.count()) === 2);
    await chat.waitForState('complete');
    await chat.waitForText('');
    await panel.waitFor({ state: 'detached' });
    assert.equal(authorization(play), undefined);
  });

  it('switches back from the model picker to the last key and model', async () => {
    await chat.modelButton.click();
    const input = await quickInput(vscode.page, /Select Model/u);
    await input.pick('Gateway: Play — Switch…');
    await input.waitForTitle(/Switch Gateway/u);
    await input.rows.filter({ hasText: 'key “batch”' }).click();
    await input.waitUntilClosed();
    await chat.button('Model: echo').waitFor();
    await vscode.waitForSetting('portico.baseUrl', work.baseUrl);
    await startChat();
    await chat.getAnswer('Batch again?');
    assert.equal(authorization(work), `Bearer ${batchKey}`);
  });

  it('leaves no key in a file, and sends none to the other gateway', () => {
    for (const key of [workKey, batchKey]) {
      assert.deepEqual(filesHolding(key, [vscode.home]), []);
      assert.ok(
        !play.requests.some(({ rawHeaders, body }) => `${rawHeaders.join()}${body}`.includes(key)),
      );
    }
  });
}
