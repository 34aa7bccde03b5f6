// A user's first hour with Portico in a real VS Code: setting up, chatting, and what may go wrong.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startGateway, type Gateway } from '../referenceGateway/server';
import { freePort } from '../setup/codeServer.mjs';
import { filesBelow, filesHolding } from '../support/canary';
import { ChatView, pressKey } from '../support/chatView';
import { eventually, eventuallyEqual, eventuallyMatches } from '../support/eventually';
import { isInPalette, quickInput, runCommand } from '../support/quickInput';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import { allHtml, notification, screenshot, themes } from '../support/workbench';

const key = 'sk-canary-e2e-Zq7LmW3xKd9';
const wrongKey = 'sk-canary-wrong-Hh2RtB8vNc4';

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe('the first hour', () => {
  let gateway: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    // A port that no other process is given while the gateway is down.
    gateway = await startGateway({ apiKey: key, port: await freePort() });
    vscode = await VsCode.open({
      extensionVsix: packagedExtension,
      settings: { 'workbench.colorTheme': themes.dark.name },
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

  function lastBody(): ChatBody {
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.ok(request, 'no question reached the gateway');
    return request.json as ChatBody;
  }

  async function checkAndShoot(name: string): Promise<void> {
    const html = await allHtml(vscode.page);
    assert.ok(!html.includes(key) && !html.includes(wrongKey), `the key is in the DOM at ${name}`);
    await screenshot(vscode.page, name);
  }

  /** Waits until a complete file holds the text: a temporary file is lost with the process that writes it. */
  function waitUntilSaved(text: string): Promise<unknown> {
    return eventually(`“${text}” on disk`, () =>
      filesHolding(text, [vscode.folders.user]).some((file) => !file.endsWith('.tmp')),
    );
  }

  /** The Retry buttons of the last answer. */
  const retries = () => chat.answers.last().getByRole('button', { name: 'Retry', exact: true });

  /** A button in the title of the view. */
  const viewButton = (name: RegExp) =>
    vscode.page.locator('.sidebar .title-actions').getByRole('button', { name });

  /** Opens the menu of the last code block. */
  const openCodeMenu = () =>
    chat.frame
      .getByRole('toolbar', { name: 'Code actions' })
      .last()
      .getByRole('button', { name: 'More', exact: true })
      .click();

  it('opens from its icon and has a button for each setup step', async () => {
    chat = await ChatView.open(vscode.page);
    await chat.waitForFocus();
    for (const step of ['Connect…', 'Set Base URL', 'Set API key', 'Select model']) {
      await chat.button(step).waitFor();
    }
    await checkAndShoot('first-start');
  });

  it('opens the missing setup step on Send, and keeps the text', async () => {
    await chat.submit('What can you do?');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.cancel();
    await chat.waitForFocus();
    await chat.waitForText('What can you do?');
    assert.equal(await chat.articles.count(), 0);
    await chat.box.fill('');
  });

  it('saves nothing when Connect to a Gateway is canceled half way', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.type(gateway.origin);
    await input.accept();
    await input.waitForTitle(/API Key/u);
    await input.cancelAndWait();
    assert.equal(await vscode.setting('portico.baseUrl'), undefined);
    assert.equal(gateway.requests.length, 0);
  });

  it('refuses a Base URL that holds credentials, and says why', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.type('https://me:secret@gateway.example/v1');
    await input.accept();
    await eventuallyMatches('the reason', () => input.rows.textContent(), /user name or password/u);
    await input.cancelAndWait();
  });

  it('connects in four steps: Base URL, key, model, and a name that can be skipped', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page, /Base URL/u);
    await input.type(gateway.origin);
    await input.accept();
    await input.waitForTitle(/API Key/u);
    assert.equal(await input.input.getAttribute('type'), 'password');
    await input.type(wrongKey);
    await input.accept();
    await input.waitForTitle(/Select Model/u);
    await input.row("Couldn't fetch the model list").waitFor();
    await checkAndShoot('model-list-refused');
    await input.filterAndPick('demo-markdown', 'Use “demo-markdown” as the model ID');
    await input.waitForTitle(/Gateway Name/u);
    assert.equal(await vscode.setting('portico.baseUrl'), undefined);
    await input.accept();
    await input.waitUntilClosed();
    await vscode.waitForSetting('portico.model', 'demo-markdown');
    await vscode.waitForSetting('portico.baseUrl', gateway.baseUrl);
    chat = await ChatView.open(vscode.page);
    await chat.button('Model: demo-markdown').waitFor();
    await chat.waitForFocus();
  });

  it('reports a wrong key; Retry answers in the same place once the right key is set', async () => {
    await chat.ask('Do you know me?');
    await chat.waitForState('failed');
    await eventuallyMatches('the notice', () => chat.note.textContent(), /rejected the API key/u);
    await eventuallyEqual('one Retry', () => chat.button('Retry').count(), 1);
    await checkAndShoot('wrong-key');
    await chat.note.getByRole('button', { name: 'Set API key' }).click();
    const input = await quickInput(vscode.page, /API Key/u);
    await input.type(key);
    await input.accept();
    await notification(vscode.page, key.slice(-4)).waitFor();
    assert.equal(await chat.answers.last().getAttribute('data-state'), 'failed');
    await chat.button('Retry').click();
    await chat.waitForState('complete');
    assert.equal(await chat.articles.count(), 2);
    assert.equal(lastBody().messages.length, 1);
  });

  it('renders Markdown with highlighted code', async () => {
    const answer = chat.answers.last();
    for (const tag of ['h2, h3', 'table', 'blockquote', 'pre code', 'ul', 'ol', 'strong', 'a']) {
      assert.ok((await answer.locator(tag).count()) > 0, tag);
    }
    await eventually('highlighted code', async () => {
      return (await answer.locator('pre code span[class]').count()) > 0;
    });
    await checkAndShoot('answer');
  });

  it('copies an answer and code, and inserts code at the cursor', async () => {
    await chat.answers.last().getByRole('button', { name: 'Copy answer' }).click();
    const copied = await eventually('the answer in the clipboard', async () => {
      const text = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
      return text.includes('```') && text;
    });
    assert.ok(copied.length > 200);
    await runCommand(vscode.page, 'Create: New File...');
    const kind = await quickInput(vscode.page);
    await kind.pick('Text File');
    const editor = vscode.page.locator('.editor-instance .view-lines').first();
    await editor.waitFor();
    await openCodeMenu();
    await chat.frame.getByRole('menuitem', { name: 'Insert at cursor' }).click();
    await eventually('the code in the editor', async () => {
      return ((await editor.textContent()) ?? '').trim().length > 10;
    });
    await vscode.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await openCodeMenu();
    await chat.frame.getByRole('menuitemcheckbox', { name: 'Wrap lines' }).click();
    await checkAndShoot('inserted');
  });

  it('has a context menu for messages', async () => {
    const choose = async (message: Locator, item: string): Promise<readonly string[]> => {
      await message.click({ button: 'right' });
      const items = vscode.page.getByRole('menuitem');
      await items.filter({ hasText: item }).first().waitFor();
      // The button of the menu bar has no text.
      const shown = (await items.allTextContents()).filter((text) => text !== '');
      const chosen = items.getByText(item, { exact: true });
      // VS Code ignores a click just after the menu has opened.
      await eventually('the menu to close', async () => {
        if ((await chosen.count()) > 0) await chosen.click({ timeout: 2_000 });
        return (await chosen.count()) === 0;
      });
      return shown;
    };
    const question = chat.questions.last();
    assert.deepEqual(await choose(question, 'Copy Message'), ['Copy Message', 'Edit']);
    await eventually('the question in the clipboard', async () => {
      const copied = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
      return copied !== '' && (await question.textContent())?.includes(copied) === true;
    });
    await choose(question, 'Edit');
    await question.getByRole('textbox', { name: 'Edit question' }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    const answer = chat.answers.last().locator('p').first();
    await answer.selectText();
    const copied = (await answer.textContent()) ?? '';
    assert.deepEqual(await choose(answer, 'Copy'), ['Copy', 'Copy Message', 'Fork Chat']);
    await eventuallyEqual(
      'the selection in the clipboard',
      async () => (await vscode.page.evaluate<string>('navigator.clipboard.readText()')).trim(),
      copied,
    );
  });

  it('switches the model in mid-conversation and sends the new one the complete history', async () => {
    await chat.modelButton.click();
    const input = await quickInput(vscode.page, /Select Model/u);
    await input.row('demo-markdown').waitFor();
    await checkAndShoot('model-picker');
    await input.filterAndPick('echo');
    await input.waitUntilClosed();
    await chat.button('Model: echo').waitFor();
    await chat.getAnswer('And who are you?');
    assert.equal(lastBody().model, 'echo');
    assert.deepEqual(
      lastBody().messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.equal(await chat.answers.last().getAttribute('data-model'), 'echo');
    assert.equal(await chat.answers.first().getAttribute('data-model'), 'demo-markdown');
  });

  it('opens the same picker by key and from the status bar, and offers no catalog where none is set', async () => {
    await chat.box.press('Control+Alt+Period');
    await (await quickInput(vscode.page, /Select Model/u)).cancelAndWait();
    await vscode.page.getByRole('button', { name: 'Portico model: echo' }).click();
    const input = await quickInput(vscode.page, /Select Model/u);
    assert.equal(await input.button('Open Model Catalog').count(), 0);
    await input.cancelAndWait();
    await eventually('the palette', () => isInPalette(vscode.page, 'Portico: Show Log'));
    assert.equal(await isInPalette(vscode.page, 'Portico: Open Model Catalog'), false);
  });

  it('closes the socket on Stop, keeps the text and offers Retry', async () => {
    const gate = gateway.gate('demo-fast');
    await runCommand(vscode.page, 'Portico: Select Model…');
    const input = await quickInput(vscode.page, /Select Model/u);
    await input.filterAndPick('demo-fast');
    await input.waitUntilClosed();
    await chat.ask('Take your time.');
    await chat.waitForState('waiting');
    await gate.sendText('These words are kept.\n\n');
    await chat.waitForState('streaming');
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.ok(request);
    assert.equal(request.closedAt, undefined);
    await chat.button('Stop').click();
    // The gateway sends nothing more, so only Stop closes it. `npm run bench` measures how soon.
    await request.closed;
    assert.equal(request.aborted, true);
    assert.match(await chat.waitForState('stopped'), /These words are kept\./u);
    await eventuallyEqual('one Retry', () => retries().count(), 1);
    await eventuallyEqual('Send in place of Stop', () => chat.button('Send').count(), 1);
  });

  it('shows an answer that a reload cut off as interrupted, with its text so far', async () => {
    const gate = gateway.gate('demo-fast');
    await chat.ask('Tell me something long.');
    await gate.sendText('This much had come.\n\n');
    await chat.waitForState('streaming');
    await chat.waitForLastAnswer(/This much had come/u);
    await chat.submit('And what came of it?');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.box.fill('a draft that must live');
    await waitUntilSaved('And what came of it?');
    await waitUntilSaved('a draft that must live');
    const id = await chat.answers.last().getAttribute('data-message-id');
    const requests = gateway.requests.length;
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
    assert.match(await chat.waitForState('interrupted'), /This much had come/u);
    await eventuallyMatches('the notice', () => chat.note.textContent(), /was reloaded or closed/u);
    await eventuallyEqual('one Retry', () => retries().count(), 1);
    assert.equal(await chat.answers.last().getAttribute('data-message-id'), id);
    await chat.waitForText('a draft that must live');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.button('Send next').waitFor();
    const sent = gateway.requests.slice(requests).filter(({ method }) => method === 'POST');
    assert.deepEqual(sent, [], 'nothing is sent by itself');
    await checkAndShoot('interrupted');
  });

  it('shows an answer that a crash of the extension host cut off as interrupted, with its text so far', async () => {
    const gate = gateway.gate('demo-fast');
    await chat.ask('And once more?');
    await gate.sendText('So much came before the crash.\n\n');
    await chat.waitForLastAnswer(/before the crash/u);
    await chat.box.fill('a draft that survives a crash');
    await waitUntilSaved('a draft that survives a crash');
    await waitUntilSaved('So much came before the crash');
    await vscode.crashExtensionHosts();
    // The page of the killed host stays until the one of the new host takes its place.
    await eventually('the chat of another extension host', async () => {
      chat = await ChatView.open(vscode.page);
      // Reads without waiting: a page that is being replaced has no answer, and never will.
      const states = await chat.answers.evaluateAll((answers) =>
        answers.map((answer) => answer.dataset['state']),
      );
      return states.at(-1) === 'interrupted';
    });
    assert.match(await chat.waitForState('interrupted'), /So much came before the crash/u);
    await eventuallyEqual('one Retry', () => retries().count(), 1);
    await chat.waitForText('a draft that survives a crash');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.button('Clear queue').click();
    await eventuallyEqual('an empty queue', () => chat.queue.count(), 0);
    await chat.box.fill('a draft that must live');
    await waitUntilSaved('a draft that must live');
  });

  it('keeps chat, key and draft over a restart', async () => {
    const articles = await chat.articles.count();
    await vscode.restart();
    chat = await ChatView.open(vscode.page);
    await chat.waitForArticles(articles);
    await chat.waitForText('a draft that must live');
    await openCodeMenu();
    await chat.frame.getByRole('menuitemcheckbox', { name: 'Wrap lines', checked: true }).waitFor();
    await chat.frame.getByRole('menu').press('Escape');
    await runCommand(vscode.page, 'Portico: Diagnose Connection');
    await notification(vscode.page, 'The connection works').waitFor();
  });

  it('shows the same chat and draft after the view was hidden', async () => {
    const articles = await chat.articles.count();
    await runCommand(vscode.page, 'View: Show Explorer');
    await runCommand(vscode.page, 'Portico: Focus Chat');
    chat = await ChatView.open(vscode.page);
    await chat.waitForArticles(articles);
    await chat.waitForText('a draft that must live');
  });

  it('shows a chat in the side bar and in an editor tab, live in both', async () => {
    const articles = await chat.articles.count();
    await runCommand(vscode.page, 'Portico: Open Chat in Editor');
    const [sideBar, tab] = await ChatView.both(vscode.page);
    await tab.waitForArticles(articles);
    await tab.waitForFocus();
    await tab.waitForText('a draft that must live');
    await vscode.page.getByRole('tab', { name: /Do you know me/u }).waitFor();
    await tab.box.fill('typed in the tab');
    await sideBar.waitForText('typed in the tab');
    await sideBar.box.fill('Are you there twice?');
    await sideBar.waitForFocus();
    await tab.waitForText('Are you there twice?');
    const gate = gateway.gate('demo-fast');
    // VS Code follows the focus from one page to the other later, and may take it back to the first.
    await tab.box.click();
    await tab.waitForFocus();
    await pressKey(tab.box, 'Enter');
    await gate.sendText('I am here, and there.\n\n');
    for (const view of [sideBar, tab]) {
      await view.waitForLastAnswer(/I am here, and there/u);
      await view.waitForText('');
    }
    await checkAndShoot('editor-tab');
    await gate.finish();
    await Promise.all([sideBar, tab].map((view) => view.waitForState('complete')));
    await tab.box.fill('a draft that must live');
    await sideBar.waitForText('a draft that must live');
    // Closing all editors would ask about the unsaved one.
    await vscode.page.getByRole('tab', { name: /Do you know me/u }).click({ button: 'middle' });
    chat = await ChatView.open(vscode.page);
  });

  it('starts a new chat with the cursor in the message box, and keeps the draft', async () => {
    await viewButton(/^New Chat/u).click();
    await chat.waitForArticles(0);
    await chat.waitForFocus();
    await chat.waitForText('a draft that must live');
  });

  it('finds an old chat by a word from the middle of an answer, and opens it there', async () => {
    assert.equal(await chat.articles.count(), 0);
    await viewButton(/^Show Chat History/u).click();
    const history = await quickInput(vscode.page, /Chat History/u);
    await history.rows.first().waitFor();
    await checkAndShoot('history');
    await history.cancelAndWait();
    await chat.box.press('ControlOrMeta+Alt+KeyH');
    await history.waitForTitle(/Chat History/u);
    const row = history.rows.filter({ hasText: 'So much came before the crash.' });
    await history.type('crash');
    await row.waitFor();
    assert.equal(await row.locator('.highlight').textContent(), 'crash');
    await history.type('befo cra');
    await row.and(history.rows.filter({ hasNot: vscode.page.locator('.highlight') })).waitFor();
    await checkAndShoot('history-search');
    await history.accept();
    await history.waitUntilClosed();
    const answer = chat.answers.filter({ hasText: 'So much came before the crash.' });
    await answer.waitFor();
    await eventually('the marked words', () =>
      chat.frame.evaluate(() =>
        [...CSS.highlights.values()].some((marked) =>
          [...marked].some((range) => range instanceof Range && range.toString() === 'befo'),
        ),
      ),
    );
    await eventually('the focus on the answer', () =>
      answer.evaluate((article) => article.contains(article.ownerDocument.activeElement)),
    );
    await checkAndShoot('history-opened');
    await viewButton(/^New Chat/u).click();
    await chat.waitForArticles(0);
    await chat.waitForFocus();
  });

  it('has settings with links that set the key and check the connection', async () => {
    await runCommand(vscode.page, 'Preferences: Open Settings (UI)');
    const search = vscode.page.locator('.settings-editor .suggest-input-container');
    await search.waitFor();
    await search.click();
    await vscode.page.keyboard.insertText('portico');
    const baseUrl = vscode.page.locator('.setting-item-contents', { hasText: 'Base Url' }).first();
    await baseUrl.getByText('Set the API key').waitFor();
    await checkAndShoot('settings');
    await baseUrl.getByText('Diagnose the connection').click();
    await notification(vscode.page, 'The connection works').waitFor();
    await eventually('the settings editor to close', async () => {
      await vscode.page.keyboard.press('Escape');
      return (await vscode.page.locator('.settings-editor').count()) === 0;
    });
  });

  it('says that the gateway could not be reached, and answers on Retry once it is back', async () => {
    const port = new URL(gateway.origin).port;
    await gateway.close();
    await chat.ask('Anybody there?');
    await chat.button('Retry now').waitFor();
    // Portico retries twice; the test does not wait for its pauses.
    await eventually('the end of the automatic retries', async () => {
      if ((await chat.answers.last().getAttribute('data-state')) === 'failed') return true;
      await chat
        .button('Retry now')
        .click({ timeout: 500 })
        .catch(() => undefined);
      return false;
    });
    await eventuallyMatches('the notice', () => chat.note.textContent(), /Couldn't reach/u);
    gateway = await startGateway({ apiKey: key, port: Number(port) });
    await chat.button('Retry').click();
    await chat.waitForState('complete');
  });

  it('opens its log, where each request is one line without contents', async () => {
    await runCommand(vscode.page, 'Portico: Show Log');
    const log = vscode.page.locator('.output-view-container, .part.panel').first();
    await eventually('the log', async () =>
      /POST \/v1\/chat\/completions/u.test(
        ((await log.textContent()) ?? '').replaceAll('\u00a0', ' '),
      ),
    );
    await checkAndShoot('log');
    const logText = (): string =>
      filesBelow(vscode.home)
        .filter((file) => basename(file) === 'Portico.log')
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    const posts = (): readonly string[] =>
      logText()
        .split('\n')
        .filter((line) => line.includes('POST'));
    // The log is written a moment after the request.
    await eventuallyMatches(
      'the last request in the log',
      () => posts().at(-1) ?? '',
      /POST \/v1\/chat\/completions model="demo-fast" status=200 \d+ ms request="\w+"$/u,
    );
    const text = logText();
    assert.ok(posts().length > 5, text);
    for (const secret of [
      'Anybody there?',
      'These words are kept',
      key,
      wrongKey,
      key.slice(0, 12),
    ]) {
      assert.ok(!text.includes(secret), `the log holds “${secret}”`);
    }
  });

  it('leaves the key in no file, no console line and no part of a request but its header', () => {
    assert.deepEqual(filesHolding(key, [vscode.home]), []);
    assert.deepEqual(filesHolding(wrongKey, [vscode.home]), []);
    assert.ok(!vscode.console.join('\n').includes(key));
    for (const request of gateway.requests) {
      assert.ok(!`${request.path}${request.body}`.includes(key));
    }
    writeFileSync(join(vscode.home, 'canary'), `x${key}`);
    assert.equal(filesHolding(key, [vscode.home]).length, 1, 'the search finds what is there');
  });
});
