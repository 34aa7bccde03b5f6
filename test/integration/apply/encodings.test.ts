// Files in other encodings: what VS Code can't read would be lost when the file is saved.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { openDocument, showSelection } from '../support/editors';
import { recordInputBoxes, type InputBoxRecorder } from '../support/quickInputs';
import { portico } from '../support/withGateway';
import {
  applied,
  apply,
  askFor,
  block,
  diff,
  notifications,
  proposedText,
  redo,
  replace,
  report,
  textOf,
  uriOf,
  withApply,
} from './support/applySteps';

describe('Apply, to files in other encodings', () => {
  withApply();
  let boxes: InputBoxRecorder;
  beforeEach(() => {
    boxes = recordInputBoxes();
  });
  afterEach(() => boxes.dispose());

  const write = async (name: string, first: readonly number[]): Promise<Buffer> => {
    const bytes = Buffer.from([...first, ...Buffer.from('\nconst a = 1;\nconst b = 2;\n')]);
    await mkdir(dirname(uriOf(name).fsPath), { recursive: true });
    await writeFile(uriOf(name).fsPath, bytes);
    return bytes;
  };
  const edit = (name: string): string =>
    block(`txt applied/${name}`, replace('const a = 1;', 'const a = 10;'));

  const files: readonly (readonly [name: string, encoding: string, first: readonly number[]])[] = [
    ['latin1.txt', 'iso88591', [0x63, 0x61, 0x66, 0xe9]],
    ['gbk.txt', 'gbk', [0xd6, 0xd0, 0xce, 0xc4, 0xb2, 0xe2, 0xca, 0xd4]],
    ['shiftJis.txt', 'shiftjis', [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x83, 0x65]],
  ];
  for (const [name, encoding, first] of files) {
    it(`changes no byte of ${name}, which VS Code can't read, and says why`, async () => {
      const bytes = await write(name, first);
      await askFor(edit(name));
      await apply();
      assert.equal(diff(), undefined);
      const sentence = `${name} has characters that can't be read in its encoding.`;
      assert.equal(`${applied()[0]?.reason}.`, `applied/${sentence}`);
      assert.equal(report().length, 1);
      await redo();
      assert.equal(portico.conversation().messages.length, 2, 'nothing unreadable is sent');
      await showSelection(await openDocument(uriOf(name).fsPath), new vscode.Range(1, 0, 1, 5));
      await vscode.commands.executeCommand('portico.editSelection');
      assert.equal(boxes.boxes.length, 0);
      assert.ok(notifications.messages.at(-1)?.endsWith(sentence), notifications.messages.join());
      assert.equal(
        vscode.workspace.textDocuments.some(({ isDirty }) => isDirty),
        false,
      );
      assert.deepEqual(await readFile(uriOf(name).fsPath), bytes);
    });

    it(`keeps the other bytes of ${name}, opened in its encoding`, async () => {
      const bytes = await write(name, first);
      const document = await vscode.workspace.openTextDocument(uriOf(name), { encoding });
      await vscode.window.showTextDocument(document);
      await askFor(edit(name));
      await apply();
      assert.match((await proposedText()) ?? '', /const a = 10;/u, notifications.messages.join());
      await vscode.commands.executeCommand('portico.acceptChanges');
      assert.match(await textOf(uriOf(name)), /const a = 10;/u);
      await document.save();
      const wanted = bytes.toString('latin1').replace('a = 1;', 'a = 10;');
      assert.equal((await readFile(uriOf(name).fsPath)).toString('latin1'), wanted);
    });
  }
});
