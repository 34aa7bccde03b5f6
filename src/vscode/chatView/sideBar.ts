// The chat view in the side bar: the first host of a window, which shows the last open chat after a reload.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { FromWebviewMessage } from '../../shared/protocol/viewCommands';
import type { RevealTarget } from '../../shared/protocol/protocol';
import type { BackgroundChatIndicator } from '../chats/backgroundChatIndicator';
import type { Chat } from '../chats/chat';
import type { ChatHost, ChatWindow } from '../chats/chatWindow';
import type { LastOpenChat } from '../chats/lastOpenChat';
import { viewId } from '../contributions';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';

export interface SideBarDeps extends Pick<
  ChatWebviewHostDeps,
  'extensionUri' | 'commands' | 'reportError'
> {
  readonly chats: ChatWindow;
  readonly background: BackgroundChatIndicator;
  readonly lastOpenChat: LastOpenChat;
}

export class SideBar implements vscode.WebviewViewProvider, ChatHost, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #deps: SideBarDeps;
  readonly #webviewHost: ChatWebviewHost;
  #view: vscode.WebviewView | undefined;

  constructor(deps: SideBarDeps) {
    const { chats, background } = deps;
    this.#deps = deps;
    this.#webviewHost = this.#disposables.add(
      new ChatWebviewHost(
        {
          ...deps,
          reveal: async () => vscode.commands.executeCommand(`${viewId}.focus`),
          restored: () => chats.restored(),
          onDidUse: () => chats.setActive(this),
          withChat: (id, action) => chats.withChat(id, action),
        },
        chats.current,
      ),
    );
    chats.add(this);
    this.#disposables.add(background.onDidChangeBadge(() => this.#updateBadge()));
  }

  get chat(): Chat {
    return this.#webviewHost.chat;
  }

  get visible(): boolean {
    return this.#webviewHost.visible;
  }

  get isFocusPending(): boolean {
    return this.#webviewHost.isFocusPending;
  }

  show(chat: Chat): void {
    this.#webviewHost.show(chat);
    this.#deps.lastOpenChat.remember(chat.id);
  }

  focus(): Promise<void> {
    return this.#webviewHost.focus();
  }

  reveal(target: RevealTarget): void {
    this.#webviewHost.reveal(target);
  }

  cancelFocus(): void {
    this.#webviewHost.cancelFocus();
  }

  run(message: FromWebviewMessage): Promise<void> {
    return this.#webviewHost.run(message);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const disposables = new DisposableStore();
    disposables.add(view.onDidChangeVisibility(() => this.#webviewHost.setVisible(view)));
    disposables.add(view.onDidDispose(() => disposables.dispose()));
    disposables.add({ dispose: () => (this.#view = undefined) });
    this.#view = view;
    this.#updateBadge();
    this.#webviewHost.setVisible(view);
    disposables.add(this.#webviewHost.fill(view));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #updateBadge(): void {
    if (this.#view !== undefined) {
      this.#view.badge = this.#deps.background.badge;
    }
  }
}
