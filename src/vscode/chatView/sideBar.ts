// The chat view in the side bar: where a window begins, and where it goes on after a reload.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { once } from '../../base/once';
import type { RevealTarget, FromWebviewMessage } from '../../shared/protocol/protocol';
import { viewId } from '../contributions';
import type { Chat } from '../chats/chat';
import type { ChatHost, ChatWindow } from '../chats/chatWindow';
import type { LastOpenChat } from '../chats/lastOpenChat';
import { ChatWebviewHost, type ChatSurfaceParts } from './chatHost';

export interface SideBarParts extends Pick<
  ChatSurfaceParts,
  'extensionUri' | 'commands' | 'sayUnexpected'
> {
  readonly chats: ChatWindow;
  readonly remembered: LastOpenChat;
}

export class SideBar implements vscode.WebviewViewProvider, ChatHost, Disposable {
  readonly #parts: SideBarParts;
  readonly #surface: ChatWebviewHost;
  #view: vscode.WebviewView | undefined;
  #badge: vscode.ViewBadge | undefined;

  /** Resolves when the chat of the window before has been opened. Never rejects. */
  readonly restored = once(() => this.#restore().catch(this.#parts.sayUnexpected));

  constructor(parts: SideBarParts) {
    const { chats } = parts;
    this.#parts = parts;
    this.#surface = new ChatWebviewHost(
      {
        ...parts,
        reveal: async () => vscode.commands.executeCommand(`${viewId}.focus`),
        restored: () => this.restored(),
        onDidUse: () => chats.use(this),
        visit: (id, act) => chats.visit(id, act),
      },
      chats.current,
    );
    chats.add(this);
  }

  get chat(): Chat {
    return this.#surface.chat;
  }

  get visible(): boolean {
    return this.#surface.visible;
  }

  get ready(): boolean {
    return this.#surface.ready;
  }

  get badge(): vscode.ViewBadge | undefined {
    return this.#badge;
  }

  /** On the view's icon. */
  setBadge(badge: vscode.ViewBadge | undefined): void {
    this.#badge = badge;
    if (this.#view !== undefined) {
      this.#view.badge = badge;
    }
  }

  show(chat: Chat): void {
    this.#surface.show(chat);
    this.#parts.remembered.remember(chat.id);
  }

  focus(): Promise<void> {
    return this.#surface.focus();
  }

  reveal(place: RevealTarget): void {
    this.#surface.reveal(place);
  }

  giveUpFocus(): void {
    this.#surface.giveUpFocus();
  }

  /** Does what the page asks for. */
  run(message: FromWebviewMessage): Promise<void> {
    return this.#surface.run(message);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const own = new DisposableStore();
    own.add(view.onDidChangeVisibility(() => this.#surface.setVisible(view)));
    own.add(view.onDidDispose(() => own.dispose()));
    own.add({ dispose: () => (this.#view = undefined) });
    this.#view = view;
    view.badge = this.#badge;
    this.#surface.setVisible(view);
    own.add(this.#surface.fill(view));
  }

  dispose(): void {
    this.#surface.dispose();
  }

  async #restore(): Promise<void> {
    const { chats, remembered } = this.#parts;
    const first = this.chat;
    const id = remembered.id;
    if (id === undefined) {
      remembered.remember(first.id);
      return;
    }
    const kept = await chats.revive(id).catch((error: unknown) => {
      // The next window tries it again, unless something is asked here meanwhile.
      first.session.onDidChange(() => remembered.remember(first.id));
      throw error;
    });
    if (
      kept !== undefined &&
      this.chat === first &&
      first.session.conversation.messages.length === 0
    ) {
      chats.show(kept, this);
    }
  }
}
