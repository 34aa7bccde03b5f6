// A quick pick whose rows keep their order and groups while the user types.
import * as vscode from 'vscode';

/** Sets `sortByLabel`, which is proposed API; versions of VS Code without it ignore the property. */
export function createFixedOrderQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return Object.assign(vscode.window.createQuickPick<T>(), { sortByLabel: false });
}
