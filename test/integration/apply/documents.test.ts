// Documents of every kind: a change is written into them exactly as the diff showed it, or the user is told why not.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { applyEdits } from '../../../src/features/apply/common/fileText';
import { writeChanges } from '../../../src/features/apply/host/writeChanges';
import type { FileChange } from '../../../src/features/apply/node/fileChanges';
import { writeWorkspaceFile } from '../attachments/support/attachments';
import { showSelection } from '../support/editors';
import { lastAnswer, until } from '../support/portico';
import { portico } from '../support/withGateway';
import {
  applied,
  apply,
  askAbout,
  askFor,
  block,
  diff,
  notifications,
  proposedText,
  replace,
  report,
  runOnBlocks,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('Apply, in documents of every kind', () => {
  withApply();

  it('writes what the diff shows, at each end of a file', async () => {
    const change = (start: number, end: number, ...lines: readonly string[]): FileChange => ({
      start,
      end,
      lines,
      isConflict: false,
      block: 0,
    });
    const changes = [
      [change(0, 0, 'new')],
      [change(0, 1)],
      [change(0, 1, 'new', 'newer')],
      [change(1, 2)],
      [change(1, 2, 'new')],
      [change(2, 2, 'new')],
      [change(0, 2)],
      [change(0, 2, 'new')],
      [change(0, 1), change(1, 2, 'new')],
      [change(0, 1, 'new'), change(1, 2)],
      [change(0, 0, 'new'), change(2, 2, 'new')],
    ];
    let count = 0;
    for (const text of ['a\nb\n', 'a\nb', '\uFEFFa\r\nb\r\n', 'a\r\nb', 'a\n\n', '\n\n']) {
      for (const some of changes) {
        const name = `end${(count += 1)}.txt`;
        await writeWorkspaceFile(`applied/${name}`, text);
        const now = (await textOf(uriOf(name))).replaceAll('\r\n', '\n');
        assert.equal(await writeChanges(uriOf(name), now, some), '', JSON.stringify([text, some]));
        const after = (await textOf(uriOf(name))).replaceAll('\r\n', '\n');
        assert.equal(after, applyEdits(now, some), JSON.stringify([text, some]));
      }
    }
    for (const text of ['', '\n']) {
      const name = `empty${text.length}.txt`;
      await writeWorkspaceFile(`applied/${name}`, text);
      const added = [change(0, 0, 'new')];
      await writeChanges(uriOf(name), text, added);
      assert.equal(await textOf(uriOf(name)), applyEdits(text, added), JSON.stringify(text));
    }
  });

  it('changes a new document that was never saved', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one\ntwo\nthree\n' });
    await showSelection(document, new vscode.Range(0, 0, 3, 0));
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    await askFor(block('', replace('two', 'TWO')));
    await apply();
    assert.equal(await proposedText(), 'one\nTWO\nthree\n');
    assert.equal(document.getText(), 'one\ntwo\nthree\n');
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(document.getText(), 'one\nTWO\nthree\n');
  });

  it('changes a cell of a notebook, but no notebook as a whole', async () => {
    const cells = ['a = 1', 'b = 2\nc = 3'].map((source) => ({
      cell_type: 'code',
      metadata: {},
      outputs: [],
      execution_count: null,
      source,
    }));
    const json = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 });
    await writeWorkspaceFile('applied/analysis.ipynb', json);
    const notebook = await vscode.workspace.openNotebookDocument(uriOf('analysis.ipynb'));
    const selections = [new vscode.NotebookRange(1, 2)];
    await vscode.window.showNotebookDocument(notebook, { selections });
    await vscode.commands.executeCommand('notebook.cell.edit');
    const cell = notebook.cellAt(1).document;
    await until('the editor of the cell', () => vscode.window.activeTextEditor?.document === cell);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(0, 0, 1, 5);
    await until('the selection', () => !editor.selection.isEmpty);
    await portico.run({ type: 'attachSelection' }, portico.conversation().id);
    await askFor(block('python applied/analysis.ipynb', replace('b = 2', 'b = 20')));
    await apply();
    assert.equal(await proposedText(), 'b = 20\nc = 3');
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(cell.getText(), 'b = 20\nc = 3');
    await vscode.commands.executeCommand('portico.newChat');
    await askFor(block('json applied/analysis.ipynb', replace('a', 'b')));
    await apply();
    assert.match(applied()[0]?.reason ?? '', /a notebook can't be changed as a whole/u);
    await runOnBlocks([0]);
    const header = portico.viewState().placements?.[lastAnswer(portico).id]?.blocks[0];
    assert.equal(header?.state, 'refused');
    assert.equal(header?.canRedo, undefined, 'other code has no place there either');
  });

  it('says that a file was deleted after the diff was shown', async () => {
    await askAbout('gone.txt', 'one\n', block('txt applied/gone.txt', replace('one', 'two')));
    await apply();
    await rm(uriOf('gone.txt').fsPath);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.match(
      notifications.messages.join(),
      /gone\.txt wasn't changed: the file doesn't exist/u,
    );
    assert.deepEqual(report(), []);
  });

  it('leaves a file as it is that the user has locked in VS Code', async () => {
    await askAbout('locked.txt', 'one\n', block('txt applied/locked.txt', replace('one', 'two')));
    await vscode.window.showTextDocument(uriOf('locked.txt'));
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    await apply();
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.deepEqual(notifications.messages, [
      "applied/locked.txt wasn't changed: the file is read-only.",
    ]);
    assert.equal(await textOf(uriOf('locked.txt')), 'one\n');
    assert.deepEqual(report(), []);
  });

  it('ends the proposal when its diff editor is closed', async () => {
    await askAbout('closed.txt', 'one\n', block('txt applied/closed.txt', replace('one', 'two')));
    await apply();
    assert.ok(diff());
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until('the end', () => portico.viewState().proposals === undefined);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('closed.txt')), 'one\n');
  });
});
