// Portico: Show Costs. The user picks a month, which is shown as a table or copied as CSV.
import * as vscode from 'vscode';
import { compare } from '../../../base/compare';
import { escapeMarkdown } from '../../../base/text/escapeMarkdown';
import { costTotals } from '../../../gateway/common/prices';
import { gatewayName } from '../../../platform/host/text/gatewayText';
import { countText } from '../../../platform/host/text/numberText';
import type { TextPreview } from '../../../platform/host/textPreview';
import { showInformation, showPick, type PickRow } from '../../../platform/host/window';
import { monthOf, type Ledger, type LedgerEntry } from '../../../storage/node/ledger';
import { shownName, totalsText } from '../../usage/host/usageTexts';
import { costsCsv } from '../node/costReport';

export interface ShowCostsDeps {
  readonly ledger: Pick<Ledger, 'loadSince'>;
  readonly preview: Pick<TextPreview, 'showMarkdown'>;
}

export async function showCosts({ ledger, preview }: ShowCostsDeps): Promise<void> {
  const { l10n } = vscode;
  const months = [
    ...Map.groupBy(await ledger.loadSince(''), ({ day }) => monthOf(day)),
  ].toReversed();
  if (months.length === 0) {
    void showInformation(l10n.t('No request has cost anything yet.'));
    return;
  }
  const rows: readonly (PickRow & { readonly run?: () => Promise<void> })[] = [
    ...months.map(([month, requests]) => ({
      label: monthText(month),
      description: totalsText(costTotals(requests)),
      run: () => preview.showMarkdown(l10n.t('Costs {0}', month), costsMarkdown(month, requests)),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...months.map(([month, requests]) => ({
      label: l10n.t('Copy {0} as CSV', monthText(month)),
      run: async () => {
        await vscode.env.clipboard.writeText(costsCsv(requests));
        void showInformation(l10n.t('Copied as CSV.'));
      },
    })),
  ];
  const picked = await showPick(rows, {
    title: l10n.t('Costs'),
    placeHolder: l10n.t('Select a month'),
  });
  await picked?.run?.();
}

interface CostRow {
  readonly day: string;
  /** One of the requests if all are to the same model. */
  readonly asked?: LedgerEntry | undefined;
  readonly requests: readonly LedgerEntry[];
}

/**
 * A month as a table: of all requests, of each model, and of each day and model, the last day first. Columns in which nothing
 * is known are left out, and the gateway if it is the same for all.
 */
export function costsMarkdown(month: string, requests: readonly LedgerEntry[]): string {
  const { l10n } = vscode;
  const hasGateways = new Set(requests.map(({ gateway }) => gateway)).size > 1;
  const models = modelRows('', requests);
  const days = [...Map.groupBy(requests, ({ day }) => day)].toSorted(([a], [b]) => compare(b, a));
  const rows: readonly CostRow[] = [
    { day: l10n.t('Entire month'), requests },
    ...(models.length > 1 ? models : []),
    ...days.flatMap(([day, sent]) =>
      modelRows(dateText(day, { month: 'numeric', day: 'numeric' }), sent),
    ),
  ];
  const column = (label: string, alignment: string, cell: (row: CostRow) => string) => [
    label,
    alignment,
    ...rows.map((row) => escapeMarkdown(shownName(cell(row)))),
  ];
  const columns = [
    column(l10n.t('Day'), ':--', ({ day }) => day),
    column(l10n.t('Model'), ':--', ({ asked }) => asked?.model ?? ''),
    column(l10n.t('Gateway'), ':--', ({ asked }) =>
      asked && hasGateways ? gatewayName(asked.gateway) : '',
    ),
    column(l10n.t('Requests'), '--:', (row) => countText(row.requests.length)),
    column(l10n.t('Tokens in'), '--:', tokensOf('inputTokens')),
    column(l10n.t('Tokens out'), '--:', tokensOf('outputTokens')),
    column(l10n.t('Cost'), '--:', (row) => totalsText(costTotals(row.requests))),
  ].filter(([, , ...cells]) => cells.some((text) => text !== '' && text !== '?'));
  const lines = ['', '', ...rows].map(
    (_, line) => `| ${columns.map((cells) => cells[line]).join(' | ')} |\n`,
  );
  return `# ${monthText(month)}\n\n${lines.join('')}`;
}

function modelRows(day: string, requests: readonly LedgerEntry[]): readonly CostRow[] {
  const models = Map.groupBy(requests, ({ gateway, model }) => JSON.stringify([gateway, model]));
  return [...models.values()].map((same) => ({ day, asked: same[0], requests: same }));
}

/** The sum of the requests that report them; `?` if none does. */
function tokensOf(field: 'inputTokens' | 'outputTokens') {
  return ({ requests }: CostRow): string => {
    const counts = requests.flatMap(({ usage }) => usage?.[field] ?? []);
    const sum = countText(counts.reduce((all, count) => all + count, 0));
    const isComplete = counts.length === requests.length;
    return counts.length === 0 ? '?' : isComplete ? sum : vscode.l10n.t('at least {0}', sum);
  };
}

function monthText(month: string): string {
  return dateText(`${month}-01`, { year: 'numeric', month: 'long' });
}

function dateText(day: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(vscode.env.language, style).format(new Date(`${day}T00:00`));
}
