// References to files in answers: they open files of the workspace, and nothing else.
import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { recordNotifications, type NotificationRecorder } from './support/notifications';
import { getAnswer, newChat, until } from './support/portico';
import { portico, withGateway } from './support/withGateway';

describe('references to files', () => {
  withGateway({ model: 'echo' });
  let workspace: string;
  let outside: string;
  let messageId: string;
  let notifications: NotificationRecorder;

  before(async () => {
    workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    outside = join(dirname(workspace), 'outside-of-the-workspace');
    await mkdir(join(workspace, 'src'));
    await mkdir(outside);
    await writeFile(join(workspace, 'src', 'a.ts'), 'line\n'.repeat(30));
    await writeFile(join(outside, 'secret.ts'), 'secret\n');
    await symlink(outside, join(workspace, 'linked'));
    await symlink(join(outside, 'secret.ts'), join(workspace, 'secret.ts'));
    await newChat();
    messageId = (await getAnswer(portico, 'Where is it? src/a.ts:12')).id;
  });
  after(async () => {
    await rm(join(workspace, 'src'), { recursive: true });
    await rm(join(workspace, 'linked'));
    await rm(join(workspace, 'secret.ts'));
    await rm(outside, { recursive: true });
  });
  beforeEach(() => {
    notifications = recordNotifications();
  });
  afterEach(async () => {
    notifications.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('all editors to close', () => openFiles().length === 0);
  });

  const openFiles = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : [])),
    );

  it('open the editor at the line', async () => {
    await portico.run({ type: 'openFile', messageId, path: 'src/a.ts', line: 12 });
    await until('the editor', () => vscode.window.activeTextEditor !== undefined);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, join(workspace, 'src', 'a.ts'));
    await until('the line', () => editor?.selection.active.line === 11);
  });

  it('select the range of lines, and stay inside a shorter file', async () => {
    const command = { type: 'openFile', messageId, path: './src/../src/a.ts' } as const;
    await portico.run({ ...command, line: 3, endLine: 5 });
    await until('the range', () => {
      const selection = vscode.window.activeTextEditor?.selection;
      return selection?.start.line === 2 && selection.end.line === 5;
    });
    await portico.run({ ...command, line: 9_999_999 });
    await until('the end', () => vscode.window.activeTextEditor?.selection.active.line === 30);
  });

  it('open nothing outside of the workspace', async () => {
    const secret = join(outside, 'secret.ts');
    const paths = [
      '../outside-of-the-workspace/secret.ts',
      'src/../../outside-of-the-workspace/secret.ts',
      '%2e%2e/outside-of-the-workspace/secret.ts',
      '..\\outside-of-the-workspace\\secret.ts',
      secret,
      `file://${secret}`,
      'C:\\Windows\\win.ini',
      '\\\\server\\share\\a.ts',
      '//server/share/a.ts',
      'linked/secret.ts',
      'secret.ts',
      'src/a.ts\0',
      'src',
      `${'a/'.repeat(150)}b.ts`,
    ];
    for (const path of paths) {
      await portico.run({ type: 'openFile', messageId, path });
    }
    assert.deepEqual(openFiles(), []);
    assert.equal(notifications.messages.length, paths.length, 'the user is told each time');
  });

  it('open nothing for a message that is not an answer of the chat', async () => {
    const question = portico.conversation().messages[0]?.id ?? '';
    for (const id of ['none', question]) {
      await portico.run({ type: 'openFile', messageId: id, path: 'src/a.ts' });
    }
    assert.deepEqual(openFiles(), []);
    assert.deepEqual(notifications.messages, []);
  });

  it('are part of the state only if the file exists, and the state of a new page has them', async () => {
    const paths = [
      'src/a.ts',
      'src/b.ts',
      'linked/secret.ts',
      '../outside-of-the-workspace/secret.ts',
    ];
    await portico.run({ type: 'fileReferencesSeen', paths });
    assert.deepEqual(portico.viewState().fileReferences, ['src/a.ts']);
    await newChat();
    assert.deepEqual(portico.viewState().fileReferences, ['src/a.ts']);
  });
});
