// Offers the editor's selection as an attachment, by its name; its text is not read until the user clicks.
import * as vscode from 'vscode';
import type { Clock } from '../../../../base/clock';
import { type Disposable, DisposableStore, DisposableValue } from '../../../../base/disposable';
import { Emitter } from '../../../../base/emitter';
import type { WindowState } from '../../../chatView/node/windowState';
import { filePlace, isFile } from '../filePlace';
import { nameWithLines } from '../sources/rangeAttachment';

/** The offer waits while the user extends a selection. */
const delayMs = 150;

export interface SelectionOfferDeps {
  readonly clock: Clock;
  readonly windowState: WindowState;
  readonly isVisible: () => boolean;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly reportError: (error: unknown) => void;
}

export class SelectionOffer implements Disposable {
  readonly #deps: SelectionOfferDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<string | undefined>());
  readonly #delay = this.#disposables.add(new DisposableValue());
  #updates = 0;

  /** Fires with the name of the new selection; with undefined when nothing is selected any more. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: SelectionOfferDeps) {
    this.#deps = deps;
    const { window } = vscode;
    const schedule = (): void => {
      this.#delay.value = deps.clock.after(delayMs, () => this.refresh());
    };
    this.#disposables.add(window.onDidChangeTextEditorSelection(schedule));
    this.#disposables.add(window.onDidChangeActiveTextEditor(schedule));
    this.#disposables.add(window.onDidChangeVisibleTextEditors(schedule));
  }

  /** Call when a chat becomes visible: until then nothing is looked up. */
  refresh(): void {
    if (this.#deps.isVisible()) {
      this.#update().catch(this.#deps.reportError);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #update(): Promise<void> {
    const { windowState, lastEditor } = this.#deps;
    this.#updates += 1;
    const current = this.#updates;
    const name = await offeredName(lastEditor());
    if (current === this.#updates && name !== windowState.current.selectionOffer) {
      windowState.update({ type: 'selectionOffer', selectionOffer: name });
      this.#changed.fire(name);
    }
  }
}

/** The name that the attachment would have; undefined if nothing is selected in a file. */
async function offeredName(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
  if (editor === undefined || editor.selection.isEmpty || !isFile(editor.document.uri)) {
    return undefined;
  }
  return nameWithLines((await filePlace(editor.document.uri)).name, editor.selection);
}
