// Exports chats to files and imports them; the API key is in none of the files.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { newConversation } from '../../src/conversation/common/conversation';
import { JournalStore } from '../../src/storage/node/journal/journalStore';
import { demoModels } from '../referenceGateway/models/demoModels';
import { samples } from '../support/conversationEvents';
import { ManualClock } from '../support/manualClock';
import { branched, oldest, reasoned } from '../unit/features/transfer/node/import/chatGptFixtures';
import { sessions } from '../unit/features/transfer/node/import/continueFixtures';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { getAnswer, newChat, setUserSetting, storageFolder, until } from './support/portico';
import { answerQuickPicks, recordQuickPicks } from './support/quickInputs';
import { gateway, portico, withGateway } from './support/withGateway';

const key = 'sk-canary-transfer-9Xq2';

describe('export and import', () => {
  withGateway({ apiKey: key, models: demoModels, model: 'echo' });
  let folder: string;
  let notifications: NotificationRecorder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-transfer-'));
    await setUserSetting('headers', { [gateway.origin]: { 'X-Team': 'canary-header-value' } });
  });
  after(async () => {
    await setUserSetting('headers', undefined);
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    notifications = recordNotifications();
  });
  afterEach(() => notifications.dispose());

  const at = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));

  async function exportChat(format: string, name: string): Promise<string> {
    await vscode.commands.executeCommand('portico.exportChat', { format, uri: at(name) });
    assert.equal(notifications.messages.at(-1), `Exported to ${join(folder, name)}.`);
    return readFile(join(folder, name), 'utf8');
  }

  async function importFiles(files: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const before = notifications.messages.length;
    for (const [name, json] of Object.entries(files)) {
      await writeFile(join(folder, name), typeof json === 'string' ? json : JSON.stringify(json));
    }
    const uris = Object.keys(files).map(at);
    await vscode.commands.executeCommand('portico.importChats', { uris });
    await until('the import reports its result', () => notifications.messages.length > before);
    return notifications.messages.slice(before);
  }

  it('says that there is nothing to export from an empty chat', async () => {
    await newChat();
    await vscode.commands.executeCommand('portico.exportChat', { format: 'json', uri: at('no') });
    assert.deepEqual(notifications.messages, ["There's nothing to export. This chat is empty."]);
    await assert.rejects(stat(join(folder, 'no')));
  });

  it('exports a chat as Markdown and as JSON, without the API key or any setting', async () => {
    await newChat();
    await getAnswer(portico, 'What is in an export?');
    const markdown = await exportChat('markdown', 'chat.md');
    assert.match(markdown, /^# What is in an export\?\n/u);
    assert.match(markdown, /^## Assistant \(echo\)$/mu);
    const json = await exportChat('json', 'chat.json');
    const { conversations } = JSON.parse(json) as { conversations: { messages: unknown[] }[] };
    assert.deepEqual(conversations[0]?.messages, portico.conversation().messages);
    for (const secret of [key, 'canary-header-value']) {
      assert.ok(!markdown.includes(secret) && !json.includes(secret), secret);
    }
    const { mode } = await stat(join(folder, 'chat.json'));
    assert.equal(mode & 0o777, 0o600);
  });

  it('asks for the format if the caller did not pass one', async () => {
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

  it('asks for the file if the caller did not pass one, and suggests title and date as its name', async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const exporting = vscode.commands.executeCommand('portico.exportChat', { format: 'markdown' });
    const files = async (): Promise<readonly string[]> =>
      (await readdir(workspace.uri.fsPath)).filter((name) => name.endsWith('.md'));
    await until('the dialog is open and its suggestion is accepted', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return (await files()).length > 0;
    });
    await exporting;
    const [name = ''] = await files();
    assert.match(name, /^What is in an export \d{4}-\d{2}-\d{2}\.md$/u);
    await rm(join(workspace.uri.fsPath, name));
  });

  it('reports an export that cannot be written, and changes no file', async () => {
    await writeFile(join(folder, 'file'), 'mine');
    const uri = at('file/inside.md');
    await vscode.commands.executeCommand('portico.exportChat', { format: 'markdown', uri });
    assert.match(notifications.messages.join(), /Couldn't export to .*inside\.md \(ENOTDIR\)/u);
    assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'mine');
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('imports chats from ChatGPT and Continue together, and each only once', async () => {
    const files: Record<string, unknown> = {
      'conversations.json': [...oldest, branched, reasoned],
    };
    for (const [index, session] of sessions.entries()) files[`session${index}.json`] = session;
    const [sentence = ''] = await importFiles(files);
    assert.match(sentence, /^Chats imported: 7\. Message contents skipped: \d+\.$/u);
    const [again = ''] = await importFiles(files);
    assert.match(again, /^Chats imported: 0\. Chats already up to date: 7\./u);
  });

  it('opens the imported chat, or a report of what was skipped', async () => {
    notifications.dispose();
    notifications = recordNotifications('Open Chat');
    const id = 'opened-0000-4000-8000-000000000000';
    await importFiles({ 'open.json': [{ ...branched, id, conversation_id: id }] });
    await until('the chat is open', () => portico.conversation().id === `chatgpt-${id}`);
    assert.equal(portico.conversation().messages.at(-1)?.text, 'A cat, 42 times.');
    notifications.dispose();
    notifications = recordNotifications('Show Report');
    await importFiles({ 'open.json': [{ ...branched, id, conversation_id: id }] });
    await until('the report is open', () =>
      (vscode.window.activeTextEditor?.document.getText() ?? '').startsWith('# Import Report'),
    );
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(report, /^- Images that the file doesn't contain: 1\.$/mu);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('exports all chats to one file, and recognizes all of them in an import', async () => {
    const options = { format: 'json', chats: 'all', uri: at('all.json') };
    await vscode.commands.executeCommand('portico.exportChat', options);
    const [, count = ''] = /^Chats exported: (\d+)\. Exported to /u.exec(
      notifications.messages.at(-1) ?? '',
    ) ?? [''];
    assert.ok(Number(count) >= 9, notifications.messages.at(-1));
    const text = await readFile(join(folder, 'all.json'), 'utf8');
    assert.ok(!text.includes(key) && !text.includes('canary-header-value'));
    assert.deepEqual(await importFiles({ 'all.json': text }), [
      `Chats imported: 0. Chats already up to date: ${count}.`,
    ]);
    const markdown = { format: 'markdown', chats: 'all', uri: at('all.md') };
    await vscode.commands.executeCommand('portico.exportChat', markdown);
    const titles = (await readFile(join(folder, 'all.md'), 'utf8')).match(/^# .*/gmu) ?? [];
    assert.ok(titles.length >= Number(count));
  });

  it('imports titles and times, and lists imported chats in the history', async () => {
    const history = recordQuickPicks();
    const shown = vscode.commands.executeCommand('portico.showHistory');
    await until('the imported chat is listed under its title', () =>
      history.rows().some((row) => row.startsWith('Rhyme schemes')),
    );
    history.dispose();
    await shown;
    const file = await exportChat('markdown', 'opened.md');
    assert.match(file, /^# Branches\n\nJanuary 1, 2024/u);
  });

  it('says that a chat to which a newer Portico has written is exported in part, and sends nothing in it', async () => {
    const store = new JournalStore({ root: storageFolder(), clock: new ManualClock() });
    const newer = newConversation('newer-chat', 'echo', 1);
    store.create(newer);
    store.append(newer.id, samples.asked);
    const failure = { kind: 'quantumNoise' as never };
    store.append(newer.id, { ...samples.ended, outcome: { endedAt: 2, failure } });
    await store.close();
    assert.ok(await portico.open(newer.id));
    assert.equal(await portico.ask('And?'), false);
    const partly =
      'Chats exported without the parts that only a newer version of Portico can read: 1.';
    await vscode.commands.executeCommand('portico.exportChat', {
      format: 'json',
      uri: at('newer.json'),
    });
    await until('the export is reported', () => notifications.messages.length > 0);
    assert.deepEqual(notifications.messages, [
      `${partly} Exported to ${join(folder, 'newer.json')}.`,
    ]);
    const all = { format: 'markdown', chats: 'all', uri: at('all-newer.md') };
    await vscode.commands.executeCommand('portico.exportChat', all);
    await until('both exports are reported', () => notifications.messages.length > 1);
    assert.ok(
      notifications.messages.at(-1)?.includes(` ${partly} `),
      notifications.messages.at(-1),
    );
  });

  it('imports nothing while history is off', async () => {
    await setUserSetting('history.enabled', false);
    const id = 'unwanted-0000-4000-8000-000000000000';
    const text = [{ ...branched, id, conversation_id: id }];
    assert.match(
      (await importFiles({ 'unwanted.json': text })).join(),
      /^Nothing was imported because history is off\./u,
    );
    await setUserSetting('history.enabled', undefined);
    assert.equal(
      (await importFiles({ 'unwanted.json': text }))[0]?.startsWith('Chats imported: 1.'),
      true,
    );
  });

  it('explains why a file cannot be imported', async () => {
    const cases = {
      'archive.zip': ['PK\u0003\u0004', /Couldn't read the file/u],
      'page.json': ['<html>', /has no chats: it is a web page/u],
      'text.json': ['Hello', /has no chats: it isn't JSON\./u],
      'empty.json': ['[]', /has no chats: its list is empty/u],
      'cut.json': ['[{"mapping":{', /The file is incomplete\./u],
      'other.json': ['{"name":"x"}', /has no chats: nothing in it/u],
      'later.json': ['{"format":"portico-chats","version":2}', /newer version of Portico/u],
    } as const;
    for (const [name, [text, sentence]] of Object.entries(cases)) {
      assert.match((await importFiles({ [name]: text })).join(), sentence);
    }
    await vscode.commands.executeCommand('portico.importChats', { uris: [at('not-there.json')] });
    await until('the missing file is reported', () => notifications.messages.length > 7);
    assert.match(notifications.messages.at(-1) ?? '', /Couldn't read the file/u);
  });
});
