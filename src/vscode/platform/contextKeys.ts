// The context keys that package.json's `when` clauses and walkthrough steps read.
import * as vscode from 'vscode';
import { contextKeys } from '../contributions';

type ContextKey = keyof typeof contextKeys;

const values = new Map<ContextKey, boolean>();

/** Does nothing where the key already has the value. */
export function setContextKey(key: ContextKey, value: boolean): void {
  if (values.get(key) !== value) {
    values.set(key, value);
    void vscode.commands.executeCommand('setContext', contextKeys[key], value);
  }
}

const focusedPages = new Set<object>();

/** To be called when a chat page gets or loses the focus, which VS Code's own keys do not tell of webviews. */
export function setPageFocus(page: object, hasFocus: boolean): void {
  if (hasFocus) {
    focusedPages.add(page);
  } else {
    focusedPages.delete(page);
  }
  setContextKey('chatFocused', focusedPages.size > 0);
}
