// A picker that the view opened hands the focus to the editor when it closes, and never back to the view.
import * as vscode from 'vscode';

/** Does what opens a picker, then `focus`; not where the reader has left it by a click into an editor. */
export async function withFocusBack<T>(
  open: () => Thenable<T>,
  focus: () => Promise<void>,
): Promise<T> {
  let isElsewhere = false;
  const watching = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
    isElsewhere ||= kind === vscode.TextEditorSelectionChangeKind.Mouse;
  });
  let result: T;
  try {
    result = await open();
    // The click that closed it is told right after the closing: a round trip later it has been heard.
    await vscode.commands.executeCommand('noop');
  } finally {
    watching.dispose();
  }
  if (!isElsewhere) {
    await focus();
  }
  return result;
}
