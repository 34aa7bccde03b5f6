// The picker of kept conversations: searches while one types, and lets nothing late take the place of what is newer.
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { ConversationHistory, SearchResult, HistoryPage } from '../../chat/ports';
import { assertNever } from '../../base/assertNever';
import { historyEnabled } from '../settings';
import { type HistoryRow, historyRows, type RowAction } from './historyRows';

/** How long a search waits for the next key, in ms. */
const keyPauseMs = 80;
/** Rows are built, sent and drawn at a stretch; for those that were searched for chats are read. */
const rowsAtFirst = { list: 100, search: 20 } as const;

/** What the picker goes on with when it opens again. */
export interface HistoryView {
  readonly text: string;
  /** Whether only conversations of this workspace are shown. */
  readonly here: boolean;
}

export type HistoryChoice =
  | { readonly type: 'open'; readonly found: SearchResult }
  | { readonly type: 'rename'; readonly found: SearchResult; readonly view: HistoryView }
  | { readonly type: 'export'; readonly found: SearchResult }
  | { readonly type: 'import' }
  | { readonly type: 'turnOn' };

export interface HistoryPickerDeps {
  readonly history: ConversationHistory;
  readonly clock: Clock;
  /** The URI of the folder that is open, if one is. */
  readonly workspace: string | undefined;
  readonly reportError: (error: unknown) => void;
  /** IDs of the chats whose answer runs in this window. */
  readonly answering: () => ReadonlySet<string>;
  /** Calls `undone` when it was brought back. */
  readonly remove: (found: SearchResult, undone: () => void) => Promise<void>;
}

