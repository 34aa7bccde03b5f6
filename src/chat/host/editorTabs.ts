// Opens chats in editor tabs and restores the tabs after a reload.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { DisposableStore, DisposableValue, type Disposable } from '../../base/disposable';
import { plainText } from '../../platform/host/surfaceText';
import { id } from '../common/commandFields';
import type { Chat } from './chat';
import { editorViewType } from './chatContributions';
import { chatTitle, followContent } from './chatTitle';
import { ChatWebviewHost, type ChatWebviewHostDeps } from './chatWebviewHost';

/** The state that the page stores in VS Code. */
const pageState = v.object({ conversation: id });

export class EditorTabs implements vscode.WebviewPanelSerializer, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #deps: ChatWebviewHostDeps;
  readonly #tabs = new Set<EditorTab>();

  constructor(deps: ChatWebviewHostDeps) {
    this.#deps = deps;
    this.#disposables.add(vscode.window.registerWebviewPanelSerializer(editorViewType, this));
  }

  /** Reveals the chat's tab, or creates one. */
  async open(chat: Chat): Promise<void> {
    const tab = [...this.#tabs].find(({ chat: shown }) => shown === chat) ?? this.#create(chat);
    await tab.focus();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { chats, reportError } = this.#deps;
    const result = v.safeParse(pageState, state);
    try {
      const chat = result.success
        ? await chats.registry.load(result.output.conversation)
        : undefined;
      this.#add(panel, chat ?? chats.registry.getOrCreate());
    } catch (error) {
      panel.dispose();
      reportError(error);
    }
  }

  /** The panels stay open: VS Code restores them. */
  dispose(): void {
    this.#disposables.dispose();
    for (const tab of this.#tabs) {
      tab.dispose();
    }
  }

  #create(chat: Chat): EditorTab {
    const { ViewColumn, window } = vscode;
    // The tab sets its own title.
    return this.#add(window.createWebviewPanel(editorViewType, '', ViewColumn.Beside), chat);
  }

  #add(panel: vscode.WebviewPanel, chat: Chat): EditorTab {
    const tab = new EditorTab(this.#deps, panel, chat);
    this.#tabs.add(tab);
    panel.onDidDispose(() => this.#tabs.delete(tab));
    return tab;
  }
}

class EditorTab extends ChatWebviewHost {
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
