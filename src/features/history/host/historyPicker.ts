// The quick pick of saved chats. It searches while the user types, and ignores results of an earlier text.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { Clock } from '../../../base/clock';
import { DisposableValue } from '../../../base/disposable';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import { inputButton, Picker } from '../../../platform/host/window';
import type { ConversationHistory, HistoryPage, SearchResult } from '../node/conversationHistory';
import { historyRows, type HistoryRow, type HistoryRowAction } from './historyRows';

/** How long a search waits for the next key press. */
const typingDelayMs = 80;
/** A search reads the chats that it lists, so it starts with fewer rows. */
const initialRows = { list: 100, search: 20 } as const;
/** How many times as many rows there are after each “Show more…”. */
const rowsFactor = 4;

/** What the picker shows when it opens. */
export interface HistoryView {
  readonly text: string;
  readonly onlyThisWorkspace: boolean;
}

export type HistoryChoice =
  | { readonly type: 'open'; readonly result: SearchResult }
  | { readonly type: 'rename'; readonly result: SearchResult; readonly view: HistoryView }
  | { readonly type: 'export'; readonly result: SearchResult }
  | { readonly type: 'import' }
  | { readonly type: 'openSetting' };

export interface HistoryPickerDeps {
  readonly history: ConversationHistory;
  readonly clock: Clock;
  /** The URI of the open folder, if any. */
  readonly workspace: string | undefined;
  readonly reportError: (error: unknown) => void;
  /** IDs of the chats with a running answer in this window. */
  readonly busyChatIds: () => ReadonlySet<string>;
  /** The ID of the chat that was used last. */
  readonly currentChatId: () => string;
  /** Calls `onUndo` if the user restores the chat. */
  readonly remove: (result: SearchResult, onUndo: () => void) => Promise<void>;
}

export class HistoryPicker {
  readonly #deps: HistoryPickerDeps;
  readonly #picker = new Picker<HistoryRow>({ isOrderFixed: true });
  readonly #importButton = inputButton('arrow-circle-down', vscode.l10n.t('Import Chats…'));
  #onlyThisWorkspace: boolean;
  /** How often the user selected “Show more…”. */
  #moreCount = 0;
  #search = new AbortController();
  readonly #delay = new DisposableValue();
  #isClosed = false;
  /** The text that the rows match; undefined before there are any. */
  #shownText: string | undefined;
  /** The user pressed Enter before the rows for the text were there: accepts the first of them. */
  #isAcceptPending = false;
  #finish: (choice: HistoryChoice | undefined) => void = () => undefined;

  constructor(deps: HistoryPickerDeps, { text, onlyThisWorkspace }: HistoryView) {
    const { l10n } = vscode;
    this.#deps = deps;
    this.#onlyThisWorkspace = onlyThisWorkspace;
    this.#picker.title = l10n.t('Chat History');
    this.#picker.placeholder = l10n.t('Search all messages');
    // VS Code highlights the text in the snippet.
    this.#picker.matchOnDetail = true;
    this.#picker.keepScrollPosition = true;
    this.#picker.value = text;
    this.#showButtons();
  }

  /** Resolves to undefined if the picker was closed without a choice. */
  show(): Promise<HistoryChoice | undefined> {
    const picker = this.#picker;
    return new Promise((resolve) => {
      this.#finish = (choice) => {
        resolve(choice);
        this.#isClosed = true;
        this.#delay.dispose();
        this.#search.abort();
        picker.dispose();
      };
      picker.onDidChangeValue(() => {
        this.#moreCount = 0;
        this.#isAcceptPending = false;
        this.#startSearch(typingDelayMs);
      });
      picker.onDidAccept(() => this.#acceptActive());
      picker.onDidTriggerButton((button) => {
        if (button === this.#importButton) {
          this.#finish({ type: 'import' });
          return;
        }
        this.#onlyThisWorkspace = !this.#onlyThisWorkspace;
        this.#showButtons();
        this.#startSearch(0);
      });
      picker.onDidTriggerItemButton(({ item, button }) => {
        const action = item.buttons?.find((rowButton) => rowButton === button)?.action;
        if (item.choice.type === 'open' && action !== undefined) {
          this.#runAction(action, item.choice.result).catch(this.#deps.reportError);
        }
      });
      picker.onDidHide(() => this.#finish(undefined));
      picker.show();
      this.#startSearch(0, true);
    });
  }

  #acceptActive(): void {
    const { items, activeItems, value } = this.#picker;
    const first = items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    // VS Code reports the active row of new rows late; one that is no longer listed is outdated.
    const active = activeItems.find((row) => items.includes(row)) ?? first;
    // VS Code makes the first row active, so the user chose any other one, even if the text has changed since.
    if (value === this.#shownText || active !== first) {
      this.#accept(active);
    } else {
      this.#isAcceptPending = true;
    }
  }

