// Attachments on their way to the gateway: what is sent is what the previews show, and a source that has changed is read
// again.
import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { selectLines, showSelection } from '../support/editors';
import { getAnswer, questionsTo, setUserSetting, typeDraft, until } from '../support/portico';
import { gateway, portico, withGateway } from '../support/withGateway';
import {
  attachmentsOf,
  drop,
  previewOf,
  removeAll,
  sentQuestion,
  workspaceFolder,
  writeWorkspaceFile,
} from './support/attachments';

describe('questions with attachments', () => {
  withGateway({ model: 'echo', isNewPerTest: true });

  beforeEach(async () => {
    await writeWorkspaceFile('sent/a.fake', 'one\ntwo\nthree\nfour\n');
    await writeWorkspaceFile('sent/b.md', '```\n`ä€\u200B 👩‍💻`\n');
  });
  afterEach(async () => {
    await removeAll(portico);
    await setUserSetting('context.autoSelection', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(workspaceFolder(), 'sent'), { recursive: true }));

  const previews = (): Promise<readonly string[]> =>
    attachmentsOf(portico).reduce<Promise<readonly string[]>>(
      async (texts, attachment) => [...(await texts), await previewOf(portico, attachment)],
      Promise.resolve([]),
    );

  it('send byte for byte what the previews show', async () => {
    await selectLines(join(workspaceFolder(), 'sent/a.fake'), 2, 3);
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    await drop(
      portico,
      join(workspaceFolder(), 'sent/b.md'),
      join(workspaceFolder(), 'sent/a.fake'),
    );
    const shown = await previews();
    assert.equal(shown.length, 3);
    await getAnswer(portico, 'Why?');
    assert.equal(sentQuestion(), [...shown, 'Why?'].join('\n\n'));
    assert.deepEqual(attachmentsOf(portico), [], 'the message box is empty again');
    const question = portico.conversation().messages.find(({ kind }) => kind === 'question');
    assert.ok(question?.kind === 'question');
    const asked: string[] = [];
    for (const attachment of question.attachments ?? []) {
      asked.push(await previewOf(portico, attachment, question.id));
    }
    assert.deepEqual(asked, shown, 'the previews of the question are the same');
  });

  it('send nothing but their words without attachments', async () => {
    const editor = await selectLines(join(workspaceFolder(), 'sent/a.fake'), 1, 4);
    await until('the offer', () => portico.viewState().editorOffer?.name === 'sent/a.fake:1-4');
    await getAnswer(portico, 'Just words.');
    assert.equal(sentQuestion(), 'Just words.');
    await showSelection(editor.document, new vscode.Range(0, 0, 0, 0));
    await until('the offer', () => portico.viewState().editorOffer?.name === 'sent/a.fake');
  });

  it('are not offered again while the chat has them as they are', async () => {
    const offered = () => portico.viewState().editorOffer?.name;
    const file = await writeWorkspaceFile('sent/held.fake', 'one\n');
    const { document } = await selectLines(file, 1, 1);
    await showSelection(document, new vscode.Range(0, 0, 0, 0));
    await until('the offer', () => offered() === 'sent/held.fake');
    await drop(portico, file);
    await getAnswer(portico, 'Why?');
    await until('no offer', () => offered() === undefined);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'zero\n');
    await vscode.workspace.applyEdit(edit);
    await showSelection(document, new vscode.Range(1, 0, 1, 0));
    await until('the offer', () => offered() === 'sent/held.fake');
    await document.save();
  });

  it('have a file as it is when they are sent', async () => {
    await drop(
      portico,
      join(workspaceFolder(), 'sent/a.fake'),
      join(workspaceFolder(), 'sent/b.md'),
    );
    await writeWorkspaceFile('sent/a.fake', 'changed\n');
    await getAnswer(portico, 'Why?');
    const question = portico.conversation().messages.find(({ kind }) => kind === 'question');
    assert.ok(question?.kind === 'question');
    assert.deepEqual(
      question.attachments?.map(({ name, isUpdated }) => [name, isUpdated]),
      [
        ['sent/a.fake', true],
        ['sent/b.md', undefined],
      ],
    );
    assert.match(sentQuestion(), /^File `sent\/a\.fake` \(fake\)\n```fake\nchanged\n```\n\n/u);
  });

  it('have a file that is gone as it was attached, and say so', async () => {
    const path = join(workspaceFolder(), 'sent/a.fake');
    await drop(portico, path);
    await rm(path);
    await getAnswer(portico, 'Why?');
    const question = portico.conversation().messages.find(({ kind }) => kind === 'question');
    assert.ok(question?.kind === 'question');
    assert.equal(question.attachments?.[0]?.name, 'sent/a.fake (as attached)');
    assert.match(
      sentQuestion(),
      /^File `sent\/a\.fake` \(fake\), as it was when attached\n```fake\none\ntwo\n/u,
    );
  });

  it('find a selection again that has moved, and send it as attached when it has changed', async () => {
    const editor = await selectLines(join(workspaceFolder(), 'sent/a.fake'), 2, 3);
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new\nnew\n'));
    await getAnswer(portico, 'Why?');
    assert.match(
      sentQuestion(),
      /^Selection of `sent\/a\.fake` \(fake, lines 4-5\)\n```fake\ntwo\nthree\n```/u,
    );
    await showSelection(editor.document, new vscode.Range(3, 0, 4, 5));
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    await editor.edit((edit) => edit.insert(new vscode.Position(4, 0), 'between\n'));
    await getAnswer(portico, 'And now?');
    assert.match(
      sentQuestion(),
      /^Selection of `sent\/a\.fake` \(fake, lines 4-5\), as it was when attached\n```fake\ntwo\nthree\n```/u,
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('do not send what a link points to now in place of a file', async () => {
    const path = join(workspaceFolder(), 'sent/a.fake');
    await drop(portico, path);
    await rm(path);
    await symlink('/etc/hostname', path);
    await getAnswer(portico, 'Why?');
    assert.match(sentQuestion(), /as it was when attached\n```fake\none\n/u);
    await rm(path);
  });

  it('do not send a file that may hold secrets because a link leads to it now', async () => {
    const path = join(workspaceFolder(), 'sent/a.fake');
    await drop(portico, path);
    await writeWorkspaceFile('sent/.env', 'NAME=value\n');
    await rm(path);
    await symlink('.env', path);
    await getAnswer(portico, 'Why?');
    assert.match(sentQuestion(), /as it was when attached\n```fake\none\n/u);
    await rm(path);
  });

  it('are sent again as they were', async () => {
    await drop(portico, join(workspaceFolder(), 'sent/a.fake'));
    const { id } = await getAnswer(portico, 'Why?');
    const first = sentQuestion();
    await writeWorkspaceFile('sent/a.fake', 'changed\n');
    gateway.clearRequests();
    await portico.retry(id);
    await until('the request', () => questionsTo(gateway).length === 1);
    assert.equal(sentQuestion(), first);
  });

  it('attach the selection by themselves only if the setting says so, and once', async () => {
    // A file that no other test changes: VS Code reloads a changed one at any time, and its selection is gone then.
    await selectLines(await writeWorkspaceFile('sent/selected.fake', 'one\ntwo\n'), 1, 2);
    await typeDraft(portico, 'Wh');
    await typeDraft(portico, '');
    assert.deepEqual(attachmentsOf(portico), []);
    await setUserSetting('context.autoSelection', true);
    await typeDraft(portico, 'Wh');
    await until('the attachment', () => attachmentsOf(portico).length === 1);
    assert.equal(attachmentsOf(portico)[0]?.name, 'sent/selected.fake:1-2');
    await removeAll(portico);
    await typeDraft(portico, '');
    await typeDraft(portico, 'Why?');
    await typeDraft(portico, 'Why not?');
    assert.deepEqual(attachmentsOf(portico), [], 'a removed one does not return');
    await typeDraft(portico, '');
  });

  it('do not attach by themselves what is selected in a file that may hold secrets', async () => {
    await setUserSetting('context.autoSelection', true);
    await selectLines(await writeWorkspaceFile('sent/.env', 'NAME=value\n'), 1, 1);
    await until('the offer', () => portico.viewState().editorOffer?.name === 'sent/.env:1');
    await typeDraft(portico, 'Why?');
    await selectLines(await writeWorkspaceFile('sent/next.fake', 'one\ntwo\n'), 1, 2);
    await until('the next selection', () => attachmentsOf(portico).length > 0);
    assert.deepEqual(
      attachmentsOf(portico).map(({ name }) => name),
      ['sent/next.fake:1-2'],
    );
    await typeDraft(portico, '');
  });
});
