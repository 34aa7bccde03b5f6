// What activation alone does: runs in a VS Code in which no other test has run.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activatePortico, extensionId } from './support/portico';

describe('the extension', () => {
  it('exports its version, and does not load the SDK on activation', async () => {
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
    const registered = await vscode.commands.getCommands(true);
    const manifest = vscode.extensions.getExtension(extensionId)?.packageJSON as
      | { readonly contributes: { readonly commands: readonly { readonly command: string }[] } }
      | undefined;
    assert.ok(manifest !== undefined);
    for (const { command } of manifest.contributes.commands) {
      assert.ok(registered.includes(command), command);
    }
  });
});
