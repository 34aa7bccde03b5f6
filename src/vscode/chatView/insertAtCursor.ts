// Code from an answer, put where the cursor stands.
import * as vscode from 'vscode';

/** Replaces each selection of the editor; without one it says so and offers a new file. */
export async function insertAtCursor(
  code: string | undefined,
  editor: vscode.TextEditor | undefined,
): Promise<void> {
  if (code === undefined) {
    return;
  }
  if (editor === undefined) {
    const { l10n, window, workspace } = vscode;
    const untitled = l10n.t('Open as New File');
    const answer = await window.showInformationMessage(
      l10n.t('No editor is open that the code could be inserted into.'),
      untitled,
    );
    if (answer === untitled) {
      await window.showTextDocument(await workspace.openTextDocument({ content: code }));
    }
    return;
  }
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, code);
    }
  });
  if (!done) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('The code could not be inserted: the file may be read-only.'),
    );
  }
}
