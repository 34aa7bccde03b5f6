// A chat in an editor tab.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore, DisposableValue } from '../../base/disposable';
import { chatTitle, followContent } from './chatTitle';
import type { Chat } from './chat';
import { plainText } from '../../platform/host/surfaceText';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';

export class EditorTab extends ChatWebviewHost {
  readonly #disposables = new DisposableStore();
  readonly #panel: vscode.WebviewPanel;
  readonly #titleUpdates = this.#disposables.add(new DisposableValue());

  /** Disposes itself when its panel is closed. */
  constructor(deps: ChatWebviewHostDeps, panel: vscode.WebviewPanel, chat: Chat) {
    super(deps, chat);
    const { chats, extensionUri } = deps;
    this.#panel = panel;
    this.#titleUpdates.value = this.#followTitle(chat);
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    const changed = (): void => {
      this.setVisible(panel);
      if (panel.active) {
        chats.setActive(this);
      }
    };
    this.#disposables.add(panel.onDidChangeViewState(changed));
    this.#disposables.add(panel.onDidDispose(() => this.dispose()));
    chats.add(this);
    this.#disposables.add({ dispose: () => chats.remove(this) });
    changed();
    this.#disposables.add(this.fill(panel));
  }

  override show(chat: Chat): void {
    super.show(chat);
    this.#titleUpdates.value = this.#followTitle(chat);
  }

  override dispose(): void {
    this.#disposables.dispose();
    super.dispose();
  }

  /** Closes the tab. */
  close(): void {
    this.#panel.dispose();
  }

  protected override async revealWebview(): Promise<void> {
    this.#panel.reveal();
  }

  /** VS Code restores a tab with its own chat. */
  protected override async restored(): Promise<void> {}

  #followTitle(chat: Chat): Disposable {
    return followContent(chat, (conversation) => {
      this.#panel.title = plainText(chatTitle(conversation));
    });
  }
}
