// Attaches the editor's selection when the user begins to type in the message box, if `portico.context.autoSelection` is on.
// While there is text, the attachment follows the selection, and goes with it. A selection that the user removed, or that
// was sent already, is not attached again. Never in an untrusted workspace: there only the user attaches.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../../base/disposable';
import type { Chat } from '../../../../chat/host/chat';
import type { Attachment } from '../../../../conversation/common/attachment';
import { isRefusal } from '../../../../workspace/host/attachResult';
import { filePlace } from '../../../../workspace/host/filePlace';
import { selectionAttachment } from '../../../../workspace/host/rangeAttachment';
import type { EditorOffer } from './editorOffer';

export interface AutoSelectionDeps {
  readonly offer: Pick<EditorOffer, 'onDidChange'>;
  readonly isOn: () => boolean;
  readonly lastEditor: () => vscode.TextEditor | undefined;
  readonly reportError: (error: unknown) => void;
}

/** Follows one chat until it is disposed. */
export class AutoSelection implements Disposable {
  readonly #deps: AutoSelectionDeps;
  readonly #chat: Chat;
  readonly #disposables = new DisposableStore();
  /** The attachment that was made here, while it is in the message box. */
  #attached: Attachment | undefined;
  /** The text of the last one: it is not attached twice. */
  #lastText: string | undefined;
  #wasTyping: boolean;
  #updates = 0;

  constructor(deps: AutoSelectionDeps, chat: Chat) {
    this.#deps = deps;
    this.#chat = chat;
    this.#wasTyping = isTyping(chat);
    this.#disposables.add(
      chat.draft.onDidChange(() => {
        this.#forgetIfGone();
        const hasBegun = isTyping(chat) && !this.#wasTyping;
        this.#wasTyping = isTyping(chat);
        if (hasBegun) {
          this.#update();
        }
      }),
    );
    this.#disposables.add(
      deps.offer.onDidChange(() => {
        // A question that is being checked would be canceled.
        if (isTyping(chat) && !chat.pipeline.isPending) {
          this.#update();
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update(): void {
    if (this.#deps.isOn() && vscode.workspace.isTrusted) {
      this.#attach().catch(this.#deps.reportError);
    }
  }

  async #attach(): Promise<void> {
    const { draft, pipeline } = this.#chat;
    this.#updates += 1;
    const current = this.#updates;
    const editor = this.#deps.lastEditor();
    const added = editor && (await selectionOf(editor));
    const isOutdated = current !== this.#updates || this.#disposables.isDisposed;
    if (isOutdated || pipeline.isPending || !isTyping(this.#chat)) {
      return;
    }
    if (added !== undefined && added.text === this.#lastText) {
      return;
    }
    const previous = this.#attached;
    const others = draft.attachments.filter(({ id }) => id !== previous?.id);
    const isThere = others.some(({ name }) => name === added?.name);
    const next = added === undefined || isThere ? [] : [added];
    this.#attached = next[0];
    this.#lastText = added?.text;
    draft.update({ attachments: [...others, ...next] });
  }

  #forgetIfGone(): void {
    const { attachments } = this.#chat.draft;
    if (!attachments.some(({ id }) => id === this.#attached?.id)) {
      this.#attached = undefined;
    }
  }
}

/** Undefined if nothing is selected, or the file may hold secrets: of such files only the user attaches something. */
async function selectionOf(editor: vscode.TextEditor): Promise<Attachment | undefined> {
  if (editor.selection.isEmpty || (await filePlace(editor.document.uri)).isSecret) {
    return undefined;
  }
  const result = await selectionAttachment(editor);
  return isRefusal(result) ? undefined : result;
}

function isTyping({ draft }: Chat): boolean {
  return draft.text.trim() !== '';
}
