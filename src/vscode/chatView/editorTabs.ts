// Opens chats in editor tabs, and brings the tabs of the window before back.
import * as vscode from 'vscode';
import * as v from 'valibot';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { editorViewType } from '../contributions';
import type { Chat } from '../chats/chat';
import { EditorTab, type EditorTabParts } from './editorTab';

/** What the page has VS Code remember. */
const pageState = v.object({ conversation: v.pipe(v.string(), v.maxLength(200)) });

export class EditorTabs implements vscode.WebviewPanelSerializer, Disposable {
  readonly #own = new DisposableStore();
  readonly #parts: EditorTabParts;
  readonly #tabs = new Set<EditorTab>();

  constructor(parts: EditorTabParts) {
    this.#parts = parts;
    this.#own.add(vscode.window.registerWebviewPanelSerializer(editorViewType, this));
  }

  /** A chat that has a tab already comes forward there. */
  async open(chat: Chat): Promise<void> {
    const tab = [...this.#tabs].find((one) => one.chat === chat) ?? this.#create(chat);
    await tab.focus();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { chats, sayUnexpected } = this.#parts;
    const read = v.safeParse(pageState, state);
    try {
      const revived = read.success ? await chats.revive(read.output.conversation) : undefined;
      this.#add(panel, revived ?? chats.begin());
    } catch (error) {
      panel.dispose();
      sayUnexpected(error);
    }
  }

  /** The panels stay: VS Code brings them back. */
  dispose(): void {
    this.#own.dispose();
    for (const tab of this.#tabs) {
      tab.dispose();
    }
  }

  #create(chat: Chat): EditorTab {
    const { ViewColumn, window } = vscode;
    // Named once it is there.
    return this.#add(window.createWebviewPanel(editorViewType, '', ViewColumn.Beside), chat);
  }

  #add(panel: vscode.WebviewPanel, chat: Chat): EditorTab {
    const tab = new EditorTab(this.#parts, panel, chat);
    this.#tabs.add(tab);
    panel.onDidDispose(() => this.#tabs.delete(tab));
    return tab;
  }
}
