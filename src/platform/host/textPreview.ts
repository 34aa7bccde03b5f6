// Shows a text in a read-only document: exactly as it is sent (an attachment, what a tool returned, a prompt of the workspace),
// or as a preview of Markdown.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { plainText } from './surfaceText';

const scheme = 'portico-attachment';
/** The texts of the latest documents. */
const maxDocuments = 20;

export class TextPreview implements vscode.TextDocumentContentProvider, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The texts by URI. */
  readonly #texts = new Map<string, string>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(this.#changed);
  }

  /** @param place tells apart what may have the same name */
  async show(name: string, text: string, place: string): Promise<void> {
    await this.#open(name, text, place);
  }

  /** Shows a text that is not sent yet. Call the result to close it. */
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

  /** Shows Markdown in VS Code's own preview, which draws diagrams in newer versions. */
  async showMarkdown(name: string, text: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreview', this.#add(name, text, 'preview'));
  }

  /** Shows two texts in the diff editor. @param name also says the language, by its extension */
  async compare(
    name: string,
    title: string,
    texts: readonly { readonly text: string; readonly place: string }[],
  ): Promise<void> {
    const [left, right] = texts.map(({ text, place }) => this.#add(name, text, place, ''));
    await vscode.commands.executeCommand('vscode.diff', left, right, plainText(title));
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
    const uri = this.#add(name, text, place);
    await vscode.window.showTextDocument(uri, { preview: isPreview });
    return uri;
  }

  #add(name: string, text: string, place: string, extension = '.md'): vscode.Uri {
    // The editor shows the last part of the path as the name.
    const label = name.replaceAll(/[/\\\p{C}]/gu, ' ').trim();
    const uri = vscode.Uri.from({ scheme, path: `/${place}/${label}${extension}` });
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
    return uri;
  }
}
