// Documents and editors that tests show.
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until } from './portico';

/** Opens a file with the text that it has now. Of a file that was written again, VS Code may still have the earlier text. */
export async function openDocument(path: string): Promise<vscode.TextDocument> {
  const text = await readFile(path, 'utf8');
  let document = await vscode.workspace.openTextDocument(path);
  await until(`the text of ${path}`, async () => {
    document = await vscode.workspace.openTextDocument(path);
    return document.getText() === text;
  });
  return document;
}

/** Shows a document with a selection. */
export async function showSelection(
  document: vscode.TextDocument,
  selection: vscode.Range,
): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(document, { selection });
  await until('the selection', () => editor.selection.isEqual(selection));
  return editor;
}

/** Shows a file and selects from one line to the end of another, both from 1; without lines nothing is selected. */
export async function selectLines(
  path: string,
  start = 1,
  end?: number,
): Promise<vscode.TextEditor> {
  const document = await openDocument(path);
  const from = new vscode.Position(start - 1, 0);
  const to = end === undefined ? from : document.lineAt(end - 1).range.end;
  return showSelection(document, new vscode.Range(from, to));
}

/**
 * What Portico offers in a document, by a command like `vscode.executeCodeLensProvider`, each with its command. VS Code
 * drops the commands of a result 100 ms after it is sent, which a busy extension host may read later: then it asks again.
 */
export async function offers<T extends vscode.CodeLens | vscode.CodeAction>(
  isOurs: (offer: T) => boolean,
  command: string,
  ...args: readonly unknown[]
): Promise<readonly (T & { readonly command: vscode.Command })[]> {
  let found: readonly T[] = [];
  const hasCommand = (offer: T): offer is T & { readonly command: vscode.Command } =>
    offer.command !== undefined;
  await until(`offers with their commands: ${command}`, async () => {
    found = (await vscode.commands.executeCommand<T[]>(command, ...args)).filter(isOurs);
    return found.every(hasCommand);
  });
  return found.filter(hasCommand);
}