export class HistoryPicker {
  readonly #parts: HistoryPickerDeps;
  readonly #picker = vscode.window.createQuickPick<HistoryRow>();
  readonly #import: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('cloud-download'),
    tooltip: vscode.l10n.t('Import Chats…'),
  };
  #here: boolean;
  /** How often more was asked for. */
  #more = 0;
  #asked = new AbortController();
  #pause: Disposable | undefined;
  #closed = false;
  /** What the rows answer; undefined before there are any. */
  #shownFor: string | undefined;
  /** Enter was pressed before there were rows for what is typed: the first of them is meant. */
  #entered = false;
  #finish: (choice: HistoryChoice | undefined) => void = () => undefined;

  private constructor(parts: HistoryPickerDeps, { text, here }: HistoryView) {
    const { l10n } = vscode;
    this.#parts = parts;
    this.#here = here;
    // Not in the typed API yet, and ignored where VS Code does not know it: the rows keep their order
    // and groups while one types.
    Object.assign(this.#picker, { sortByLabel: false });
    this.#picker.title = l10n.t('Chat History');
    this.#picker.placeholder = l10n.t('Search all messages');
    // VS Code marks what was typed in the passage.
    this.#picker.matchOnDetail = true;
    this.#picker.keepScrollPosition = true;
    this.#picker.value = text;
    this.#showButtons();
  }

  /** Undefined when it was left. */
  static async show(
    parts: HistoryPickerDeps,
    view: HistoryView,
  ): Promise<HistoryChoice | undefined> {
    return new HistoryPicker(parts, view).#run();
  }

  #run(): Promise<HistoryChoice | undefined> {
    const picker = this.#picker;
    return new Promise((resolve) => {
      const finish = (choice: HistoryChoice | undefined): void => {
        resolve(choice);
        this.#closed = true;
        this.#pause?.dispose();
        this.#asked.abort();
        picker.dispose();
      };
      this.#finish = finish;
      picker.onDidChangeValue(() => {
        this.#more = 0;
        this.#entered = false;
        this.#find(keyPauseMs);
      });
      picker.onDidAccept(() => {
        const first = firstRow(picker.items);
        // VS Code tells later what is active among new rows: one of those before is not meant any more.
        const active = picker.activeItems.find((row) => picker.items.includes(row)) ?? first;
        // A row that VS Code has not made active by itself was chosen by hand, whatever is typed by now.
        if (picker.value === this.#shownFor || active !== first) {
          this.#accept(active);
        } else {
          this.#entered = true;
        }
      });
      picker.onDidTriggerButton((button) => {
        if (button === this.#import) {
          finish({ type: 'import' });
          return;
        }
        this.#here = !this.#here;
        this.#showButtons();
        this.#find(0);
      });
      picker.onDidTriggerItemButton(({ item, button }) => {
        const action = item.buttons?.find((own) => own === button)?.action;
        if (item.choice.type !== 'open' || action === undefined) {
          return;
        }
        const { found } = item.choice;
        if (action === 'rename') {
          finish({ type: 'rename', found, view: { text: picker.value, here: this.#here } });
        } else if (action === 'export') {
          finish({ type: 'export', found });
        } else {
          this.#act(action, found).catch(this.#parts.reportError);
        }
      });
      picker.onDidHide(() => finish(undefined));
      picker.show();
      this.#find(0, true);
    });
  }

  #accept(row: HistoryRow | undefined): void {
    const choice = row?.choice;
    if (choice?.type === 'open' || choice?.type === 'turnOn') {
      this.#finish(choice);
    } else if (choice?.type === 'more') {
      this.#more += 1;
      this.#find(0);
    }
  }

  async #act(action: Exclude<RowAction, 'rename' | 'export'>, found: SearchResult): Promise<void> {
    const { history, remove } = this.#parts;
    switch (action) {
      case 'pin':
      case 'unpin':
        await history.pin(found.conversation.id, action === 'pin');
        break;
      case 'remove':
        await remove(found, () => this.#find(0));
        break;
      default:
        assertNever(action);
    }
    this.#find(0);
  }

  #showButtons(): void {
    const { l10n } = vscode;
    const tooltip = this.#here
      ? l10n.t('Show Chats of All Workspaces')
      : l10n.t('Show Chats of This Workspace Only');
    const icon = new vscode.ThemeIcon(this.#here ? 'folder-active' : 'folder');
    const where = this.#parts.workspace === undefined ? [] : [{ iconPath: icon, tooltip }];
    this.#picker.buttons = [...where, this.#import];
  }

  /** What was asked for before is not waited for any more. */
  #find(pauseMs: number, anew = false): void {
    if (this.#closed) {
      return;
    }
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#picker.busy = true;
    this.#pause?.dispose();
    this.#pause = this.#parts.clock.after(pauseMs, () => {
      this.#showPages(anew, signal).catch((error: unknown) => {
        this.#picker.busy = false;
        // The rows that are there can still be opened.
        this.#shownFor = this.#picker.value;
        this.#entered = false;
        this.#parts.reportError(error);
      });
    });
  }

  async #showPages(anew: boolean, signal: AbortSignal): Promise<void> {
    const { history, workspace } = this.#parts;
    const only = this.#here && workspace !== undefined ? { workspace } : {};
    const text = this.#picker.value;
    const limit = rowsAtFirst[text.trim() === '' ? 'list' : 'search'] * 4 ** this.#more;
    const query = { text, limit, anew, ...only };
    for await (const page of history.find(query, signal)) {
      if (signal.aborted) {
        return;
      }
      this.#show(page, text);
    }
    if (!signal.aborted) {
      this.#picker.busy = false;
    }
  }

  #show(page: HistoryPage, text: string): void {
    const picker = this.#picker;
    const active = idOf(picker.activeItems[0]);
    picker.items = historyRows({
      page,
      searching: text.trim() !== '',
      here: this.#here,
      keeping: historyEnabled(),
      answering: this.#parts.answering(),
      now: this.#parts.clock.now(),
    });
    const again = picker.items.find((row) => active !== undefined && idOf(row) === active);
    if (again !== undefined && text.trim() === '') {
      picker.activeItems = [again];
    }
    this.#shownFor = text;
    const first = picker.items.find(({ choice }) => choice.type === 'open');
    if (this.#entered && (first !== undefined || page.isFinal)) {
      this.#entered = false;
      this.#accept(first);
    }
  }
}

function firstRow(rows: readonly HistoryRow[]): HistoryRow | undefined {
  return rows.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
}

function idOf(row: HistoryRow | undefined): string | undefined {
  return row?.choice.type === 'open' ? row.choice.found.conversation.id : undefined;
}
