// Inserts code from an answer at the cursor.
import * as vscode from 'vscode';
import { notificationText, plainText } from '../platform/surfaceText';
import { showError, showInformation } from '../platform/window';

/** Replaces each selection of the editor; without an editor it offers a new file. */
export async function insertAtCursor(
  code: string | undefined,
  editor: vscode.TextEditor | undefined,
): Promise<void> {
  if (code === undefined) {
    return;
  }
  if (editor === undefined) {
    const { l10n, window, workspace } = vscode;
    const untitled = plainText(l10n.t('Open as New File'));
    const answer = await showInformation(
      notificationText(l10n.t('Open a file to insert the code.')),
      untitled,
    );
    if (answer === untitled) {
      await window.showTextDocument(await workspace.openTextDocument({ content: code }));
    }
    return;
  }
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, code);
    }
  });
  if (!isInserted) {
    void showError(
      notificationText(vscode.l10n.t("The code couldn't be inserted: the file may be read-only.")),
    );
  }
}
