// Hosts the page of a chat in a webview, in the side bar or in an editor tab.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { findAnswer } from '../../conversation/common/conversation';
import { chatFocusOf, setChatFocus, type FocusInput } from '../../platform/host/chatFocus';
import type { RevealTarget, ViewState } from '../common/protocol';
import type { FromWebviewMessage, ParseFromWebview } from '../common/viewCommands';
import { chatHtml } from '../node/chatHtml';
import type { FileReferenceResolver } from '../node/fileReferenceResolver';
import type { RenderGuard } from '../node/renderGuard';
import type { Chat } from './chat';
import type { ChatCommand, ChatCommands } from './chatCommands';
import type { ChatHost } from './chatHost';
import type { ChatWindow } from './chatWindow';
import { ViewChannel } from './viewChannel';

/** A webview view or a webview panel. */
export interface ChatWebview {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
}

export interface ChatWebviewHostDeps {
  readonly extensionUri: vscode.Uri;
  readonly commands: ChatCommands;
  readonly chats: ChatWindow;
  readonly renderGuard: RenderGuard;
  readonly fileReferences: FileReferenceResolver;
  readonly parseFromWebview: ParseFromWebview;
  readonly reportError: (error: unknown) => void;
}

export abstract class ChatWebviewHost implements ChatHost, Disposable {
  readonly #channel = new ViewChannel();
  readonly #deps: ChatWebviewHostDeps;
  #chat: Chat;
  #subscription: Disposable;
  #ready = false;
  /** Counts the pages that VS Code has discarded. */
  #discardedPages = 0;
  #visible = false;
  /** How often the page has lost the focus. */
  #focusLosses = 0;
  #focusWhenReady = false;
  #isFocusPending = false;
  #revealWhenReady: RevealTarget | undefined;
  /** IDs of all chats shown so far: messages of the page about them may still arrive. */
  readonly #shown = new Set<string>();

  constructor(deps: ChatWebviewHostDeps, chat: Chat) {
    this.#deps = deps;
    this.#chat = chat;
    this.#subscription = chat.pages.add(this.#channel);
    this.#shown.add(chat.id);
  }

  get chat(): Chat {
    return this.#chat;
  }

  get visible(): boolean {
    return this.#visible;
  }

  get focusedBy(): FocusInput | undefined {
    return chatFocusOf(this);
  }

  /** Whether the page was asked to take the focus and has not confirmed that it has it. */
  get isFocusPending(): boolean {
    return this.#isFocusPending;
  }

  show(chat: Chat): void {
    this.#subscription.dispose();
    this.#chat = chat;
    this.#shown.add(chat.id);
    this.#subscription = chat.pages.add(this.#channel);
    if (this.#ready) {
      this.#channel.sendEvent({ type: 'opened', state: this.#startRendering() });
      this.#deps.commands.didShow(chat);
    }
    void chat.parts.refresh();
  }

  /** Makes the webview visible. */
  protected abstract revealWebview(): Promise<void>;

  /** Resolves when the last open chat is shown. */
  protected abstract restored(): Promise<void>;

