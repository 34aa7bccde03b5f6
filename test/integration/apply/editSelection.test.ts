// Edit Selection…: an instruction for the selected lines, whose change opens in the diff editor.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { workspaceFolder, writeWorkspaceFile } from '../attachments/support/attachments';
import { openDocument, showSelection } from '../support/editors';
import { until } from '../support/portico';
import { recordInputBoxes, type InputBoxRecorder } from '../support/quickInputs';
import { portico } from '../support/withGateway';
import {
  answerWith,
  block,
  diff,
  notifications,
  proposedText,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('Edit Selection', () => {
  withApply();
  let boxes: InputBoxRecorder;

  beforeEach(() => {
    boxes = recordInputBoxes();
  });
  afterEach(() => boxes.dispose());

  const select = async (name: string, content: string, range: vscode.Range): Promise<void> => {
    await writeWorkspaceFile(`applied/${name}`, content);
    await showSelection(await openDocument(uriOf(name).fsPath), range);
  };
  const edit = (answer: string): Promise<void> =>
    answerWith(answer, async () => {
      const before = boxes.boxes.length;
      const editing = vscode.commands.executeCommand('portico.editSelection');
      await until('the input box', () => boxes.boxes.length > before);
      await boxes.type('Use two');
      await editing;
    });
  const shown = () => until('the diff', () => diff() !== undefined);

  it('replaces whole lines of a file with CR LF once the user accepts', async () => {
    const content = 'function a() {\r\n  return 1;\r\n}\r\nfunction b() {\r\n  return 1;\r\n}\r\n';
    await select('crlf.ts', content, new vscode.Range(4, 5, 4, 8));
    await edit(block('ts', '  return 2;'));
    await shown();
    assert.equal(await textOf(uriOf('crlf.ts')), content, 'nothing is written yet');
    await vscode.commands.executeCommand('portico.acceptChanges');
    const wanted = 'function a() {\r\n  return 1;\r\n}\r\nfunction b() {\r\n  return 2;\r\n}\r\n';
    assert.equal(await textOf(uriOf('crlf.ts')), wanted);
  });

  it('writes nothing if the user rejects', async () => {
    const content = 'one\ntwo\nthree\n';
    await select('reject.txt', content, new vscode.Range(1, 0, 1, 3));
    await edit(block('', 'TWO'));
    await shown();
    await vscode.commands.executeCommand('portico.rejectChanges');
    assert.equal(diff(), undefined);
    assert.equal(await textOf(uriOf('reject.txt')), content);
    assert.equal(
      vscode.workspace.textDocuments.some(({ isDirty }) => isDirty),
      false,
    );
  });

  it('finds the lines again in a file that was edited meanwhile', async () => {
    await select('moved.txt', 'one\ntwo\nthree\n', new vscode.Range(1, 0, 2, 0));
    await edit(block('', 'TWO'));
    await shown();
    const typed = new vscode.WorkspaceEdit();
    typed.insert(uriOf('moved.txt'), new vscode.Position(0, 0), 'zero\n');
    await vscode.workspace.applyEdit(typed);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('moved.txt')), 'zero\none\ntwo\nthree\n');
    const wanted = 'zero\none\nTWO\nthree\n';
    await until('the new diff', async () => (await proposedText()) === wanted);
    await vscode.commands.executeCommand('portico.acceptChanges');
    assert.equal(await textOf(uriOf('moved.txt')), wanted);
  });

  it('says before it asks that a file cannot be changed', async () => {
    const path = join(dirname(workspaceFolder()), 'elsewhere.ts');
    await vscode.workspace.fs.writeFile(vscode.Uri.file(path), Buffer.from('a\n'));
    const document = await vscode.workspace.openTextDocument(path);
    await showSelection(document, new vscode.Range(0, 0, 0, 1));
    await vscode.commands.executeCommand('portico.editSelection');
    await vscode.workspace.fs.delete(vscode.Uri.file(path));
    assert.equal(boxes.boxes.length, 0);
    assert.match(
      notifications.messages.join(),
      /can't be changed: the file isn't in the workspace/u,
    );
    assert.deepEqual(portico.conversation().messages, []);
  });
});
