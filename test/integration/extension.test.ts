import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingDefaults } from '../../src/vscode/contributions';
import { activatePortico, extensionId } from './support/portico';

describe('the extension', () => {
  it('exports its version, is active and loads no SDK by that', async () => {
    const portico = await activatePortico();
    assert.equal(portico.version, 1);
    const folder = vscode.extensions.getExtension(extensionId)?.extensionPath ?? '';
    const loaded = Object.keys(require.cache).filter((file) => file.startsWith(folder));
    assert.ok(
      loaded.every((file) => !file.endsWith('openai.js')),
      loaded.join('\n'),
    );
  });

  it('registers every command', async () => {
    const known = await vscode.commands.getCommands(true);
    for (const id of Object.values(commandIds)) {
      assert.ok(known.includes(id), id);
    }
  });

  it('gives VS Code the defaults that the code relies on', () => {
    for (const [key, value] of Object.entries(settingDefaults)) {
      const known = vscode.workspace.getConfiguration().inspect(key)?.defaultValue;
      assert.deepEqual(known, value, key);
    }
  });
});
