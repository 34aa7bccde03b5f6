// A person's first hour with Portico, in a real VS Code, with good luck and with bad.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { filesHolding } from '../support/canary';
import { packagedExtension } from '../support/toolchain';
import { VsCode } from '../support/vscode';
import {
  type Theme,
  eventually,
  inPalette,
  notification,
  quickInput,
  runCommand,
  screenshot,
  setTheme,
  themes,
  wholeDom,
} from '../support/workbench';
import { ChatView } from '../support/chatView';

const key = 'sk-canary-e2e-Zq7LmW3xKd9';
const wrongKey = 'sk-canary-wrong-Hh2RtB8vNc4';

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe('the story of a user', function () {
  this.timeout(120_000);
  let gateway: Gateway;
  let vscode: VsCode;
  let chat: ChatView;

  before(async () => {
    gateway = await startGateway({ apiKey: key });
    vscode = await VsCode.open({ extensionVsix: packagedExtension });
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

  async function shot(name: string): Promise<void> {
    const dom = await wholeDom(vscode.page);
    assert.ok(
      !dom.includes(key) && !dom.includes(wrongKey),
      `the key stands in the DOM at ${name}`,
    );
    await screenshot(vscode.page, name);
  }

  /** In a file that is finished: what is still being written may be lost with its writer. */
  function onDisk(text: string): Promise<unknown> {
    return eventually(`“${text}” on disk`, () =>
      filesHolding(text, [vscode.folders.user]).some((file) => !file.endsWith('.tmp')),
    );
  }

  async function inEveryTheme(name: string): Promise<void> {
    for (const theme of Object.keys(themes) as Theme[]) {
      await setTheme(vscode.page, theme);
      chat = await ChatView.open(vscode.page);
      await shot(`${name}-${theme}`);
    }
    await setTheme(vscode.page, 'dark');
    chat = await ChatView.open(vscode.page);
  }

  it('opens from its icon, says what is missing and has a button for each step', async () => {
    chat = await ChatView.open(vscode.page);
    await chat.conversation.waitFor();
    for (const step of ['Set Base URL', 'Set API Key', 'Select Model']) {
      await chat.button(step).waitFor();
    }
    await inEveryTheme('first-start');
  });

  it('opens the missing step when one sends, and keeps the text', async () => {
    await chat.ask('What can you do?');
    const input = await quickInput(vscode.page);
    assert.match((await input.title.textContent()) ?? '', /Base URL/u);
    await input.cancel();
    assert.equal(await chat.box.inputValue(), 'What can you do?');
    assert.equal(await chat.articles.count(), 0);
    await chat.box.fill('');
  });

  it('saves nothing of a guided connection that is left half way', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page);
    await input.type(gateway.origin);
    await input.accept();
    await eventually('the question for the key', async () =>
      /API Key/u.test((await input.title.textContent()) ?? ''),
    );
    await input.cancel();
    await input.closed();
    assert.equal(vscode.settings['portico.baseUrl'], undefined);
    assert.equal(gateway.requests.length, 0);
  });

  it('refuses a Base URL that holds credentials, with a sentence', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page);
    await input.type('https://me:secret@gateway.example/v1');
    await input.accept();
    await eventually('the sentence', async () =>
      /user name or password/u.test((await input.message.textContent()) ?? ''),
    );
    await input.cancel();
    await input.closed();
  });

  it('connects in three steps: Base URL, key, model', async () => {
    await runCommand(vscode.page, 'Portico: Connect to a Gateway…');
    const input = await quickInput(vscode.page);
    await input.type(gateway.origin);
    await input.accept();
    await eventually('the question for the key', async () =>
      /API Key/u.test((await input.title.textContent()) ?? ''),
    );
    assert.equal(await input.input.getAttribute('type'), 'password');
    await input.type(wrongKey);
    await input.accept();
    await eventually('the picker', async () =>
      /Select Model/u.test((await input.title.textContent()) ?? ''),
    );
    await input.row('The model list could not be fetched').waitFor();
    await shot('model-list-refused');
    await input.filterAndPick('demo-markdown', 'Use “demo-markdown” as the model ID');
    await input.closed();
    await eventually('the settings', () => vscode.settings['portico.model'] === 'demo-markdown');
    assert.equal(vscode.settings['portico.baseUrl'], gateway.baseUrl);
    chat = await ChatView.open(vscode.page);
    await chat.button('Model: demo-markdown').waitFor();
    await chat.hasFocus();
  });

  it('tells a wrong key, and Retry succeeds in the same place once the right one is given', async () => {
    await chat.ask('Do you know me?');
    await chat.lastIs('failed');
    const sentence = await chat.note.textContent();
    assert.match(sentence ?? '', /did not accept the API key/u);
    assert.equal(await chat.button('Retry').count(), 1);
    await inEveryTheme('wrong-key');
    await chat.note.getByRole('button', { name: 'Set API key' }).click();
    const input = await quickInput(vscode.page);
    await input.type(key);
    await input.accept();
    // On a busy machine the toast of the wrong key may still stand beside it.
    await notification(vscode.page, key.slice(-4)).waitFor();
    assert.equal(await chat.answers.last().getAttribute('data-state'), 'failed');
    await chat.button('Retry').click();
    await chat.lastIs('complete');
    assert.equal(await chat.articles.count(), 2);
    assert.equal(lastBody().messages.length, 1);
  });

  it('renders Markdown with highlighted code, in every theme', async () => {
    const answer = chat.answers.last();
    for (const tag of ['h2, h3', 'table', 'blockquote', 'pre code', 'ul', 'ol', 'strong', 'a']) {
      assert.ok((await answer.locator(tag).count()) > 0, tag);
    }
    await eventually('highlighted code', async () => {
      return (await answer.locator('pre code span[class]').count()) > 0;
    });
    await inEveryTheme('answer');
  });

  it('copies an answer and code, and inserts code at the cursor', async () => {
    await chat.answers.last().getByRole('button', { name: 'Copy answer' }).click();
    const copied = await eventually('the clipboard', async () => {
      const text = await vscode.page.evaluate<string>('navigator.clipboard.readText()');
      return text.includes('```') && text;
    });
    assert.ok(copied.length > 200);
    await runCommand(vscode.page, 'Create: New File...');
    const kind = await quickInput(vscode.page);
    await kind.pick('Text File');
    const editor = vscode.page.locator('.editor-instance .view-lines').first();
    await editor.waitFor();
    await chat.answers.last().getByRole('button', { name: 'Insert at cursor' }).first().click();
    await eventually('the code in the editor', async () => {
      return ((await editor.textContent()) ?? '').trim().length > 10;
    });
    await shot('inserted');
  });

  it('takes another model from the button in mid-conversation and sends it the whole history', async () => {
    await chat.modelButton.click();
    const input = await quickInput(vscode.page);
    await input.row('demo-markdown').waitFor();
    await shot('model-picker');
    await input.filterAndPick('echo');
    await input.closed();
    await chat.button('Model: echo').waitFor();
    await chat.answerTo('And who are you?');
    assert.equal(lastBody().model, 'echo');
    assert.deepEqual(
      lastBody().messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.equal(await chat.answers.last().getAttribute('data-model'), 'echo');
    assert.equal(await chat.answers.first().getAttribute('data-model'), 'demo-markdown');
  });

  it('opens the same picker from the status bar; no catalogue is offered where none is set', async () => {
    await vscode.page.getByRole('button', { name: 'Portico model: echo' }).click();
    const input = await quickInput(vscode.page);
    assert.match((await input.title.textContent()) ?? '', /Select Model/u);
    assert.equal(await input.button('Open Model Catalog').count(), 0);
    await input.cancel();
    await input.closed();
    await eventually('the palette', () => inPalette(vscode.page, 'Portico: Show Log'));
    assert.equal(await inPalette(vscode.page, 'Portico: Open Model Catalog'), false);
  });

  it('closes the socket on Stop, keeps the text and offers Retry', async () => {
    const gate = gateway.gate('demo-fast');
    await runCommand(vscode.page, 'Portico: Select Model…');
    const input = await quickInput(vscode.page);
    await input.filterAndPick('demo-fast');
    await input.closed();
    await chat.ask('Take your time.');
    await chat.lastIs('waiting');
    await gate.sendText('These words are kept.\n\n');
    await chat.lastIs('streaming');
    const request = gateway.requests.findLast(({ method }) => method === 'POST');
    assert.ok(request);
    assert.equal(request.closedAt, undefined);
    await chat.button('Stop').click();
    // The gateway says nothing more: Stop alone closes it. How soon is a figure of `npm run bench`.
    await request.closed;
    assert.equal(request.aborted, true);
    assert.match(await chat.lastIs('stopped'), /These words are kept\./u);
    assert.equal(await chat.answers.last().getByRole('button', { name: 'Retry' }).count(), 1);
    assert.equal(await chat.button('Send').count(), 1);
  });

  it('shows an answer that a reload cut off as interrupted, with what had come', async () => {
    const gate = gateway.gate('demo-fast');
    await chat.ask('Tell me something long.');
    await gate.sendText('This much had come.\n\n');
    await chat.lastIs('streaming');
    await eventually('the text on the screen', async () =>
      /This much had come/u.test((await chat.answers.last().textContent()) ?? ''),
    );
    await chat.ask('And what came of it?');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.box.fill('a draft that must live');
    await onDisk('And what came of it?');
    await onDisk('a draft that must live');
    const id = await chat.answers.last().getAttribute('data-message-id');
    const requests = gateway.requests.length;
    await vscode.reload();
    chat = await ChatView.open(vscode.page);
    assert.match(await chat.lastIs('interrupted'), /This much had come/u);
    assert.match((await chat.note.textContent()) ?? '', /was reloaded or closed/u);
    assert.equal(await chat.answers.last().getByRole('button', { name: 'Retry' }).count(), 1);
    assert.equal(await chat.answers.last().getAttribute('data-message-id'), id);
    assert.equal(await chat.box.inputValue(), 'a draft that must live');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.button('Send next').waitFor();
    const sent = gateway.requests.slice(requests).filter(({ method }) => method === 'POST');
    assert.deepEqual(sent, [], 'nothing is sent by itself');
    await shot('interrupted');
  });

  it('shows an answer that a crash of the extension host cut off as interrupted, with what had come', async () => {
    const gate = gateway.gate('demo-fast');
    await chat.ask('And once more?');
    await gate.sendText('So much came before the crash.\n\n');
    await eventually('the text on the screen', async () =>
      /before the crash/u.test((await chat.answers.last().textContent()) ?? ''),
    );
    await chat.box.fill('a draft that survives a crash');
    await onDisk('a draft that survives a crash');
    await onDisk('So much came before the crash');
    vscode.killExtensionHosts();
    await eventually('the chat of another extension host', async () => {
      // The page of the one that was killed may go while it is looked at.
      const opened = await ChatView.open(vscode.page).catch(() => undefined);
      if (opened === undefined) return false;
      chat = opened;
      const last = chat.answers.last();
      return (await last.getAttribute('data-state').catch(() => '')) === 'interrupted';
    });
    assert.match(await chat.lastIs('interrupted'), /So much came before the crash/u);
    assert.equal(await chat.answers.last().getByRole('button', { name: 'Retry' }).count(), 1);
    assert.equal(await chat.box.inputValue(), 'a draft that survives a crash');
    await chat.queue.getByText('And what came of it?').waitFor();
    await chat.button('Empty queue').click();
    await eventually('an empty queue', async () => (await chat.queue.count()) === 0);
    await chat.box.fill('a draft that must live');
    await onDisk('a draft that must live');
  });

  it('keeps conversation, key and draft over a restart', async () => {
    const articles = await chat.articles.count();
    await vscode.restart();
    chat = await ChatView.open(vscode.page);
    await eventually('the conversation', async () => (await chat.articles.count()) === articles);
    assert.equal(await chat.box.inputValue(), 'a draft that must live');
    await runCommand(vscode.page, 'Portico: Check Connection');
    await notification(vscode.page, 'The connection works').waitFor();
  });

  it('keeps what it shows while the view is hidden', async () => {
    const articles = await chat.articles.count();
    await runCommand(vscode.page, 'View: Show Explorer');
    await runCommand(vscode.page, 'Portico: Focus Chat');
    chat = await ChatView.open(vscode.page);
    await eventually('the conversation', async () => (await chat.articles.count()) === articles);
    assert.equal(await chat.box.inputValue(), 'a draft that must live');
  });

  it('shows a chat in an editor tab too, live in both places', async () => {
    const articles = await chat.articles.count();
    const holds = (view: ChatView, draft: string) =>
      eventually('the draft', async () => (await view.box.inputValue()) === draft);
    await runCommand(vscode.page, 'Portico: Open Chat in Editor');
    const [sideBar, tab] = await ChatView.both(vscode.page);
    await eventually('the conversation', async () => (await tab.articles.count()) === articles);
    await tab.hasFocus();
    await holds(tab, 'a draft that must live');
    await tab.box.fill('typed in the tab');
    await holds(sideBar, 'typed in the tab');
    await sideBar.box.fill('Are you there twice?');
    await holds(tab, 'Are you there twice?');
    const gate = gateway.gate('demo-fast');
    await tab.box.press('Enter');
    await gate.sendText('I am here, and there.\n\n');
    for (const view of [sideBar, tab]) {
      await eventually('the text on the screen', async () =>
        /I am here, and there/u.test((await view.answers.last().textContent()) ?? ''),
      );
      await holds(view, '');
    }
    await shot('editor-tab');
    await gate.finish();
    await Promise.all([sideBar, tab].map((view) => view.lastIs('complete')));
    await tab.box.fill('a draft that must live');
    await holds(sideBar, 'a draft that must live');
    // The other editor holds code that is saved nowhere: VS Code would ask.
    await vscode.page.getByRole('tab', { name: /Do you know me/u }).click({ button: 'middle' });
    chat = await ChatView.open(vscode.page);
  });

  it('starts a new chat with the cursor in the message box and keeps the draft', async () => {
    await chat.button('New chat').click();
    await eventually('an empty conversation', async () => (await chat.articles.count()) === 0);
    await chat.hasFocus();
    assert.equal(await chat.box.inputValue(), 'a draft that must live');
  });

  it('finds an old chat by a word from the middle of an answer, and opens it there', async () => {
    assert.equal(await chat.articles.count(), 0);
    await chat.button('History').click();
    const history = await quickInput(vscode.page);
    await history.rows.first().waitFor();
    await shot('history');
    await history.cancel();
    await history.closed();
    await chat.box.focus();
    await vscode.page.keyboard.press('ControlOrMeta+Alt+KeyH');
    await history.opened();
    const row = history.rows.filter({ hasText: 'So much came before the crash.' });
    await history.type('crash');
    await row.waitFor();
    assert.equal(await row.locator('.highlight').textContent(), 'crash');
    await history.type('befo cra');
    await row.and(history.rows.filter({ hasNot: vscode.page.locator('.highlight') })).waitFor();
    await shot('history-search');
    await history.accept();
    await history.closed();
    const answer = chat.answers.filter({ hasText: 'So much came before the crash.' });
    await answer.waitFor();
    await eventually('the words to be marked', () =>
      chat.frame.evaluate(() =>
        [...CSS.highlights.values()].some((marked) =>
          [...marked].some((range) => range instanceof Range && range.toString() === 'befo'),
        ),
      ),
    );
    await eventually('the focus on the answer', () =>
      answer.evaluate((article) => article.contains(article.ownerDocument.activeElement)),
    );
    await shot('history-opened');
    await chat.button('New chat').click();
    await eventually('an empty conversation', async () => (await chat.articles.count()) === 0);
    await chat.hasFocus();
  });

  it('is found in Settings by “portico”, with links that set the key and check the connection', async () => {
    await runCommand(vscode.page, 'Preferences: Open Settings (UI)');
    const search = vscode.page.locator('.settings-editor .suggest-input-container');
    await search.waitFor();
    await search.click();
    await vscode.page.keyboard.insertText('portico');
    const baseUrl = vscode.page.locator('.setting-item-contents', { hasText: 'Base Url' }).first();
    await baseUrl.getByText('Set the API key').waitFor();
    await shot('settings');
    await baseUrl.getByText('Check the connection').click();
    await notification(vscode.page, 'The connection works').first().waitFor();
    await eventually('the settings to close', async () => {
      await vscode.page.keyboard.press('Escape');
      return (await vscode.page.locator('.settings-editor').count()) === 0;
    });
  });

  it('says in a sentence that nothing listens where the gateway should be', async () => {
    const port = new URL(gateway.origin).port;
    await gateway.close();
    await chat.ask('Anybody there?');
    await chat.button('Retry now').waitFor();
    // It is asked again by itself, twice; nobody need wait for that.
    await eventually('the end of asking again', async () => {
      if ((await chat.answers.last().getAttribute('data-state')) === 'failed') return true;
      await chat
        .button('Retry now')
        .click({ timeout: 500 })
        .catch(() => undefined);
      return false;
    });
    await chat.lastIs('failed');
    assert.match((await chat.note.textContent()) ?? '', /could not be reached/u);
    gateway = await startGateway({ apiKey: key, port: Number(port) });
    await chat.button('Retry').click();
    await chat.lastIs('complete');
  });

  it('opens its log, where each request is one line without contents', async () => {
    await runCommand(vscode.page, 'Portico: Show Log');
    const log = vscode.page.locator('.output-view-container, .part.panel').first();
    await eventually('the log', async () =>
      /POST \/v1\/chat\/completions/u.test(
        ((await log.textContent()) ?? '').replaceAll('\u00a0', ' '),
      ),
    );
    await shot('log');
    const files = filesNamed('Portico.log', vscode.home);
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const lines = text.split('\n').filter((line) => line.includes('POST'));
    assert.match(
      lines.at(-1) ?? '',
      /POST \/v1\/chat\/completions model="demo-fast" status=200 \d+ ms request="\w+"$/u,
    );
    assert.ok(lines.length > 5, text);
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

  it('leaves the key in no file of VS Code, no console line and no request but its header', async () => {
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

/** Every file of this name below a folder. */
function filesNamed(name: string, folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true });
  return files.filter((file) => file.name === name).map((file) => join(file.parentPath, name));
}
