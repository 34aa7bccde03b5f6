// An old chat is found again by its key and a word, with nothing but the keyboard.
import assert from 'node:assert/strict';
import { type Gateway, startGateway } from '../gateway/server';
import { ChatView } from '../support/chatView';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { eventually, quickInput, screenshot } from '../support/workbench';

describe('the history', function () {
  this.timeout(120_000);
  let gateway: Gateway;
  let vscode: VsCode;

  before(async () => {
    gateway = await startGateway();
    vscode = await VsCode.open({
      extensionVsix: packagedExtension,
      settings: { 'portico.baseUrl': gateway.baseUrl, 'portico.model': 'echo' },
    });
  });
  after(async () => {
    await vscode.close();
    await gateway.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await screenshot(vscode.page, `failed-${this.currentTest.title}`);
    }
  });

  it('finds a chat by a word from the middle of an old answer, and opens it there', async () => {
    const { page } = vscode;
    const chat = await ChatView.open(page);
    const ask = async (text: string): Promise<void> => {
      await chat.box.fill(text);
      await chat.box.press('Enter');
      await chat.answers.last().and(chat.frame.locator('[data-state="complete"]')).waitFor();
    };
    await ask('Of animals\n\nAnd in the middle of it all stands a hippopotamus, before it ends.');
    await chat.button('New chat').click();
    await eventually('a new chat', async () => (await chat.articles.count()) === 0);
    await ask('Something else');

    await chat.box.focus();
    await page.keyboard.press('ControlOrMeta+Alt+KeyH');
    const history = await quickInput(page);
    assert.equal(await history.title.textContent(), 'Chat History');
    await history.row('Of animals').waitFor();
    await history.type('hippo');
    await eventually('the one that has the word', async () => (await history.rows.count()) === 1);
    const row = history.row('Of animals');
    assert.match((await row.textContent()) ?? '', /middle of it all stands a hippopotamus/u);
    assert.equal(await row.locator('.highlight').textContent(), 'hippo');
    await history.accept();
    await history.closed();
    await eventually('the old chat', async () =>
      ((await chat.questions.first().textContent()) ?? '').includes('hippopotamus'),
    );
  });
});
