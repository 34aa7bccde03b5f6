// From one gateway to another by the palette, with a second key on the way, and the question that keeps a conversation where it was.
import assert from 'node:assert/strict';
import { type Gateway, startGateway } from '../../referenceGateway/server';
import { filesHolding } from '../../support/canary';
import { ChatView } from '../../support/chatView';
import type { VsCode } from '../../support/vscode';
import {
  eventually,
  type QuickInput,
  quickInput,
  runCommand,
  screenshot,
} from '../../support/workbench';
import type { OneWindow } from './oneWindow';

const workKey = 'sk-canary-work-8Fj3Rk6Yp2';
const batchKey = 'sk-canary-batch-4Nw9Ds1Gx7';

export function goesBetweenGateways(window: () => OneWindow): void {
  let work: Gateway;
  let play: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    ({ vscode, work } = window());
    play = await startGateway();
    const input = await openSwitch();
    await input.pick('Work');
    await asks(input, /Select Model/u);
    await input.filterAndPick('echo');
    await input.closed();
    await runCommand(vscode.page, 'Portico: New Chat');
    chat = await ChatView.open(vscode.page);
    await eventually('an empty chat', async () => (await chat.articles.count()) === 0);
    // The last that a new chat does; it would take the focus from what opens next.
    await chat.hasFocus();
  });
  after(() => play.close());

  async function asks(input: QuickInput, title: RegExp): Promise<void> {
    await eventually(`a box called ${title}`, async () =>
      title.test((await input.title.textContent()) ?? ''),
    );
  }

  async function openSwitch(): Promise<QuickInput> {
    await runCommand(vscode.page, 'Portico: Switch Gateway…');
    const input = await quickInput(vscode.page);
    await asks(input, /Switch Gateway/u);
    return input;
  }

  function authorization(gateway: Gateway): string | undefined {
    return gateway.requests.findLast(({ method }) => method === 'POST')?.headers['authorization'];
  }

  it('keeps a second key of one address under a label, and uses it', async () => {
    await runCommand(vscode.page, 'Portico: Set API Key…');
    const first = await quickInput(vscode.page);
    await first.type(workKey);
    await first.accept();
    await first.closed();
    await chat.answerTo('Which key is this?');
    assert.equal(authorization(work), `Bearer ${workKey}`);

    const input = await openSwitch();
    await input.pick(`Add another key for ${new URL(work.origin).host}…`);
    await asks(input, /Label of the Key/u);
    await input.type('batch');
    await input.accept();
    await asks(input, /API Key “batch”/u);
    assert.equal(await input.input.getAttribute('type'), 'password');
    await input.type(batchKey);
    await input.accept();
    await input.closed();
    await runCommand(vscode.page, 'Portico: New Chat');
    await eventually('an empty chat', async () => (await chat.articles.count()) === 0);
    await chat.answerTo('And this?');
    assert.equal(authorization(work), `Bearer ${batchKey}`);
    await eventually('the label beside the model', async () =>
      /Work\n.*\nKey: batch$/u.test((await chat.modelButton.getAttribute('title')) ?? ''),
    );
  });

  it('adds a gateway by address and name, and asks for its model', async () => {
    const input = await openSwitch();
    await input.pick('Add Gateway…');
    await asks(input, /Base URL/u);
    await input.type(play.origin);
    await input.accept();
    await asks(input, /Name of the Gateway/u);
    await input.type('Play');
    await input.accept();
    await asks(input, /Select Model/u);
    await input.pick('demo-fast');
    await input.closed();
    await eventually(
      'the settings',
      () =>
        vscode.settings['portico.baseUrl'] === play.baseUrl &&
        vscode.settings['portico.model'] === 'demo-fast',
    );
    assert.deepEqual(vscode.settings['portico.gateways'], [
      { name: 'Work', baseUrl: work.baseUrl },
      { name: 'Play', baseUrl: play.baseUrl },
    ]);
  });

  it('asks before the conversation goes on there, and keeps the text', async () => {
    await chat.ask('May Play know what was said?');
    const panel = chat.frame.getByRole('region', { name: 'Another gateway' });
    await panel.getByRole('button', { name: 'Switch back to Work' }).waitFor();
    await screenshot(vscode.page, 'another-gateway');
    assert.equal(await chat.box.inputValue(), 'May Play know what was said?');
    assert.equal(play.requests.filter(({ method }) => method === 'POST').length, 0);
    await panel.getByRole('button', { name: 'Send to Play' }).click();
    await eventually('two answers', async () => (await chat.answers.count()) === 2);
    await chat.lastIs('complete');
    assert.equal(await chat.box.inputValue(), '');
    assert.equal(await panel.count(), 0);
    assert.equal(authorization(play), undefined);
  });

  it('switches back from the model picker, with key and model as they were', async () => {
    await chat.modelButton.click();
    const input = await quickInput(vscode.page);
    await input.pick('Gateway: Play — Switch…');
    await asks(input, /Switch Gateway/u);
    await input.rows.filter({ hasText: 'key “batch”' }).click();
    await input.closed();
    await chat.button('Model: echo').waitFor();
    assert.equal(vscode.settings['portico.baseUrl'], work.baseUrl);
    await runCommand(vscode.page, 'Portico: New Chat');
    await eventually('an empty chat', async () => (await chat.articles.count()) === 0);
    await chat.answerTo('Batch again?');
    assert.equal(authorization(work), `Bearer ${batchKey}`);
  });

  it('leaves no key in any file, nor with the other gateway', () => {
    for (const key of [workKey, batchKey]) {
      assert.deepEqual(filesHolding(key, [vscode.home]), []);
      assert.ok(
        !play.requests.some(({ rawHeaders, body }) => `${rawHeaders.join()}${body}`.includes(key)),
      );
    }
  });
}
