// A chat in an editor tab, beside the code that it is about.
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { RevealTarget } from '../../shared/protocol/protocol';
import { chatTitle } from '../chats/chatTitle';
import type { Chat } from '../chats/chat';
import type { ChatHost, ChatWindow } from '../chats/chatWindow';
import { ChatWebviewHost, type ChatSurfaceParts } from './chatHost';

export interface EditorTabParts extends Pick<
  ChatSurfaceParts,
  'extensionUri' | 'commands' | 'sayUnexpected'
> {
  readonly chats: ChatWindow;
}

export class EditorTab implements ChatHost, Disposable {
  readonly #own = new DisposableStore();
  readonly #panel: vscode.WebviewPanel;
  readonly #surface: ChatWebviewHost;
  #named: Disposable;

  /** Disposes of itself when its panel is closed. */
  constructor(parts: EditorTabParts, panel: vscode.WebviewPanel, chat: Chat) {
    const { chats, extensionUri } = parts;
    const use = (): void => chats.use(this);
    this.#panel = panel;
    this.#surface = this.#own.add(
      new ChatWebviewHost(
        {
          ...parts,
          reveal: () => Promise.resolve(panel.reveal()),
          restored: () => Promise.resolve(),
          onDidUse: use,
          visit: (id, act) => chats.visit(id, act),
        },
        chat,
      ),
    );
    this.#named = this.#name(chat);
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    const changed = (): void => {
      this.#surface.setVisible(panel);
      if (panel.active) {
        use();
      }
    };
    this.#own.add(panel.onDidChangeViewState(changed));
    this.#own.add(panel.onDidDispose(() => this.dispose()));
    chats.add(this);
    this.#own.add({ dispose: () => chats.remove(this) });
    changed();
    this.#own.add(this.#surface.fill(panel));
  }

  get chat(): Chat {
    return this.#surface.chat;
  }

  get visible(): boolean {
    return this.#surface.visible;
  }

  show(chat: Chat): void {
    this.#surface.show(chat);
    this.#named.dispose();
    this.#named = this.#name(chat);
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

  dispose(): void {
    this.#named.dispose();
    this.#own.dispose();
  }

  /** The tab is called after its chat, from the first question on. */
  #name({ session }: Chat): Disposable {
    const name = (): void => {
      this.#panel.title = chatTitle(session.conversation);
    };
    name();
    return session.onDidChange(({ type }) => {
      if (type !== 'textAppended') {
        name();
      }
    });
  }
}
