// Remembers the last active text editor: none is active while a chat in an editor tab has the focus.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';

export class LastEditor implements Disposable {
  readonly #disposables = new DisposableStore();
  #last = vscode.window.activeTextEditor;

  constructor() {
    this.#disposables.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#last = editor ?? this.#last;
      }),
    );
  }

  /** The active text editor, or the last one while it is still visible. */
  get current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor ?? visibleTextEditors.find((editor) => editor === this.#last);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
