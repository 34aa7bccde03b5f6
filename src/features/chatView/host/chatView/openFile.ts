// Opens a file that an answer refers to.
import * as vscode from 'vscode';
import type { FileReference } from '../../../../markdown/common/fileReference';
import { showInformation } from '../../../../platform/host/window';
import type { WorkspaceFiles } from '../../../../platform/host/files/workspaceFiles';

/** Opens the file in the editor of its kind, with the cursor in the line. Informs the user if there is no such file. */
export async function openFile(
  files: WorkspaceFiles,
  { path, line, endLine }: FileReference,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const uri = await files.find(path);
  if (uri === undefined) {
    const { l10n } = vscode;
    void showInformation(l10n.t("{0} isn't in the workspace.", path));
    return;
  }
  const options: vscode.TextDocumentShowOptions = {
    ...(viewColumn === undefined ? {} : { viewColumn }),
    ...(line === undefined ? {} : { selection: linesOf(line, endLine) }),
  };
  await vscode.commands.executeCommand('vscode.open', uri, options);
}

/** The beginning of a line, or all of several lines. VS Code shortens what is beyond the end of the file. */
function linesOf(line: number, endLine: number | undefined): vscode.Range {
  return endLine === undefined
    ? new vscode.Range(line - 1, 0, line - 1, 0)
    : new vscode.Range(line - 1, 0, endLine, 0);
}
