// Sets the context keys that package.json's `when` clauses and walkthrough steps read.
import * as vscode from 'vscode';

const values = new Map<string, boolean>();

/** Does nothing where the key already has the value. */
export function setContextKey(key: `portico.${string}`, value: boolean): void {
  if (values.get(key) !== value) {
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
