// The chat view in the side bar: the first host of a window, which shows the last open chat after a reload. Its title is
// the chat's.
import * as vscode from 'vscode';
import { DisposableStore, DisposableValue } from '../../base/disposable';
import { plainText } from '../../platform/host/surfaceText';
import type { BackgroundChatIndicator } from './backgroundChatIndicator';
import type { Chat } from './chat';
import { viewId } from './chatContributions';
import { chatTitle, followContent } from './chatTitle';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';
import type { LastOpenChat } from './lastOpenChat';

export interface SideBarDeps extends ChatWebviewHostDeps {
  readonly background: BackgroundChatIndicator;
  readonly lastOpenChat: LastOpenChat;
}

export class SideBar extends ChatWebviewHost implements vscode.WebviewViewProvider {
  readonly #disposables = new DisposableStore();
  readonly #deps: SideBarDeps;
  readonly #titleUpdates = this.#disposables.add(new DisposableValue());
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
    this.#followTitle();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const disposables = new DisposableStore();
    disposables.add(view.onDidChangeVisibility(() => this.setVisible(view)));
    disposables.add(view.onDidDispose(() => disposables.dispose()));
    disposables.add({ dispose: () => (this.#view = undefined) });
    this.#view = view;
    this.#updateBadge();
    this.#followTitle();
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

  /** A chat without a question leaves the view its own title. */
  #followTitle(): void {
    this.#titleUpdates.value = followContent(this.chat, (conversation) => {
      if (this.#view !== undefined) {
        const isBlank = conversation.messages.length === 0;
        // `undefined` brings back the title of package.json; the types allow a string only.
        Object.assign(this.#view, {
          title: isBlank ? undefined : plainText(chatTitle(conversation)),
        });
      }
    });
  }

  #updateBadge(): void {
    if (this.#view !== undefined) {
      this.#view.badge = this.#deps.background.badge;
    }
  }
}
