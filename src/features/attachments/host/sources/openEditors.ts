// The files that are open in editor tabs, in the order of the tabs.
import * as vscode from 'vscode';
import { isFile } from '../filePlace';

export function openEditorUris(): readonly vscode.Uri[] {
  const byText = new Map<string, vscode.Uri>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const uri =
      input instanceof vscode.TabInputText
        ? input.uri
        : input instanceof vscode.TabInputTextDiff
          ? input.modified
          : undefined;
    if (uri !== undefined && isFile(uri)) {
      byText.set(uri.toString(), uri);
    }
  }
  return [...byText.values()];
}
