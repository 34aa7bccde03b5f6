// The context keys that package.json's `when` clauses and walkthrough steps read.
import * as vscode from 'vscode';
import { contextKeys } from './contributions';

type ContextKey = keyof typeof contextKeys;

const values = new Map<ContextKey, boolean>();

/** Does nothing where the key already has the value. */
export function setContextKey(key: ContextKey, value: boolean): void {
  if (values.get(key) !== value) {
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', contextKeys[key], value);
  }
}
