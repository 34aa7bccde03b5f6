// Offers the editor's selection, or else its file, as an attachment, by its name; no text is read until the user clicks.
import * as vscode from 'vscode';
import type { Clock } from '../../../../base/clock';
import { DisposableStore, DisposableValue, type Disposable } from '../../../../base/disposable';
import { Emitter } from '../../../../base/emitter';
import type { WindowState } from '../../../../chat/node/windowState';
import { filePlace, isFile } from '../../../../workspace/host/filePlace';
import { nameWithLines } from '../../../../workspace/host/rangeAttachment';
import type { OfferedContext } from '../../common/attachmentsView';

/** The offer waits while the user extends a selection. */
const delayMs = 150;

export interface EditorOfferDeps {
  readonly clock: Clock;
  readonly windowState: WindowState;
  readonly isVisible: () => boolean;
  /** The editor that the user was in before the chat. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  /** Whether the chat has the file of this name as it is. */
  readonly isHeld: (name: string) => Promise<boolean>;
  readonly reportError: (error: unknown) => void;
}

export class EditorOffer implements Disposable {
  readonly #deps: EditorOfferDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<OfferedContext | undefined>());
  readonly #delay = this.#disposables.add(new DisposableValue());
  #updates = 0;

  /** Fires with what is offered now. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: EditorOfferDeps) {
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
    const { windowState, lastEditor, isHeld } = this.#deps;
    this.#updates += 1;
    const current = this.#updates;
    const found = await offerOf(lastEditor());
    const offer = found === undefined || (await isHeld(found.name)) ? undefined : found;
    if (current === this.#updates && offer?.name !== windowState.current.editorOffer?.name) {
      windowState.update({ type: 'editorOffer', editorOffer: offer });
      this.#changed.fire(offer);
    }
  }
}

/** Undefined if the editor has no file. */
async function offerOf(editor: vscode.TextEditor | undefined): Promise<OfferedContext | undefined> {
  if (editor === undefined || !isFile(editor.document.uri)) {
    return undefined;
  }
  const { name } = await filePlace(editor.document.uri);
  const { selection } = editor;
  return selection.isEmpty
    ? { name, isSelection: false }
    : { name: nameWithLines(name, selection), isSelection: true };
}
