// Editors that tests show.
import * as vscode from 'vscode';
import { until } from './portico';

/**
 * Shows a document with a selection. A selection that is set on an open editor may be replaced by the one that it was
 * opened with: VS Code reports that later.
 */
export async function showSelection(
  document: vscode.TextDocument,
  selection: vscode.Range,
): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(document, { selection });
  await until('the selection', () => editor.selection.isEqual(selection));
  return editor;
}
