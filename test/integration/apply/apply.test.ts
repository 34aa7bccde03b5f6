// Apply: code of an answer becomes changes of a file, which the user accepts in VS Code's diff editor.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findAnswer } from '../../../src/conversation/common/conversation';
import {
  attachmentsOf,
  drop,
  removeAll,
  workspaceFolder,
  writeWorkspaceFile,
} from '../attachments/support/attachments';
import { type NotificationRecorder, recordNotifications } from '../support/notifications';
import { getAnswer, until } from '../support/portico';
import { gateway, portico, withGateway } from '../support/withGateway';

describe('Apply', () => {
  let answer = '';
  withGateway({ model: 'writes-code', isNewPerTest: true, models: [] });
  let notifications: NotificationRecorder;
  let messageId = '';

  before(() => {
    gateway.addModel({
      id: 'writes-code',
      description: '',
      behavior: { kind: 'answers', answer: () => ({ text: answer }), tokensPerSecond: Infinity },
    });
  });
  beforeEach(() => {
    notifications = recordNotifications();
  });
  afterEach(async () => {
    notifications.dispose();
    await removeAll(portico);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(workspaceFolder(), 'applied'), { recursive: true, force: true }));

  const lines = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`);
  const uriOf = (name: string) => vscode.Uri.file(join(workspaceFolder(), 'applied', name));
  const edit = (line: number, text: string): string =>
    `<<<<<<< SEARCH\n${lines[line]}\n=======\n${text}\n>>>>>>> REPLACE`;
  /** Attaches a file and asks; the answer is `text`. */
  const askAbout = async (name: string, content: string, text: string): Promise<void> => {
    await writeWorkspaceFile(`applied/${name}`, content);
    await drop(portico, uriOf(name).fsPath);
    await until('the attachment', () => attachmentsOf(portico).length === 1);
    answer = text;
    messageId = (await getAnswer(portico, 'Change it.')).id;
  };
  const apply = (block = 0) => portico.run({ type: 'applyCode', messageId, block });
  const diff = (): vscode.TabInputTextDiff | undefined => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  };
  const textOf = async (uri: vscode.Uri): Promise<string> =>
    (await vscode.workspace.openTextDocument(uri)).getText();
  const report = () =>
    (findAnswer(portico.conversation(), messageId)?.applied ?? []).map(
      ({ state, line, file }) => `${state} ${file}:${line}`,
    );

  it('shows a diff, and accepts one of three changes, which one undo takes back', async () => {
    const content = `${lines.join('\n')}\n`;
    const edits = [
      edit(2, 'const two = 2;'),
      edit(14, 'const more = 14;'),
      edit(25, 'const x = 25;'),
    ];
    await askAbout('three.ts', content, `\`\`\`ts applied/three.ts\n${edits.join('\n')}\n\`\`\``);
    await apply();
    const shown = diff();
    assert.equal(shown?.original.fsPath, uriOf('three.ts').fsPath);
    assert.equal(await textOf(uriOf('three.ts')), content, 'nothing is written yet');
    const proposed = await textOf(shown?.modified ?? uriOf(''));
    assert.equal(proposed.split('\n')[14], 'const more = 14;');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(14, 3, 14, 3);
    await vscode.commands.executeCommand('portico.acceptChange');
    const changed = content.replace('const value14 = 14;', 'const more = 14;');
    assert.equal(await textOf(uriOf('three.ts')), changed);
    assert.deepEqual(report(), ['applied applied/three.ts:15']);
    assert.equal(await readFile(uriOf('three.ts').fsPath, 'utf8'), content, 'it is not saved');
    await vscode.commands.executeCommand('portico.rejectChanges');
    assert.equal(diff(), undefined, 'the diff editor is closed');
    await vscode.window.showTextDocument(uriOf('three.ts'));
    await vscode.commands.executeCommand('undo');
    assert.equal(await textOf(uriOf('three.ts')), content);
  });

  it('merges with what was changed meanwhile, and leaves a conflict to the user', async () => {
    const content = `${lines.join('\r\n')}\r\n`;
    const edits = [edit(2, 'const two = 2;'), edit(14, 'const more = 14;')];
    await askAbout('merged.ts', content, `\`\`\`ts applied/merged.ts\n${edits.join('\n')}\n\`\`\``);
    const own = content
      .replace('const value14 = 14;', 'const value14 = 15;')
      .replace('const value0', 'const first = 1;\r\nconst value0');
    await writeWorkspaceFile('applied/merged.ts', own);
    await until('the new text', async () => (await textOf(uriOf('merged.ts'))) === own);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    const merged = own.replace('const value2 = 2;', 'const two = 2;');
    assert.equal(await textOf(uriOf('merged.ts')), merged);
    assert.ok(diff(), 'the conflict is left');
    await vscode.commands.executeCommand('portico.acceptChange');
    assert.equal(
      await textOf(uriOf('merged.ts')),
      merged.replace('const value14 = 15;', 'const more = 14;'),
    );
    assert.equal(diff(), undefined);
  });

  it('writes nothing if the file has changed since the diff was shown, and shows the new diff', async () => {
    const content = `${lines.join('\n')}\n`;
    await askAbout(
      'late.ts',
      content,
      `\`\`\`ts applied/late.ts\n${edit(2, 'const two = 2;')}\n\`\`\``,
    );
    await apply();
    const typed = new vscode.WorkspaceEdit();
    typed.insert(uriOf('late.ts'), new vscode.Position(20, 0), '// mine\n');
    await vscode.workspace.applyEdit(typed);
    const own = await textOf(uriOf('late.ts'));
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('late.ts')), own);
    assert.match(notifications.messages.join('\n'), /has changed, so nothing was written/u);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(
      await textOf(uriOf('late.ts')),
      own.replace('const value2 = 2;', 'const two = 2;'),
    );
  });

  it('proposes two files of one answer together, and undoes both', async () => {
    await writeWorkspaceFile('applied/b.ts', 'export const b = 1;\n');
    await askAbout(
      'a.ts',
      'export const a = 1;\n',
      '`applied/a.ts`:\n\n```ts\nexport const a = 2;\n```\n\nThen `applied/b.ts`:\n\n```diff\n--- a/applied/b.ts\n+++ b/applied/b.ts\n@@ -1 +1 @@\n-export const b = 1;\n+export const b = 2;\n```',
    );
    await portico.run({ type: 'applyAll', messageId });
    await portico.run({ type: 'acceptProposals' });
    assert.equal(await textOf(uriOf('b.ts')), 'export const b = 2;\n');
    assert.deepEqual(report().toSorted(), ['applied applied/a.ts:1', 'applied applied/b.ts:1']);
    await portico.run({ type: 'undoApplied', messageId });
    assert.equal(await textOf(uriOf('b.ts')), 'export const b = 1;\n');
  });

  it('refuses what cannot be placed, reports it, and asks the model again on request', async () => {
    const text =
      '```ts applied/gone.ts\n<<<<<<< SEARCH\nconst other = 1;\n=======\nconst other = 2;\n>>>>>>> REPLACE\n```';
    await askAbout('gone.ts', `${lines.join('\n')}\n`, text);
    await apply();
    assert.equal(diff(), undefined);
    assert.match(report().join('\n'), /^refused applied\/gone\.ts/u);
    const before = portico.conversation().messages.length;
    await portico.run({ type: 'redoChange', messageId, index: 0 });
    await until('the question', () => portico.conversation().messages.length > before);
    const [question] = portico.conversation().messages.slice(before);
    assert.ok(question?.kind === 'question');
    assert.match(question.text, /gone\.ts can't be placed/u);
    assert.match(question.attachments?.[0]?.text ?? '', /const value29 = 29;/u);
  });

  it('opens a new file without saving it', async () => {
    await askAbout('x.ts', 'x\n', '`applied/new.ts`\n\n```ts\nexport const fresh = 1;\n```');
    await apply();
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'untitled');
    assert.match(document?.uri.path ?? '', /applied\/new\.ts$/u);
    assert.equal(document?.getText(), 'export const fresh = 1;\n');
  });
});
