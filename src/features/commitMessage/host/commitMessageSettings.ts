// The settings of commit messages.
import * as vscode from 'vscode';

/** `model` is empty where commit messages use the model of new chats, `prompt` where the user has no own rules. */
export function commitMessageSetting(name: 'model' | 'prompt'): string {
  const value: unknown = vscode.workspace.getConfiguration('portico.commitMessage').get(name);
  return typeof value === 'string' ? value.trim() : '';
}
