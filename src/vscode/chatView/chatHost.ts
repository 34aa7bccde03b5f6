// A webview that shows a chat, wherever VS Code has put it.
import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { RevealTarget, FromWebviewMessage } from '../../shared/protocol/protocol';
import type { Chat } from '../chats/chat';
import type { ChatCommands, PageCommand } from './chatCommands';
import { readViewMessage } from './commandSchema';
import { chatHtml, webviewRoot } from './html';
import { ViewChannel } from './viewChannel';

/** VS Code's view or editor tab, as far as they are alike. */
export interface ChatWebview {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
}

export interface ChatSurfaceParts {
  readonly extensionUri: vscode.Uri;
  readonly commands: ChatCommands;
  readonly sayUnexpected: (error: unknown) => void;
  /** Brings the surface before the reader. */
  readonly reveal: () => Promise<void>;
  /** Resolves when the chat of the window before has been opened. */
  readonly restored: () => Promise<void>;
  readonly onDidUse: () => void;
  /** Has something done to a chat that need not be shown any more. */
  readonly visit: (id: string, act: (chat: Chat) => Promise<void>) => Promise<void>;
}

export class ChatWebviewHost implements Disposable {
  readonly #channel = new ViewChannel();
  readonly #parts: ChatSurfaceParts;
  #chat: Chat;
  #attached: Disposable;
  #ready = false;
  /** Counts the pages that were thrown away. */
  #thrownAway = 0;
  #visible = false;
  #focusWhenReady = false;
  #revealWhenReady: RevealTarget | undefined;
  /** By their IDs: the page can have something left to say of them. */
  readonly #shown = new Set<string>();

  constructor(parts: ChatSurfaceParts, chat: Chat) {
    this.#parts = parts;
    this.#chat = chat;
    this.#attached = chat.presenter.attach(this.#channel);
    this.#shown.add(chat.id);
  }

  get chat(): Chat {
    return this.#chat;
  }

  get visible(): boolean {
    return this.#visible;
  }

  /** Whether the page has started and shows a state. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Puts another chat in the place of the one shown. */
  show(chat: Chat): void {
    this.#attached.dispose();
    this.#chat = chat;
    this.#shown.add(chat.id);
    this.#attached = chat.presenter.attach(this.#channel);
    this.#channel.sendEvent({ type: 'opened', state: chat.presenter.state });
    void chat.budget.refresh();
  }

  /** Fills VS Code's webview with the page; what is returned is to be disposed of with it. */
  fill({ webview }: ChatWebview): Disposable {
    const { extensionUri, sayUnexpected } = this.#parts;
    const own = new DisposableStore();
    webview.options = {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [webviewRoot(extensionUri)],
    };
    own.add(
      webview.onDidReceiveMessage((data: unknown) => {
        const message = readViewMessage(data);
        if (message !== undefined) {
          this.run(message).catch(sayUnexpected);
        }
      }),
    );
    own.add({
      dispose: () => {
        this.#throwAway();
        this.#visible = false;
        this.#channel.attach(undefined);
      },
    });
    webview.html = chatHtml(webview, extensionUri);
    return own;
  }

  /** A page that is hidden is thrown away, and started anew when it is shown. */
  setVisible({ webview, visible }: ChatWebview): void {
    if (!visible) {
      this.#throwAway();
    }
    this.#visible = visible;
    this.#channel.attach(visible ? webview : undefined);
  }

  /** Shows the surface and puts the cursor into the message box. */
  async focus(): Promise<void> {
    this.#parts.onDidUse();
    await this.#parts.reveal();
    if (this.#ready) {
      this.#channel.focusComposer();
    } else {
      this.#focusWhenReady = true;
    }
  }

  /** The page that is still starting does not take the focus once it has started. */
  giveUpFocus(): void {
    this.#focusWhenReady = false;
  }

  /** Brings a message of the chat before the reader; to be called once the surface itself is. */
  reveal(place: RevealTarget): void {
    // One that is aside comes into view by its version.
    this.#chat.session.chooseVersion(place.messageId);
    if (this.#ready) {
      this.#channel.reveal(place);
    } else {
      this.#revealWhenReady = place;
    }
  }

  /** Does what the page asks for, in the chat that it showed when it asked. */
  async run({ command, chatId: id }: FromWebviewMessage): Promise<void> {
    const { restored, onDidUse, visit } = this.#parts;
    await restored();
    if (command.type === 'ready') {
      return this.#start();
    }
    // A draft is sent also when the reader leaves for another place, and so no sign of use.
    if (command.type !== 'saveDraft') {
      onDidUse();
    }
    if (command.type === 'focused') {
      return;
    }
    if (id === undefined || id === this.#chat.id) {
      return this.#do(command, this.#chat);
    }
    if (this.#shown.has(id)) {
      await visit(id, (chat) => this.#do(command, chat));
    }
  }

  async #do(command: PageCommand, chat: Chat): Promise<void> {
    const done = this.#parts.commands.run(command, chat, () => this.focus());
    chat.presenter.tellDraft(this.#channel);
    return done;
  }

  async #start(): Promise<void> {
    const before = this.#thrownAway;
    await this.#parts.commands.prepare(this.#chat);
    if (before !== this.#thrownAway) {
      // The page that comes next says itself that it has started.
      return;
    }
    this.#channel.sendSnapshot(this.#chat.presenter.state);
    this.#ready = true;
    if (this.#focusWhenReady) {
      this.#focusWhenReady = false;
      this.#channel.focusComposer();
    }
    if (this.#revealWhenReady !== undefined) {
      this.#channel.reveal(this.#revealWhenReady);
      this.#revealWhenReady = undefined;
    }
  }

  #throwAway(): void {
    this.#ready = false;
    this.#thrownAway += 1;
  }

  dispose(): void {
    this.#attached.dispose();
    this.#channel.attach(undefined);
  }
}
