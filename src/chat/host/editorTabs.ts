// Opens chats in editor tabs and restores the tabs after a reload.
import * as vscode from 'vscode';
import * as v from 'valibot';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { id } from '../common/commandFields';
import { editorViewType } from './chatViewContributions';
import type { Chat } from './chat';
import type { ChatWebviewHostDeps } from './chatWebviewHost';
import { EditorTab } from './editorTab';

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
