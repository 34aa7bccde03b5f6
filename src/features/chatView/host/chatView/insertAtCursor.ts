// Inserts code from an answer at the cursor.
import * as vscode from 'vscode';
import { omitUndefined } from '../../../../base/omitUndefined';
import { showError, showInformation } from '../../../../platform/host/window';

/**
 * Replaces each selection of the editor and shows it with the focus; without an editor it offers a new file. Returns
 * whether the code is in an editor now.
 */
export async function insertAtCursor(
  code: string | undefined,
  editor: vscode.TextEditor | undefined,
): Promise<boolean> {
  if (code === undefined) {
    return false;
  }
  if (editor === undefined) {
    const { l10n, window, workspace } = vscode;
    const untitled = l10n.t('Open as New File');
    const answer = await showInformation(l10n.t('Open a file to insert the code.'), untitled);
    if (answer === untitled) {
      await window.showTextDocument(await workspace.openTextDocument({ content: code }));
    }
    return answer === untitled;
  }
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, code);
    }
  });
  if (!isInserted) {
    void showError(vscode.l10n.t("The code couldn't be inserted: the file may be read-only."));
    return false;
  }
  const { document, viewColumn } = editor;
  const shown = await vscode.window.showTextDocument(document, omitUndefined({ viewColumn }));
  shown.revealRange(shown.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}
