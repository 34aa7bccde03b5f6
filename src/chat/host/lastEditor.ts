// Remembers the last active text editor: none is active while a chat in an editor tab has the focus.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';

export class LastEditor implements Disposable {
  #last = vscode.window.activeTextEditor;
  readonly #subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
    this.#last = editor ?? this.#last;
  });

  /** The active text editor, or the last one while it is still visible. */
  get current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor ?? visibleTextEditors.find((editor) => editor === this.#last);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
