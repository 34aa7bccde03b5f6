// Shows exactly what is sent of an attachment, in a read-only document.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { findMessage } from '../../../conversation/common/messageTree';
import type { Chat } from '../../../chat/host/chat';

const scheme = 'portico-attachment';
/** The texts of the latest documents. */
const maxDocuments = 20;

export class AttachmentPreview implements vscode.TextDocumentContentProvider, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The texts by URI. */
  readonly #texts = new Map<string, string>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(this.#changed);
  }

  /** @param messageId of the question that has the attachment; undefined for the message box and the queue */
  async show({ draft, session }: Chat, id: string, messageId: string | undefined): Promise<void> {
    const message =
      messageId === undefined ? undefined : findMessage(session.conversation, messageId);
    const asked = message?.kind === 'question' ? (message.attachments ?? []) : [];
    const waiting = [draft, ...draft.queue].flatMap(({ attachments = [] }) => attachments);
    const candidates = messageId === undefined ? waiting : asked;
    const attachment = candidates.find((candidate) => candidate.id === id);
    if (attachment?.text !== undefined) {
      await this.#open(
        attachment.name,
        attachment.text,
        `${messageId ?? 'draft'}/${attachment.id}`,
      );
    }
  }

  /** Shows a text that is not attached yet. Call the result to close it. */
  async showText(name: string, text: string): Promise<() => Promise<void>> {
    // A preview would take the place of the user's file if that is one, too.
    const uri = await this.#open(name, text, 'text', false);
    return async () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const shown = tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
      );
      await vscode.window.tabGroups.close(shown);
    };
  }

  /** A sentence when the window was reloaded since. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('The preview is no longer available. Open it again from the chat.')
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #open(name: string, text: string, place: string, isPreview = true): Promise<vscode.Uri> {
    // The editor shows the last part of the path as the name.
    const label = name.replaceAll(/[/\\\p{C}]/gu, ' ').trim();
    const uri = vscode.Uri.from({ scheme, path: `/${place}/${label}.md` });
    const key = uri.toString();
    const isChanged = this.#texts.has(key) && this.#texts.get(key) !== text;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxDocuments && oldest !== undefined) {
      this.#texts.delete(oldest);
    }
    if (isChanged) {
      this.#changed.fire(uri);
    }
    await vscode.window.showTextDocument(uri, { preview: isPreview });
    return uri;
  }
}
