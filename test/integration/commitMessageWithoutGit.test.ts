// Commit messages where VS Code's Git is turned off, as in this window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordNotifications } from './support/notifications';
import { activatePortico } from './support/portico';

describe('Generate Commit Message without Git', () => {
  it('says that Git is turned off', async () => {
    await activatePortico();
    const notifications = recordNotifications();
    try {
      await vscode.commands.executeCommand('portico.generateCommitMessage');
      assert.deepEqual(notifications.messages, ['Git is turned off in VS Code (“git.enabled”).']);
    } finally {
      notifications.dispose();
    }
  });
});
