// The rows of the history picker: saved chats by day, with the snippet that matches the search.
import * as vscode from 'vscode';
import { inputButton, type PickRow } from '../../../platform/host/window';
import type { HistoryPage, SearchResult, Snippet } from '../node/conversationHistory';

export type HistoryRowAction = 'pin' | 'unpin' | 'rename' | 'export' | 'remove';

interface RowButton extends vscode.QuickInputButton {
  readonly action: HistoryRowAction;
}

type RowChoice =
  | { readonly type: 'open'; readonly result: SearchResult }
  | { readonly type: 'more' }
  | { readonly type: 'openSetting' }
  | { readonly type: 'none' };

export interface HistoryRow extends PickRow {
  readonly choice: RowChoice;
  readonly buttons?: readonly RowButton[];
}

/** What the rows show. */
export interface HistoryListState {
  readonly page: HistoryPage;
  readonly isSearch: boolean;
  readonly onlyThisWorkspace: boolean;
  /** The setting `portico.history.enabled`. */
  readonly isHistoryOn: boolean;
  /** IDs of the chats with a running answer in this window. */
  readonly busyChatIds: ReadonlySet<string>;
  /** The ID of the chat that was used last. */
  readonly currentChatId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function historyRows(list: HistoryListState): readonly HistoryRow[] {
  const { page, isHistoryOn, isSearch } = list;
  // Enter accepts the first row: in a search this must be a chat.
  const rows: HistoryRow[] = isHistoryOn || isSearch ? [] : [historyOffRow()];
  let group: string | undefined;
  for (const result of page.results) {
    // A search sorts by relevance, so its days would alternate.
    const nextGroup = isSearch ? undefined : groupLabel(result, list.now);
    if (nextGroup !== undefined && nextGroup !== group) {
      group = nextGroup;
      rows.push({
        label: group,
        kind: vscode.QuickPickItemKind.Separator,
        choice: { type: 'none' },
      });
    }
    rows.push(chatRow(result, list));
  }
  if (page.hasMore) {
    rows.push(createRow(vscode.l10n.t('Show more…'), '', { type: 'more' }));
  }
  if (page.results.length === 0 && page.isFinal && (isHistoryOn || isSearch)) {
    rows.push(emptyRow(list));
  }
  if (!isHistoryOn && isSearch) {
    rows.push(historyOffRow());
  }
  return rows;
}

export function displayTitle(title: string): string {
  return title === '' ? vscode.l10n.t('Untitled chat') : title;
}

function chatRow(result: SearchResult, list: HistoryListState): HistoryRow {
  const { id, title, changedAt, pinned } = result.conversation;
  const detail = result.snippet === undefined ? '' : withoutMarkup(result.snippet);
  const isApart = pinned || list.isSearch;
  const time = formatTime(changedAt, isApart && startOfDay(changedAt) < startOfDay(list.now));
  return {
    ...createRow(displayTitle(title), detail, { type: 'open', result }),
    ...(list.busyChatIds.has(id)
      ? { description: vscode.l10n.t('Answering…'), descriptionIcon: 'loading~spin' }
      : id === list.currentChatId
        ? {
            description: [vscode.l10n.t('current chat'), time].join(' · '),
            descriptionIcon: 'check',
          }
        : { description: time }),
    buttons: [
      pinned
        ? createButton('unpin', 'pinned', vscode.l10n.t('Unpin'))
        : createButton('pin', 'pin', vscode.l10n.t('Pin')),
      createButton('rename', 'edit', vscode.l10n.t('Rename…')),
      createButton('export', 'export', vscode.l10n.t('Export…')),
      createButton('remove', 'trash', vscode.l10n.t('Delete')),
    ],
  };
}

/** Removes Markdown's markup, and the targets of links unless the search matches there. */
function withoutMarkup({ text, matches }: Snippet): string {
  return text
    .replaceAll(
      /!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)?/gu,
      (link: string, label: string, offset: number) => {
        const target = offset + link.indexOf('](');
        const isMatched = matches.some(
          ({ start, end }) => end > target && start < offset + link.length,
        );
        return isMatched ? link : label;
      },
    )
    .replaceAll(/(?<=^|\s)(?:`{3,}\w*|~{3,}\w*|#{1,6}|[-*+>]|\|)(?=\s|$)|\*\*|~~|`/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** `alwaysShow`, since VS Code's own filter matches differently and would hide results. */
function createRow(label: string, detail: string, choice: RowChoice): HistoryRow {
  return {
    label,
    choice,
    alwaysShow: true,
    ...(detail === '' ? {} : { detail }),
  };
}

function createButton(action: HistoryRowAction, icon: string, tooltip: string): RowButton {
  return { action, ...inputButton(icon, tooltip) };
}

function historyOffRow(): HistoryRow {
  return createRow(
    vscode.l10n.t('History is off'),
    vscode.l10n.t("Chats and drafts aren't saved. Select to open “portico.history.enabled”."),
    { type: 'openSetting' },
  );
}

function emptyRow({ isSearch, onlyThisWorkspace }: HistoryListState): HistoryRow {
  const { l10n } = vscode;
  const label = isSearch ? l10n.t('No matching chats') : l10n.t('No chats yet');
  const detail = isSearch
    ? l10n.t('No chat contains all of these words.')
    : l10n.t('Your chats appear here after the first message.');
  const filter = l10n.t('Only chats from this workspace are shown.');
  return createRow(label, onlyThisWorkspace ? filter : detail, { type: 'none' });
}

function groupLabel({ conversation: { pinned, changedAt } }: SearchResult, now: number): string {
  if (pinned) {
    return vscode.l10n.t('Pinned');
  }
  const day = startOfDay(changedAt);
  if (day >= startOfDay(now)) {
    return vscode.l10n.t('Today');
  }
  // Twelve hours before midnight: a day with a clock change can be 23 or 25 hours long.
  if (day === startOfDay(startOfDay(now) - 12 * 3_600_000)) {
    return vscode.l10n.t('Yesterday');
  }
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full' }).format(changedAt);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A chat that is not in the group of its day has its date too, unless that is today. */
function formatTime(time: number, withDate: boolean): string {
  const style = withDate
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ timeStyle: 'short' } as const);
  return new Intl.DateTimeFormat(vscode.env.language, style).format(time);
}
