// Writes accepted changes into the document of a file.
import * as vscode from 'vscode';
import { openDocument, readText } from '../../../workspace/host/readText';
import { joinAdjacent, type TextChange } from '../common/fileText';
import { readNow, withLineFeeds } from './codeLocator';

/** Whether saving changes line ends that nobody changed. Not said again once the document has unsaved changes. */
export async function hasMixedLineEnds(uri: vscode.Uri): Promise<boolean> {
  const read = openDocument(uri)?.isDirty === true ? 'changing' : await readText(uri);
  const ends = typeof read === 'string' ? [] : (read.text.match(/\r\n?|\n/gu) ?? []);
  return new Set(ends).size > 1;
}

/**
 * One undo step. VS Code writes its own line ends.
 *
 * @returns why nothing was written, as the second half of “wasn't changed: …”; '' if it was
 */
export async function writeChanges(
  uri: vscode.Uri,
  now: string,
  changes: readonly TextChange[],
): Promise<string> {
  const { l10n } = vscode;
  if ((await readNow(uri)) !== now) {
    return l10n.t('VS Code refused it');
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  // VS Code refuses edits that overlap: without a last line end, the end of the line before goes with the last line.
  for (const { start, end, lines } of joinAdjacent(changes)) {
    const atEnd = end >= document.lineCount;
    const text = lines.join('\n');
    if (!atEnd) {
      edit.replace(uri, new vscode.Range(start, 0, end, 0), lines.length === 0 ? '' : `${text}\n`);
    } else if (start >= document.lineCount) {
      edit.insert(uri, document.lineAt(document.lineCount - 1).range.end, `\n${text}`);
    } else if (lines.length > 0 || start === 0) {
      edit.replace(uri, document.validateRange(new vscode.Range(start, 0, end, 0)), text);
    } else {
      const before = document.lineAt(start - 1).range.end;
      edit.delete(
        uri,
        document.validateRange(new vscode.Range(before, new vscode.Position(end, 0))),
      );
    }
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    return l10n.t('VS Code refused it');
  }
  // Extensions can change what VS Code has locked (“Set Active Editor Read-only in Session”, `files.readonlyInclude`), but it
  // never has unsaved changes.
  const saved = document.isDirty || uri.scheme !== 'file' ? undefined : await readText(uri);
  if (typeof saved !== 'object' || withLineFeeds(saved.text) !== now) {
    return '';
  }
  const back = new vscode.WorkspaceEdit();
  back.replace(uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), now);
  await vscode.workspace.applyEdit(back);
  return l10n.t('the file is read-only');
}
