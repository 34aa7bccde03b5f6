// The context keys that package.json's `when` clauses read.
import * as vscode from 'vscode';
import { contextKeys } from '../contributions';

interface ContextKeyValues {
  readonly answering: boolean;
  readonly hasCatalog: boolean;
}

const values: Partial<ContextKeyValues> = {};

/** Does nothing where the key already has the value. */
export function setContextKey<K extends keyof ContextKeyValues>(
  key: K,
  value: ContextKeyValues[K],
): void {
  if (values[key] !== value) {
    Object.assign(values, { [key]: value });
    void vscode.commands.executeCommand('setContext', contextKeys[key], value);
  }
}
