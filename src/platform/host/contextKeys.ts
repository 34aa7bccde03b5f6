// The context keys that package.json's `when` clauses and walkthrough steps read.
import * as vscode from 'vscode';
import { contextKeys } from './contributions';

type ContextKey = keyof typeof contextKeys;

/** A list of URIs is for the operator `in` of `when` clauses. */
type ContextValue = boolean | readonly vscode.Uri[];

const values = new Map<ContextKey, ContextValue>();

/** Does nothing where the key already has the value. */
export function setContextKey(key: ContextKey, value: ContextValue): void {
  if (values.get(key) !== value) {
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', contextKeys[key], value);
  }
}