  #accept(row: HistoryRow | undefined): void {
    const choice = row?.choice;
    if (choice?.type === 'open' || choice?.type === 'openSetting') {
      this.#finish(choice);
    } else if (choice?.type === 'more') {
      this.#moreCount += 1;
      this.#startSearch(0);
    }
  }

  async #runAction(action: HistoryRowAction, result: SearchResult): Promise<void> {
    const { history, remove } = this.#deps;
    switch (action) {
      case 'rename': {
        const view = { text: this.#picker.value, onlyThisWorkspace: this.#onlyThisWorkspace };
        this.#finish({ type: 'rename', result, view });
        return;
      }
      case 'export':
        this.#finish({ type: 'export', result });
        return;
      case 'pin':
      case 'unpin':
        await history.pin(result.conversation.id, action === 'pin');
        break;
      case 'remove':
        await remove(result, () => this.#startSearch(0));
        break;
      default:
        assertNever(action);
    }
    this.#startSearch(0);
  }

  #showButtons(): void {
    const { l10n } = vscode;
    const tooltip = this.#onlyThisWorkspace
      ? l10n.t('Show Chats from All Workspaces')
      : l10n.t('Show Only Chats from This Workspace');
    const icon = this.#onlyThisWorkspace ? 'folder-active' : 'folder';
    this.#picker.buttons = [
      ...(this.#deps.workspace === undefined ? [] : [inputButton(icon, tooltip)]),
      this.#importButton,
    ];
  }

  /** Cancels the search before it. `refresh` also looks for chats that other windows saved. */
  #startSearch(delayMs: number, refresh = false): void {
    if (this.#isClosed) {
      return;
    }
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#picker.busy = true;
    this.#delay.value = this.#deps.clock.after(delayMs, () => {
      this.#showResults(refresh, signal).catch((error: unknown) => {
        this.#picker.busy = false;
        // The current rows can still be opened.
        this.#shownText = this.#picker.value;
        this.#isAcceptPending = false;
        this.#deps.reportError(error);
      });
    });
  }

  async #showResults(refresh: boolean, signal: AbortSignal): Promise<void> {
    const { history, workspace } = this.#deps;
    const text = this.#picker.value;
    const limit =
      initialRows[text.trim() === '' ? 'list' : 'search'] * rowsFactor ** this.#moreCount;
    const filter = this.#onlyThisWorkspace && workspace !== undefined ? { workspace } : {};
    for await (const page of history.find({ text, limit, refresh, ...filter }, signal)) {
      if (signal.aborted) {
        return;
      }
      this.#showPage(page, text);
    }
    if (!signal.aborted) {
      this.#picker.busy = false;
    }
  }

  #showPage(page: HistoryPage, text: string): void {
    const picker = this.#picker;
    const activeId = chatIdOf(picker.activeItems[0]);
    picker.items = historyRows({
      page,
      isSearch: text.trim() !== '',
      onlyThisWorkspace: this.#onlyThisWorkspace,
      isHistoryOn: isHistoryEnabled(),
      busyChatIds: this.#deps.busyChatIds(),
      currentChatId: this.#deps.currentChatId(),
      now: this.#deps.clock.now(),
    });
    const sameRow = picker.items.find(
      (row) => activeId !== undefined && chatIdOf(row) === activeId,
    );
    if (sameRow !== undefined && text.trim() === '') {
      picker.activeItems = [sameRow];
    }
    this.#shownText = text;
    const first = picker.items.find(({ choice }) => choice.type === 'open');
    if (this.#isAcceptPending && (first !== undefined || page.isFinal)) {
      this.#isAcceptPending = false;
      this.#accept(first);
    }
  }
}

function chatIdOf(row: HistoryRow | undefined): string | undefined {
  return row?.choice.type === 'open' ? row.choice.result.conversation.id : undefined;
}
