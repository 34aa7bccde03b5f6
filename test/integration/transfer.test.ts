// Chats leave and come in through real files, and the key is in none of them.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { demoModels } from '../referenceGateway/models';
import { type Gateway, startGateway } from '../referenceGateway/server';
import { branched, oldest, reasoned } from '../unit/chat/transfer/import/chatGptFixtures';
import { sessions } from '../unit/chat/transfer/import/continueFixtures';
import { recordQuickPicks } from './support/quickPicks';
import { answerQuickPicks } from './support/answerQuickPick';
import { activatePortico, getAnswer, newChat, setUserSetting, until } from './support/portico';
import { recordNotifications, type NotificationRecorder } from './support/notifications';

const key = 'sk-canary-transfer-9Xq2';

describe('export and import', () => {
  let portico: Awaited<ReturnType<typeof activatePortico>>;
  let gateway: Gateway;
  let folder: string;
  let notifications: NotificationRecorder;

  before(async () => {
    portico = await activatePortico();
    gateway = await startGateway({ apiKey: key, models: demoModels });
    folder = await mkdtemp(join(tmpdir(), 'portico-transfer-'));
    await setUserSetting('baseUrl', gateway.baseUrl);
    await setUserSetting('headers', { [gateway.origin]: { 'X-Team': 'canary-header-value' } });
    await vscode.commands.executeCommand('portico.setApiKey', { key });
    await vscode.commands.executeCommand('portico.selectModel', 'echo');
  });
  after(async () => {
    await setUserSetting('headers', undefined);
    await gateway.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    notifications = recordNotifications();
  });
  afterEach(() => notifications.dispose());

  const at = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));

  async function exported(format: string, name: string): Promise<string> {
    await vscode.commands.executeCommand('portico.exportChat', { format, uri: at(name) });
    assert.equal(notifications.messages.at(-1), `The export was written to ${join(folder, name)}.`);
    return readFile(join(folder, name), 'utf8');
  }

  async function imported(files: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const before = notifications.messages.length;
    for (const [name, json] of Object.entries(files)) {
      await writeFile(join(folder, name), typeof json === 'string' ? json : JSON.stringify(json));
    }
    const uris = Object.keys(files).map(at);
    await vscode.commands.executeCommand('portico.importChats', { uris });
    await until('the import says what came of it', () => notifications.messages.length > before);
    return notifications.messages.slice(before);
  }

  it('a chat without messages says that there is nothing to export', async () => {
    await newChat();
    await vscode.commands.executeCommand('portico.exportChat', { format: 'json', uri: at('no') });
    assert.deepEqual(notifications.messages, [
      'There is nothing to export: nothing has been asked in this chat yet.',
    ]);
    await assert.rejects(stat(join(folder, 'no')));
  });

  it('a chat is exported as Markdown and as JSON, without the key or any setting', async () => {
    await newChat();
    await getAnswer(portico, 'What leaves with a chat?');
    const markdown = await exported('markdown', 'chat.md');
    assert.match(markdown, /^# What leaves with a chat\?\n/u);
    assert.match(markdown, /^## Assistant \(echo\)$/mu);
    const json = await exported('json', 'chat.json');
    const { conversations } = JSON.parse(json) as { conversations: { messages: unknown[] }[] };
    assert.deepEqual(conversations[0]?.messages, portico.conversation().messages);
    for (const secret of [key, 'canary-header-value']) {
      assert.ok(!markdown.includes(secret) && !json.includes(secret), secret);
    }
    const { mode } = await stat(join(folder, 'chat.json'));
    assert.equal(mode & 0o777, 0o600);
  });

  it('the form is asked for where nobody named it', async () => {
    const quickPicks = answerQuickPicks('as JSON');
    await vscode.commands.executeCommand('portico.exportChat', { uri: at('asked.json') });
    quickPicks.dispose();
    assert.deepEqual(quickPicks.rows, [
      'This chat as Markdown',
      'This chat as JSON',
      'All chats as Markdown',
      'All chats as JSON',
    ]);
    assert.ok((await readFile(join(folder, 'asked.json'), 'utf8')).startsWith('{"format"'));
  });

  it('the place is asked for where nobody named it, with a name that tells title and day', async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const exporting = vscode.commands.executeCommand('portico.exportChat', { format: 'markdown' });
    const files = async (): Promise<readonly string[]> =>
      (await readdir(workspace.uri.fsPath)).filter((name) => name.endsWith('.md'));
    await until('the dialog is there and its proposal is taken', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return (await files()).length > 0;
    });
    await exporting;
    const [name = ''] = await files();
    assert.match(name, /^What leaves with a chat \d{4}-\d{2}-\d{2}\.md$/u);
    await rm(join(workspace.uri.fsPath, name));
  });

  it('an export that cannot be written says so, and leaves what was there', async () => {
    await writeFile(join(folder, 'file'), 'mine');
    const uri = at('file/inside.md');
    await vscode.commands.executeCommand('portico.exportChat', { format: 'markdown', uri });
    assert.match(notifications.messages.join(), /could not be written to .*inside\.md \(ENOTDIR\)/u);
    assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'mine');
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.unfinished')),
      [],
    );
  });

  it('what was exported is recognised, and what is new in it is added', async () => {
    const file = JSON.parse(await readFile(join(folder, 'chat.json'), 'utf8')) as {
      conversations: { id: string; messages: { id: string }[] }[];
    };
    assert.deepEqual(await imported({ 'chat.json': file }), [
      'Chats imported: 0. Already here, unchanged: 1.',
    ]);
    const end = file.conversations[0]?.messages.at(-1)?.id ?? '';
    const more = [
      {
        kind: 'question',
        id: 'later',
        text: 'Said elsewhere?',
        parentId: end,
        askedAt: 1_900_000_000_000,
      },
      {
        kind: 'answer',
        id: 'later-answer',
        questionId: 'later',
        model: 'echo',
        state: 'complete',
        text: 'Yes.',
        reasoning: '',
        startedAt: 1_900_000_000_001,
      },
    ];
    const grown = {
      ...file,
      conversations: file.conversations.map((chat) =>
        Object.assign(chat, {
          messages: [...chat.messages, ...more],
        }),
      ),
    };
    assert.deepEqual(await imported({ 'grown.json': grown }), [
      'Chats imported: 0. Known, with new messages added: 1.',
    ]);
    const texts = (): readonly string[] => portico.conversation().messages.map(({ text }) => text);
    assert.deepEqual(texts().slice(-2), ['Said elsewhere?', 'Yes.']);
    assert.deepEqual(await imported({ 'grown.json': grown }), [
      'Chats imported: 0. Already here, unchanged: 1.',
    ]);
  });

  it('chats of ChatGPT and Continue come in together, each told once', async () => {
    const files: Record<string, unknown> = {
      'conversations.json': [...oldest, branched, reasoned],
    };
    for (const [index, session] of sessions.entries()) files[`session${index}.json`] = session;
    const [sentence = ''] = await imported(files);
    assert.match(
      sentence,
      /^Chats imported: 7\. Parts of messages that could not come along: \d+\.$/u,
    );
    const [again = ''] = await imported(files);
    assert.match(again, /^Chats imported: 0\. Already here, unchanged: 7\./u);
  });

  it('a chat that came in opens, with a report of what could not', async () => {
    notifications.dispose();
    notifications = recordNotifications('Open');
    const id = 'opened-0000-4000-8000-000000000000';
    await imported({ 'open.json': [{ ...branched, id, conversation_id: id }] });
    await until('the chat is open', () => portico.conversation().id === `chatgpt-${id}`);
    assert.equal(portico.conversation().messages.at(-1)?.text, 'A cat, 42 times.');
    notifications.dispose();
    notifications = recordNotifications('Details');
    await imported({ 'open.json': [{ ...branched, id, conversation_id: id }] });
    await until('the report is open', () =>
      (vscode.window.activeTextEditor?.document.getText() ?? '').startsWith('# Imported Chats'),
    );
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /^- Pictures that the file does not hold: 1\.$/mu);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('all chats are exported together, and an import of that finds them all', async () => {
    const options = { format: 'json', chats: 'all', uri: at('all.json') };
    await vscode.commands.executeCommand('portico.exportChat', options);
    const [, count = ''] = /^Chats exported: (\d+)\. The export was written/u.exec(
      notifications.messages.at(-1) ?? '',
    ) ?? [''];
    assert.ok(Number(count) >= 9, notifications.messages.at(-1));
    const text = await readFile(join(folder, 'all.json'), 'utf8');
    assert.ok(!text.includes(key) && !text.includes('canary-header-value'));
    assert.deepEqual(await imported({ 'all.json': text }), [
      `Chats imported: 0. Already here, unchanged: ${count}.`,
    ]);
    const markdown = { format: 'markdown', chats: 'all', uri: at('all.md') };
    await vscode.commands.executeCommand('portico.exportChat', markdown);
    const titles = (await readFile(join(folder, 'all.md'), 'utf8')).match(/^# .*/gmu) ?? [];
    assert.ok(titles.length >= Number(count));
  });

  it('names and times come along, and what came in is found in the history', async () => {
    const history = recordQuickPicks();
    const shown = vscode.commands.executeCommand('portico.showHistory');
    await until('the imported chat is listed under its name', () =>
      history.rows().some((row) => row.startsWith('Rhyme schemes')),
    );
    history.dispose();
    await shown;
    const file = await exported('markdown', 'opened.md');
    assert.match(file, /^# Branches\n\nJanuary 1, 2024/u);
  });

  it('nothing comes in while chats are not kept', async () => {
    await setUserSetting('history.enabled', false);
    const id = 'unwanted-0000-4000-8000-000000000000';
    const text = [{ ...branched, id, conversation_id: id }];
    assert.match((await imported({ 'unwanted.json': text })).join(), /^Nothing was imported:/u);
    await setUserSetting('history.enabled', undefined);
    assert.equal(
      (await imported({ 'unwanted.json': text }))[0]?.startsWith('Chats imported: 1.'),
      true,
    );
  });

  it('files that are none say what they are', async () => {
    const cases = {
      'archive.json': ['PK\u0003\u0004', /ZIP archive/u],
      'page.json': ['<html>', /damaged or no JSON/u],
      'cut.json': ['[{"mapping":{', /ends in the middle/u],
      'other.json': ['{"name":"x"}', /No chats were found/u],
      'later.json': ['{"format":"portico-chats","version":2}', /newer version of Portico/u],
    } as const;
    for (const [name, [text, sentence]] of Object.entries(cases)) {
      assert.match((await imported({ [name]: text })).join(), sentence);
    }
    await vscode.commands.executeCommand('portico.importChats', { uris: [at('not-there.json')] });
    await until('the missing file is told', () => notifications.messages.length > 5);
    assert.match(notifications.messages.at(-1) ?? '', /The file could not be read/u);
  });
});