  /** Loads the page into the webview. The result is disposed with the webview. */
  protected fill({ webview }: ChatWebview): Disposable {
    const { extensionUri, reportError } = this.#deps;
    const disposables = new DisposableStore();
    const bundle = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [bundle],
    };
    disposables.add(
      webview.onDidReceiveMessage((data: unknown) => {
        const message = this.#deps.parseFromWebview(data);
        if (message !== undefined) {
          this.run(message).catch(reportError);
        }
      }),
    );
    disposables.add({
      dispose: () => {
        this.#discardPage();
        this.#visible = false;
        this.#channel.setWebview(undefined);
      },
    });
    webview.html = chatHtml({
      nonce: randomBytes(18).toString('base64'),
      source: webview.cspSource,
      addressOf: (name) => webview.asWebviewUri(vscode.Uri.joinPath(bundle, name)).toString(),
      language: vscode.env.language,
      l10n: vscode.l10n.bundle ?? {},
    });
    return disposables;
  }

  /** VS Code discards a hidden page and loads it again when it becomes visible. */
  protected setVisible({ webview, visible }: ChatWebview): void {
    if (!visible) {
      this.#discardPage();
    }
    this.#visible = visible;
    this.#channel.setWebview(visible ? webview : undefined);
  }

  /** Makes the webview visible and focuses the message box. */
  async focus(): Promise<void> {
    this.#deps.chats.setActive(this);
    if (this.#ready && chatFocusOf(this) !== undefined) {
      // VS Code would take the focus from the page for a moment, and keys that are pressed then would be lost.
      this.#channel.focusComposer();
      return;
    }
    const lossesBefore = this.#focusLosses;
    await this.revealWebview();
    if (this.#focusLosses > lossesBefore) {
      // The page got the focus, and the user has moved on: the command palette would close again.
      return;
    }
    this.#isFocusPending = true;
    if (this.#ready) {
      this.#channel.focusComposer();
    } else {
      this.#focusWhenReady = true;
    }
  }

  /** A page that is still starting does not take the focus. */
  cancelFocus(): void {
    if (this.#focusWhenReady) {
      this.#focusWhenReady = false;
      this.#isFocusPending = false;
    }
  }

  /** Scrolls to a message. To be called once the webview is visible. */
  reveal(target: RevealTarget): void {
    const { session } = this.#chat;
    if (findAnswer(session.conversation, target.messageId) === undefined) {
      // A message that is not shown belongs to another version.
      session.chooseVersion(target.messageId);
    }
    if (this.#ready) {
      this.#channel.reveal(target);
    } else {
      this.#revealWhenReady = target;
    }
  }

  editQuestion(messageId: string): void {
    this.#channel.editQuestion(messageId);
  }

  /** Executes a command of the page, in the chat that the page showed when it sent it. */
  async run({ command, chatId }: FromWebviewMessage): Promise<void> {
    const { chats } = this.#deps;
    await this.restored();
    if (command.type === 'ready') {
      return this.#handleReady();
    }
    if (command.type === 'rendered') {
      return this.#deps.renderGuard.end(chatId ?? this.#chat.id);
    }
    if (command.type === 'showFormatted') {
      return this.#deps.renderGuard.format(command.messageId);
    }
    if (command.type === 'fileReferencesSeen') {
      return this.#deps.fileReferences.resolve(command.paths);
    }
    if (command.type === 'blurred') {
      this.#focusLosses += chatFocusOf(this) === undefined ? 0 : 1;
      setChatFocus(this, undefined);
      return;
    }
    // Saving a draft doesn't make a chat active: the page also does it when it loses the focus.
    if (command.type !== 'saveDraft') {
      chats.setActive(this);
    }
    if (command.type === 'focused') {
      // The page may be gone since it posted this, and then would have the focus forever.
      if (this.#visible) {
        setChatFocus(this, command.input);
      }
      this.#isFocusPending = this.#focusWhenReady;
      return;
    }
    if (chatId === undefined || chatId === this.#chat.id) {
      const chat = this.#chat;
      return chats.registry.use(chat, () => this.#execute(command, chat));
    }
    if (this.#shown.has(chatId)) {
      await chats.registry.withChat(chatId, (chat) => this.#execute(command, chat));
    }
  }

  async #execute(command: ChatCommand, chat: Chat): Promise<void> {
    const running = this.#deps.commands.run(command, chat, {
      focus: () => this.focus(),
      showInserted: (code) => this.#channel.showInserted(code),
      didEnd: (ended) => this.#channel.endCommand(ended),
    });
    chat.presenter.sendDraft(this.#channel);
    await running;
  }

  /** The state that a page is about to render. */
  #startRendering(): ViewState {
    const { state } = this.#chat.presenter;
    return { ...state, plainMessages: this.#deps.renderGuard.begin(state.conversation) };
  }

  async #handleReady(): Promise<void> {
    const discardedPages = this.#discardedPages;
    await Promise.all([
      this.#deps.commands.refreshState(this.#chat),
      this.#deps.renderGuard.loaded,
    ]);
    if (discardedPages !== this.#discardedPages) {
      // The next page sends its own “ready”.
      return;
    }
    this.#channel.sendSnapshot(this.#startRendering());
    this.#ready = true;
    this.#deps.commands.didShow(this.#chat);
    if (this.#focusWhenReady) {
      this.#focusWhenReady = false;
      this.#channel.focusComposer();
    }
    if (this.#revealWhenReady !== undefined) {
      this.#channel.reveal(this.#revealWhenReady);
      this.#revealWhenReady = undefined;
    }
  }

  #discardPage(): void {
    this.#ready = false;
    setChatFocus(this, undefined);
    this.#isFocusPending = this.#focusWhenReady;
    this.#discardedPages += 1;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#channel.setWebview(undefined);
  }
}
