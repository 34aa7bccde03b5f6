// The chat view in the side bar: the first host of a window, which shows the last open chat after a reload. Its title stays
// “Chat”: VS Code capitalizes titles of views, and the question that names a chat stands right below.
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import type { BackgroundChatIndicator } from './backgroundChatIndicator';
import type { Chat } from './chat';
import { viewId } from './chatContributions';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';
import type { LastOpenChat } from './lastOpenChat';

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
    void this.#deps.lastOpenChat.update(() => chat.id);
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
