// The chat view in the side bar: the first host of a window, which shows the last open chat after a reload.
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import type { BackgroundChatIndicator } from '../chats/backgroundChatIndicator';
import type { Chat } from '../chats/chat';
import type { LastOpenChat } from '../chats/lastOpenChat';
import { viewId } from '../contributions';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';

export interface SideBarDeps extends ChatWebviewHostDeps {
  readonly background: BackgroundChatIndicator;
  readonly lastOpenChat: LastOpenChat;
}

export class SideBar extends ChatWebviewHost implements vscode.WebviewViewProvider {
  readonly #disposables = new DisposableStore();
  readonly #deps: SideBarDeps;
  #view: vscode.WebviewView | undefined;

  constructor(deps: SideBarDeps) {
    const { chats, background } = deps;
    super(deps, chats.current);
    this.#deps = deps;
    chats.add(this);
    this.#disposables.add(background.onDidChangeBadge(() => this.#updateBadge()));
  }

  override show(chat: Chat): void {
    super.show(chat);
    this.#deps.lastOpenChat.remember(chat.id);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const disposables = new DisposableStore();
    disposables.add(view.onDidChangeVisibility(() => this.setVisible(view)));
    disposables.add(view.onDidDispose(() => disposables.dispose()));
    disposables.add({ dispose: () => (this.#view = undefined) });
    this.#view = view;
    this.#updateBadge();
    this.setVisible(view);
    disposables.add(this.fill(view));
  }

  override dispose(): void {
    this.#disposables.dispose();
    super.dispose();
  }

  protected override async revealWebview(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  protected override restored(): Promise<void> {
    return this.#deps.chats.restored();
  }

  #updateBadge(): void {
    if (this.#view !== undefined) {
      this.#view.badge = this.#deps.background.badge;
    }
  }
}
