// Portico: Show Costs. The user picks a month, which is shown as a table or copied as CSV.
import * as vscode from 'vscode';
import { escapeMarkdown } from '../../../base/text/escapeMarkdown';
import { costTotals } from '../../../gateway/common/prices';
import { gatewayId, type NamedGateway } from '../../../gateway/node/namedGateways';
import { countText } from '../../../platform/host/text/numberText';
import type { TextPreview } from '../../../platform/host/textPreview';
import { showInformation, showPick, type PickRow } from '../../../platform/host/window';
import { monthOf, type Ledger, type LedgerEntry } from '../../../storage/node/ledger';
import type { Gateways } from '../../setup/host/gateways';
import { shownName, totalsText } from '../../usage/host/usageTexts';
import { costRows, costsCsv, type CostRow } from '../node/costReport';

export interface ShowCostsDeps {
  readonly ledger: Pick<Ledger, 'loadSince'>;
  readonly gateways: Pick<Gateways, 'read'>;
  readonly preview: Pick<TextPreview, 'showMarkdown'>;
}

interface MonthRow extends PickRow {
  readonly run?: () => Promise<unknown>;
}

export async function showCosts({ ledger, gateways, preview }: ShowCostsDeps): Promise<void> {
  const { l10n } = vscode;
  const months = [
    ...Map.groupBy(await ledger.loadSince(''), ({ day }) => monthOf(day)),
  ].toReversed();
  if (months.length === 0) {
    void showInformation(l10n.t('No request has cost anything yet.'));
    return;
  }
  const show = async (month: string, requests: readonly LedgerEntry[]): Promise<void> =>
    preview.showMarkdown(
      l10n.t('Costs {0}', month),
      costsMarkdown(month, requests, gateways.read().gateways),
    );
  const copy = async (requests: readonly LedgerEntry[]): Promise<void> => {
    await vscode.env.clipboard.writeText(costsCsv(requests));
    void showInformation(l10n.t('Copied as CSV.'));
  };
  const rows: readonly MonthRow[] = [
    ...months.map(([month, requests]) => ({
      label: monthText(month),
      description: totalsText(costTotals(requests)),
      run: () => show(month, requests),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...months.map(([month, requests]) => ({
      label: l10n.t('Copy {0} as CSV', monthText(month)),
      run: () => copy(requests),
    })),
  ];
  const picked = await showPick(rows, {
    title: l10n.t('Costs'),
    placeHolder: l10n.t('Select a month'),
  });
  await picked?.run?.();
}

/** A month as a table. Columns that would be empty are left out. */
export function costsMarkdown(
  month: string,
  requests: readonly LedgerEntry[],
  gateways: readonly NamedGateway[],
): string {
  const { l10n } = vscode;
  const hasGateways = new Set(requests.map(({ gateway }) => gateway)).size > 1;
  const hasTokens = requests.some(
    ({ usage = {} }) => (usage.inputTokens ?? usage.outputTokens) !== undefined,
  );
  const nameOf = (id: string): string =>
    gateways.find((gateway) => gatewayId(gateway) === id)?.name ?? id.replace(/^https?:\/\//u, '');
  const columns: readonly (readonly [
    label: string,
    alignment: string,
    cell: (row: CostRow) => string,
  ])[] = [
    [
      l10n.t('Day'),
      ':--',
      ({ day, model }) =>
        day !== undefined ? dayText(day) : model === undefined ? l10n.t('Entire month') : '',
    ],
    [l10n.t('Model'), ':--', ({ model }) => shownName(model?.model ?? '')],
    ...(hasGateways
      ? [
          [
            l10n.t('Gateway'),
            ':--',
            ({ model }: CostRow) => (model === undefined ? '' : nameOf(model.gateway)),
          ] as const,
        ]
      : []),
    [l10n.t('Requests'), '--:', (row) => countText(row.requests.length)],
    ...(hasTokens
      ? ([
          [l10n.t('Tokens in'), '--:', tokensOf('inputTokens')],
          [l10n.t('Tokens out'), '--:', tokensOf('outputTokens')],
        ] as const)
      : []),
    [l10n.t('Cost'), '--:', (row) => totalsText(costTotals(row.requests))],
  ];
  const lines = [
    columns.map(([label]) => label),
    columns.map(([, alignment]) => alignment),
    ...costRows(requests).map((row) => columns.map(([, , cell]) => escapeMarkdown(cell(row)))),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  return `# ${monthText(month)}\n\n${lines.join('\n')}\n`;
}

/** The sum of the requests that report them; `?` if none does. */
function tokensOf(field: 'inputTokens' | 'outputTokens') {
  return ({ requests }: CostRow): string => {
    const counts = requests.flatMap(({ usage }) => usage?.[field] ?? []);
    const sum = countText(counts.reduce((all, count) => all + count, 0));
    return counts.length === 0
      ? '?'
      : counts.length < requests.length
        ? vscode.l10n.t('at least {0}', sum)
        : sum;
  };
}

function monthText(month: string): string {
  return dateText(`${month}-01`, { year: 'numeric', month: 'long' });
}

function dayText(day: string): string {
  return dateText(day, { month: 'numeric', day: 'numeric' });
}

function dateText(day: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(vscode.env.language, style).format(new Date(`${day}T00:00`));
}
