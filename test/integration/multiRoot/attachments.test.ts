// Attachments in a workspace with several folders, two of them with the same name.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { FileNames } from '../../../src/features/apply/host/fileNames';
import {
  findTargets,
  newFileTarget,
  type SeenFile,
} from '../../../src/features/apply/host/targets';
import { systemClock } from '../../../src/platform/node/systemClock';
import { WorkspaceFileList } from '../../../src/workspace/host/workspaceFileList';
import { attachmentsOf, drop, previewOf, removeAll } from '../attachments/support/attachments';
import { activatePortico, newChat, type Portico } from '../support/portico';

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

  it('are found again by these names when their changes are applied', async () => {
    const attached = folders().map(({ uri, name }, index) => ({
      uri: vscode.Uri.joinPath(uri, 'inRoot.ts'),
      name: index === 2 ? `${name} (2)/inRoot.ts` : `${name}/inRoot.ts`,
    }));
    const list = new WorkspaceFileList({ clock: systemClock, reportError: assert.ifError });
    const fileNames = new FileNames(list);
    const found = async (name: string, seen: readonly SeenFile[]) =>
      (await findTargets(name, seen, fileNames, false)).map((uri) => uri.toString());
    for (const { uri, name } of attached) {
      assert.deepEqual(await found(name, attached), [uri.toString()]);
      assert.deepEqual(await found(name, []), [uri.toString()]);
    }
    // The user chooses.
    assert.equal((await found('inRoot.ts', attached)).length, 3);
    assert.equal((await found('inRoot.ts', [])).length, 3);
    const fresh = await newFileTarget('same (2)/fresh.ts');
    assert.equal(fresh?.uri.toString(), attached[2]?.uri.toString().replace('inRoot', 'fresh'));
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
