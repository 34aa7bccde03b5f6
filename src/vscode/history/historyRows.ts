// How kept conversations stand in the history's picker: by day, with the passage that was searched for.
import * as vscode from 'vscode';
import type { SearchResult, HistoryPage } from '../../chat/ports';
import { escapeCodicons } from '../platform/escapeCodicons';

/** What a row's button does. */
export type RowAction = 'pin' | 'unpin' | 'rename' | 'export' | 'remove';

interface RowButton extends vscode.QuickInputButton {
  readonly action: RowAction;
}

type RowChoice =
  | { readonly type: 'open'; readonly found: SearchResult }
  | { readonly type: 'more' }
  | { readonly type: 'turnOn' }
  | { readonly type: 'nothing' };

export interface HistoryRow extends vscode.QuickPickItem {
  readonly choice: RowChoice;
  readonly buttons?: readonly RowButton[];
}

export interface ShownHistory {
  readonly page: HistoryPage;
  readonly searching: boolean;
  /** Whether only conversations of this workspace are shown. */
  readonly here: boolean;
  /** Whether conversations are kept at all. */
  readonly keeping: boolean;
  /** IDs of those whose answer runs in this window. */
  readonly answering: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function historyRows(shown: ShownHistory): readonly HistoryRow[] {
  const { page, keeping, searching } = shown;
  // What Enter takes is what was searched for.
  const rows: HistoryRow[] = keeping || searching ? [] : [offRow()];
  let group: string | undefined;
  for (const found of page.results) {
    const next = groupText(found, shown.now);
    if (next !== group) {
      group = next;
      rows.push({
        label: next,
        kind: vscode.QuickPickItemKind.Separator,
        choice: { type: 'nothing' },
      });
    }
    rows.push(conversationRow(found, shown.answering.has(found.conversation.id)));
  }
  if (page.hasMore) {
    rows.push(row(vscode.l10n.t('Show more…'), '', { type: 'more' }));
  }
  if (page.results.length === 0 && page.isFinal && (keeping || searching)) {
    rows.push(emptyRow(shown));
  }
  if (!keeping && searching) {
    rows.push(offRow());
  }
  return rows;
}

/** The title of a conversation as people are told it. */
export function titleText(title: string): string {
  return title === '' ? vscode.l10n.t('Untitled chat') : title;
}

function conversationRow(found: SearchResult, isAnswering: boolean): HistoryRow {
  const { title, changedAt, pinned } = found.conversation;
  return {
    ...row(escapeCodicons(titleText(title)), found.snippet?.text ?? '', { type: 'open', found }),
    description: isAnswering
      ? `$(loading~spin) ${vscode.l10n.t('Answering…')}`
      : timeText(changedAt, pinned),
    buttons: [
      pinned
        ? button('unpin', 'pinned', vscode.l10n.t('Unpin'))
        : button('pin', 'pin', vscode.l10n.t('Pin')),
      button('rename', 'edit', vscode.l10n.t('Rename…')),
      button('export', 'export', vscode.l10n.t('Export…')),
      button('remove', 'trash', vscode.l10n.t('Delete')),
    ],
  };
}

/** What is found has been found already: VS Code must not leave out what it would not find itself. */
function row(label: string, detail: string, choice: RowChoice): HistoryRow {
  return {
    label,
    choice,
    alwaysShow: true,
    ...(detail === '' ? {} : { detail: escapeCodicons(detail) }),
  };
}

function button(action: RowAction, icon: string, tooltip: string): RowButton {
  return { action, iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function offRow(): HistoryRow {
  return row(
    vscode.l10n.t('History is off'),
    vscode.l10n.t('Chats and drafts are not kept. Choose this to open “portico.history.enabled”.'),
    { type: 'turnOn' },
  );
}

function emptyRow({ searching, here }: ShownHistory): HistoryRow {
  const { l10n } = vscode;
  const label = searching ? l10n.t('No chat has these words') : l10n.t('No chats yet');
  const detail = searching
    ? l10n.t('Every word has to be the beginning of one in the same chat.')
    : l10n.t('Chats are kept here from their first question on.');
  const elsewhere = l10n.t('Only chats of this workspace are shown.');
  return row(label, here ? elsewhere : detail, { type: 'nothing' });
}

function groupText({ conversation: { pinned, changedAt } }: SearchResult, now: number): string {
  if (pinned) {
    return vscode.l10n.t('Pinned');
  }
  const day = dayStart(changedAt);
  if (day >= dayStart(now)) {
    return vscode.l10n.t('Today');
  }
  // Counted back from noon: no change of the clocks makes a day of it.
  if (day === dayStart(dayStart(now) - 12 * 3_600_000)) {
    return vscode.l10n.t('Yesterday');
  }
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' }).format(changedAt);
}

function dayStart(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** What is written from right to left in a title does not draw the time after it into its order. */
const leftToRight = '\u200e';

/** A pinned one does not stand under its day. */
function timeText(at: number, pinned: boolean): string {
  const style = pinned
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ timeStyle: 'short' } as const);
  return leftToRight + new Intl.DateTimeFormat(vscode.env.language, style).format(at);
}
