// Apply: code of an answer becomes changes of a file, which the user accepts in VS Code's diff editor.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { writeWorkspaceFile } from '../attachments/support/attachments';
import { lastAnswer, questionsTo, setUserSetting, until } from '../support/portico';
import { gateway, portico } from '../support/withGateway';
import {
  answerWith,
  applied,
  apply,
  askAbout,
  askFor,
  block,
  diff,
  notifications,
  proposedText,
  redo,
  replace,
  report,
  runOnAnswer,
  runOnBlock,
  runOnBlocks,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('Apply', () => {
  withApply();

  const lines = Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`);
  const edit = (line: number, text: string): string => replace(lines[line] ?? '', text);

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
      'export const a = 1;\nexport const last = 9;\n',
      '`applied/a.ts`:\n\n```ts\nexport const a = 2;\nexport const last = 9;\n```\n\nThen `applied/b.ts`:\n\n```diff\n--- a/applied/b.ts\n+++ b/applied/b.ts\n@@ -1 +1 @@\n-export const b = 1;\n+export const b = 2;\n```',
    );
    await runOnAnswer('applyAll');
    await portico.run({ type: 'acceptProposals' });
    assert.equal(await textOf(uriOf('b.ts')), 'export const b = 2;\n');
    assert.deepEqual(report().toSorted(), ['applied applied/a.ts:1', 'applied applied/b.ts:1']);
    await runOnAnswer('undoApplied');
    assert.equal(await textOf(uriOf('b.ts')), 'export const b = 1;\n');
  });

  it('refuses what cannot be placed, reports it, and asks the model again on request', async () => {
    const text = block('ts applied/gone.ts', replace('const other = 1;', 'const value3 = 33;'));
    await askAbout('gone.ts', `${lines.join('\n')}\n`, text);
    await apply();
    assert.equal(diff(), undefined);
    assert.match(report().join('\n'), /^refused applied\/gone\.ts/u);
    await setUserSetting('applyModel', 'writes-again');
    const again = block('ts applied/gone.ts', edit(3, 'const value3 = 33;'));
    await answerWith(again, () => redo());
    await setUserSetting('applyModel', undefined);
    const question = portico.conversation().messages.findLast(({ kind }) => kind === 'question');
    assert.ok(question?.kind === 'question');
    assert.match(question.text, /gone\.ts can't be placed/u);
    assert.match(question.attachments?.[0]?.text ?? '', /const value29 = 29;/u);
    assert.match(questionsTo(gateway).at(-1)?.body ?? '', /"model":"writes-again"/u);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal((await textOf(uriOf('gone.ts'))).split('\n')[3], 'const value3 = 33;');
    assert.deepEqual(report(), ['applied applied/gone.ts:4']);
  });

  it('reports all that landed of a block that was applied in two steps, and undoes it', async () => {
    const content = `${lines.join('\n')}\n`;
    const code = [edit(2, 'const two = 2;'), edit(14, 'const more = 14;')];
    await askAbout('steps.ts', content, block('ts applied/steps.ts', ...code));
    await apply();
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await vscode.commands.executeCommand('portico.acceptChange');
    const tab = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputTextDiff);
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    await until('the end of the proposal', () => portico.viewState().proposals === undefined);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.deepEqual(report(), ['applied applied/steps.ts:3', 'applied applied/steps.ts:15']);
    await runOnAnswer('undoApplied');
    assert.equal(await textOf(uriOf('steps.ts')), content);
    assert.deepEqual(report(), ['undone applied/steps.ts:3', 'undone applied/steps.ts:15']);
  });

  it('leads to the lines of today, whatever was clicked first and typed since', async () => {
    const content = `${lines.join('\n')}\n`;
    const code = [edit(2, 'two();\nand();\nmore();'), edit(14, 'fourteen();')];
    await askAbout('today.ts', content, block('ts applied/today.ts', ...code));
    await apply();
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(16, 0, 16, 0);
    await vscode.commands.executeCommand('portico.acceptChange');
    assert.deepEqual(report(), ['applied applied/today.ts:15']);
    await vscode.commands.executeCommand('portico.acceptChange');
    assert.deepEqual(report(), ['applied applied/today.ts:3', 'applied applied/today.ts:17']);
    const typed = new vscode.WorkspaceEdit();
    typed.insert(uriOf('today.ts'), new vscode.Position(0, 0), '// mine\n');
    await vscode.workspace.applyEdit(typed);
    const messageId = lastAnswer(portico).id;
    await portico.run({ type: 'openAppliedChange', messageId, index: 1 });
    const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
    assert.equal((await textOf(uriOf('today.ts'))).split('\n')[line], 'fourteen();');
  });

  it('says of what was undone that it is a change again', async () => {
    const header = (): string | undefined =>
      portico.viewState().placements?.[lastAnswer(portico).id]?.blocks[0]?.text;
    await askAbout(
      'undone.ts',
      `${lines.join('\n')}\n`,
      block('ts applied/undone.ts', edit(2, 'const two = 2;')),
    );
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    await until('the change', () => header() === 'undone.ts · already there');
    await runOnAnswer('undoApplied');
    await until('the change to be undone', () => header() === 'undone.ts · 1 change');
  });

  it('says of code that is only shown that it is no change, and leaves it out of Apply all', async () => {
    const content = 'export function one() {\n  return go(1);\n}\n\nexport const last = 9;\n';
    const versions = ['1); // taxed', '2);', '3);'].map((end) =>
      block('ts applied/shown.ts', content.split('\n\n')[0]!.replace('1);', end)),
    );
    const [quote = '', change = '', wrong = ''] = versions;
    await askAbout('shown.ts', content, `${quote}\nSo:\n\n${change}\n❌ Wrong:\n\n${wrong}`);
    const headers = (): readonly (string | undefined)[] =>
      portico.viewState().placements?.[lastAnswer(portico).id]?.blocks.map(({ text }) => text) ??
      [];
    await runOnBlocks([0]);
    const only = 'shown.ts · only shown, not in Apply all';
    await until(
      'the headers',
      () => headers().join() === [only, 'shown.ts · 1 change', only].join(),
    );
    await runOnAnswer('applyAll');
    await portico.run({ type: 'acceptProposals' });
    assert.equal(await textOf(uriOf('shown.ts')), content.replace('1);', '2);'));
    await runOnAnswer('undoApplied');
    await apply();
    assert.match((await proposedText()) ?? '', /1\); \/\/ taxed/u);
  });

  it('counts as undone what the own Undo of the editor has taken back', async () => {
    const content = `${lines.join('\n')}\n`;
    await askAbout('back.ts', content, block('ts applied/back.ts', edit(2, 'const two = 2;')));
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    await vscode.window.showTextDocument(uriOf('back.ts'));
    await vscode.commands.executeCommand('undo');
    await until('the text before', async () => (await textOf(uriOf('back.ts'))) === content);
    await runOnAnswer('undoApplied');
    assert.equal(await textOf(uriOf('back.ts')), content);
    assert.deepEqual(report(), ['undone applied/back.ts:3']);
    assert.deepEqual(notifications.messages, []);
  });

  it('undoes nothing of a file that was edited afterwards, and says so', async () => {
    const content = `${lines.join('\n')}\n`;
    await askAbout('kept.ts', content, block('ts applied/kept.ts', edit(2, 'const two = 2;')));
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    const typed = new vscode.WorkspaceEdit();
    typed.insert(uriOf('kept.ts'), new vscode.Position(20, 0), '// mine\n');
    await vscode.workspace.applyEdit(typed);
    const own = await textOf(uriOf('kept.ts'));
    await runOnAnswer('undoApplied');
    assert.equal(await textOf(uriOf('kept.ts')), own);
    assert.deepEqual(report(), ['applied applied/kept.ts:3']);
    assert.deepEqual(notifications.messages, [
      'applied/kept.ts has changed since. Use Undo in its editor.',
    ]);
  });

  it('replaces the proposal for a file by the next one', async () => {
    const content = `${lines.join('\n')}\n`;
    const first = block('ts applied/twice.ts', edit(2, 'const two = 2;'));
    const second = block('ts applied/twice.ts', edit(5, 'const five = 5;'));
    await askAbout('twice.ts', content, `${first}\n\nOr:\n\n${second}`);
    await apply(0);
    await apply(1);
    const isDiff = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputTextDiff;
    await until('one diff editor', () => {
      return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isDiff).length === 1;
    });
    assert.equal((await proposedText())?.split('\n')[2], lines[2]);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(
      await textOf(uriOf('twice.ts')),
      content.replace('const value5 = 5;', 'const five = 5;'),
    );
  });

  it('reports what “Apply all” cannot place', async () => {
    await writeWorkspaceFile('applied/d.ts', 'export const d = 1;\n');
    const answer = [
      block('ts applied/c.ts', replace('export const c = 1;', 'export const c = 2;')),
      block('ts applied/d.ts', replace('export const other = 1;', 'export const other = 2;')),
    ].join('\n\n');
    await askAbout('c.ts', 'export const c = 1;\n', answer);
    await runOnAnswer('applyAll');
    await portico.run({ type: 'acceptProposals' });
    assert.deepEqual(report().toSorted(), [
      'applied applied/c.ts:1',
      'refused applied/d.ts:undefined',
    ]);
  });

  it('leaves a call to the user with the function of another block, and what a block without a place declares', async () => {
    const content =
      'export function save(row: Row, log: Log) {\n  log(row);\n  put(row);\n}\n\nexport function all() {\n  save(row, log);\n}\n\nexport function last() {\n  return 1;\n}\n';
    const answer = [
      block('ts applied/save.ts', 'export function save(row: Row) {\n  put(row);\n}'),
      block('ts applied/save.ts', 'export function all() {\n  save(row);\n}'),
      block('ts applied/save.ts', 'export function last() {\n  return newest(1);\n}'),
      block('ts', 'function newest(count: number) {\n  return count;\n}'),
    ].join('\n\nThen:\n\n');
    await askAbout('save.ts', content, answer);
    await runOnAnswer('applyAll');
    const proposals = portico.viewState().proposals?.map(({ text, isLeft }) => [text, isLeft]);
    assert.deepEqual(proposals, [['2 changes · would remove 1 line', true]]);
    assert.deepEqual(report(), ['refused applied/save.ts:undefined']);
  });

  it('leaves a use to the user where another edit of the block, which declares the name, has no place', async () => {
    const content = 'export const a = go();\n';
    const lost = replace("import { b } from 'b';", "import { newest } from 'b';");
    const use = replace('export const a = go();', 'export const a = newest();');
    await askAbout('lost.ts', content, block('ts applied/lost.ts', lost, use));
    await runOnAnswer('applyAll');
    assert.deepEqual(portico.viewState().proposals ?? [], []);
    const reasons = applied().map(({ reason }) => reason);
    assert.ok(reasons.includes("it uses newest, which can't be placed"), reasons.join());
  });

  it('says why a diff without a name has no place in the only attached file', async () => {
    await askAbout('only.ts', 'a\n', block('diff', '@@ -1 +1 @@', '-b', '+c'));
    await apply();
    assert.deepEqual(report(), ['refused applied/only.ts:undefined']);
  });

  it('says why nothing is shown for a file that does not exist', async () => {
    await askFor(block('ts applied/missing.ts', replace('a', 'b')));
    await apply();
    // The header of the block says it.
    assert.deepEqual(notifications.messages, []);
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
    await until('the hidden chat', () => !portico.isVisible());
    await vscode.commands.executeCommand('portico.applyLast');
    await vscode.commands.executeCommand('portico.focusChat');
    assert.deepEqual(notifications.messages, [
      "The code can't be placed: the workspace doesn't have this file.",
    ]);
    assert.deepEqual(applied(), []);
  });

  it('opens a new file without saving it', async () => {
    await askAbout('x.ts', 'x\n', '`applied/new.ts`\n\n```ts\nexport const fresh = 1;\n```');
    await apply();
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'untitled');
    assert.match(document?.uri.path ?? '', /applied\/new\.ts$/u);
    assert.equal(document?.getText(), 'export const fresh = 1;\n');
    const header = () => portico.viewState().placements?.[lastAnswer(portico).id]?.blocks[0]?.text;
    await until('the header', () => header() === 'applied/new.ts · already there');
    const row = () => applied().map(({ file, reason }) => `${file}, ${reason}`);
    assert.deepEqual(row(), ['applied/new.ts, new, not saved yet']);
    assert.ok(await document?.save());
    await until('the saved file', () => row().join() === 'applied/new.ts, new');
    assert.equal(applied()[0]?.uri, uriOf('new.ts').toString());
  });

  it('says of a new file that was closed without saving it that it is new again', async () => {
    await askAbout('x.ts', 'x\n', '`applied/closed.ts`\n\n```ts\nexport const fresh = 1;\n```');
    const header = () => portico.viewState().placements?.[lastAnswer(portico).id]?.blocks[0]?.text;
    await runOnBlocks([0]);
    await until('the header', () => header() === 'applied/closed.ts · new file');
    await apply();
    await until('the new file', () => header() === 'applied/closed.ts · already there');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the header as before', () => header() === 'applied/closed.ts · new file');
  });

  it('opens each new file of a block', async () => {
    const code = '// applied/n1.ts\none();\n\n// applied/n2.ts\ntwo();\n';
    await askAbout('x.ts', 'x\n', `Create:\n\n${block('ts', code)}`);
    await apply();
    const untitled = vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled);
    assert.deepEqual(untitled.map((document) => document.getText()).toSorted(), [
      'one();\n',
      'two();\n',
    ]);
  });

  it('asks the model again from the header of a refused block, before and after a click on Apply', async () => {
    const text = block('ts applied/head.ts', replace('const other = 1;', 'const value3 = 33;'));
    await askAbout('head.ts', `${lines.join('\n')}\n`, text);
    const header = () => portico.viewState().placements?.[lastAnswer(portico).id]?.blocks[0];
    await runOnBlocks([0]);
    await until('the header', () => header()?.canRedo === true);
    await apply();
    assert.equal(report().length, 1);
    assert.deepEqual(notifications.messages, []);
    await runOnBlocks([0]);
    assert.equal(header()?.canRedo, true);
    const again = block('ts applied/head.ts', edit(3, 'const value3 = 33;'));
    await answerWith(again, () => runOnBlock('redoCode'));
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal((await textOf(uriOf('head.ts'))).split('\n')[3], 'const value3 = 33;');
  });

  it('goes to the next conflict of all files, which says at its lines what to decide', async () => {
    const content = `${lines.join('\n')}\n`;
    const mine = content
      .replace('value2 = 2', 'value2 = 20')
      .replace('value20 = 20', 'value20 = 0');
    const edits = [edit(2, 'two();'), edit(9, 'nine();'), edit(20, 'twenty();')];
    await askAbout('decide.ts', content, block('ts applied/decide.ts', ...edits));
    await writeWorkspaceFile('applied/decide.ts', mine);
    await until('the new text', async () => (await textOf(uriOf('decide.ts'))) === mine);
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    const proposal = () => portico.viewState().proposals?.[0];
    assert.deepEqual([proposal()?.isLeft, proposal()?.hasConflicts], [true, true]);
    const line = () => vscode.window.activeTextEditor?.selection.active.line;
    await portico.run({ type: 'nextConflict' });
    const shown = [line()];
    await portico.run({ type: 'nextConflict' });
    shown.push(line());
    assert.deepEqual(shown, [2, 20]);
    // A click beside the lines.
    await vscode.commands.executeCommand('portico.rejectChange', 2);
    await until('the other', () => proposal()?.text === '1 conflict' && line() === 20);
    await vscode.commands.executeCommand('portico.acceptChange');
    const wanted = mine
      .replace('const value9 = 9;', 'nine();')
      .replace('const value20 = 0;', 'twenty();');
    assert.equal(await textOf(uriOf('decide.ts')), wanted);
    assert.deepEqual(notifications.messages, []);
  });
});
