// While a chat in an editor tab has the focus no text editor is active, and yet the reader means the one beside it.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';

export class LastEditor implements Disposable {
  readonly #own = new DisposableStore();
  #last = vscode.window.activeTextEditor;

  constructor() {
    this.#own.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#last = editor ?? this.#last;
      }),
    );
  }

  /** The text editor that is active, or was and can still be seen. */
  get current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor ?? visibleTextEditors.find((editor) => editor === this.#last);
  }

  dispose(): void {
    this.#own.dispose();
  }
}
