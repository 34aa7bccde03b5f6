// Attachments in a workspace with several folders, two of them with the same name.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { activatePortico, newChat, type Portico } from '../support/portico';
import { attachmentsOf, drop, previewOf, removeAll } from '../attachments/support/attachments';

describe('attachments in a workspace with several folders', () => {
  let portico: Portico;
  const folders = () => vscode.workspace.workspaceFolders ?? [];

  before(async () => {
    portico = await activatePortico();
    assert.deepEqual(
      folders().map(({ name }) => name),
      ['one', 'same', 'same'],
    );
    for (const { uri } of folders()) await writeFile(join(uri.fsPath, 'inRoot.ts'), 'a\n');
    await newChat();
  });
  afterEach(() => removeAll(portico));

  it('have the name of the folder in their path, and a number if the name is not unique', async () => {
    const [one, two, three] = folders().map(({ uri }) => join(uri.fsPath, 'inRoot.ts'));
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    await drop(portico, one, two, three);
    assert.deepEqual(
      attachmentsOf(portico).map(({ name }) => name),
      ['one/inRoot.ts', 'same/inRoot.ts', 'same (2)/inRoot.ts'],
    );
    const [first] = attachmentsOf(portico);
    assert.ok(first);
    assert.match(await previewOf(portico, first), /^File `one\/inRoot\.ts` \(ts\)\n/u);
  });

  it('are suggested from each folder', async () => {
    const command = { type: 'suggest', trigger: '@', query: 'inroot' } as const;
    await portico.run(command, portico.conversation().id);
    const { items = [] } = portico.viewState().suggestions ?? {};
    assert.equal(items.length, 3);
    assert.deepEqual(items[0]?.description, 'one');
    for (const { id } of items) {
      await portico.run({ type: 'chooseSuggestion', trigger: '@', id }, portico.conversation().id);
    }
    assert.equal(attachmentsOf(portico).length, 3);
  });
});
