// A chat in an editor tab.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore, DisposableValue } from '../../base/disposable';
import type { RevealTarget } from '../../shared/protocol/protocol';
import { chatTitle } from '../chats/chatTitle';
import type { Chat } from '../chats/chat';
import type { ChatHost, ChatWindow } from '../chats/chatWindow';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';

export interface EditorTabDeps extends Pick<
  ChatWebviewHostDeps,
  'extensionUri' | 'commands' | 'reportError'
> {
  readonly chats: ChatWindow;
}

export class EditorTab implements ChatHost, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #panel: vscode.WebviewPanel;
  readonly #webviewHost: ChatWebviewHost;
  readonly #titleUpdates = this.#disposables.add(new DisposableValue());

  /** Disposes itself when its panel is closed. */
  constructor(deps: EditorTabDeps, panel: vscode.WebviewPanel, chat: Chat) {
    const { chats, extensionUri } = deps;
    const use = (): void => chats.setActive(this);
    this.#panel = panel;
    this.#webviewHost = this.#disposables.add(
      new ChatWebviewHost(
        {
          ...deps,
          reveal: () => Promise.resolve(panel.reveal()),
          restored: () => Promise.resolve(),
          onDidUse: use,
          withChat: (id, action) => chats.withChat(id, action),
        },
        chat,
      ),
    );
    this.#titleUpdates.value = this.#followTitle(chat);
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    const changed = (): void => {
      this.#webviewHost.setVisible(panel);
      if (panel.active) {
        use();
      }
    };
    this.#disposables.add(panel.onDidChangeViewState(changed));
    this.#disposables.add(panel.onDidDispose(() => this.dispose()));
    chats.add(this);
    this.#disposables.add({ dispose: () => chats.remove(this) });
    changed();
    this.#disposables.add(this.#webviewHost.fill(panel));
  }

  get chat(): Chat {
    return this.#webviewHost.chat;
  }

  get visible(): boolean {
    return this.#webviewHost.visible;
  }

  show(chat: Chat): void {
    this.#webviewHost.show(chat);
    this.#titleUpdates.value = this.#followTitle(chat);
  }

  focus(): Promise<void> {
    return this.#webviewHost.focus();
  }

  reveal(target: RevealTarget): void {
    this.#webviewHost.reveal(target);
  }

  get isFocusPending(): boolean {
    return this.#webviewHost.isFocusPending;
  }

  cancelFocus(): void {
    this.#webviewHost.cancelFocus();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #followTitle({ session }: Chat): Disposable {
    const update = (): void => {
      this.#panel.title = chatTitle(session.conversation);
    };
    update();
    return session.onDidChange(({ type }) => {
      if (type !== 'textAppended') {
        update();
      }
    });
  }
}
