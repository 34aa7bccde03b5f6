// Portico: Show Balance. Asks a gateway of which the software is known; else the user picks it from a list, once.
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { BalanceResult } from '../../../gateway/common/balance';
import type { Failure } from '../../../gateway/common/failure';
import type { GatewaySoftware } from '../../../gateway/common/modelRecord';
import { showFailure } from '../../../platform/host/text/failureActions';
import { failureSentence } from '../../../platform/host/text/failureText';
import { Picker, type PickRow } from '../../../platform/host/window';
import type { BalanceGateway, Balances } from './balances';
import { balanceDetails, balanceSummary } from './balanceText';

/** Enter asks as the software, or shows what helps. */
interface BalanceRow extends PickRow {
  readonly software?: GatewaySoftware;
  readonly failure?: Failure | undefined;
}

export interface BalanceCommandDeps {
  readonly balances: Balances;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

const softwareNames: Readonly<Record<GatewaySoftware, string>> = {
  'new-api': 'New API',
  'one-api': 'One API',
  litellm: 'LiteLLM',
  sub2api: 'Sub2API',
  openrouter: 'OpenRouter',
};

/** Resolves when the list is closed. */
export async function showBalance(deps: BalanceCommandDeps): Promise<void> {
  const gateway = await deps.balances.gateway();
  await (gateway === undefined ? showFailure({ kind: 'notConfigured' }) : show(deps, gateway));
}

function show(
  { balances, clock, reportError }: BalanceCommandDeps,
  { baseUrl, software: known, addresses }: BalanceGateway,
): Promise<void> {
  const { l10n } = vscode;
  const picker = new Picker<BalanceRow>({ isOrderFixed: true });
  const closesWithEscapeOnly = picker.ignoreFocusOut;
  const closed = new AbortController();
  const rows = addresses.map(({ software, url }) => ({
    label: softwareNames[software],
    detail: url,
    software,
  }));
  const ask = async (software: GatewaySoftware): Promise<void> => {
    const asked = rows.filter((row) => row.software === software);
    picker.busy = true;
    // The modals about plain HTTP and a key command take the focus and must not close the picker.
    picker.ignoreFocusOut = true;
    picker.placeholder = l10n.t('Asking the gateway…');
    picker.items = asked;
    const result = await balances.ask(baseUrl, software, closed.signal);
    if (!closed.signal.aborted) {
      picker.busy = false;
      picker.ignoreFocusOut = closesWithEscapeOnly;
      picker.placeholder = '';
      picker.items = [
        ...resultRows(result, clock.now()),
        { label: l10n.t('software'), kind: vscode.QuickPickItemKind.Separator },
        ...(result.ok ? asked : rows),
      ];
    }
  };
  picker.title = l10n.t('Balance of {0}', new URL(baseUrl).host);
  picker.placeholder = l10n.t("Select the gateway's software. Escape asks nothing.");
  picker.items = rows;
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [row] = picker.activeItems;
      if (row?.software !== undefined) {
        ask(row.software).catch(reportError);
      } else if (row?.failure !== undefined) {
        picker.hide();
        showFailure(row.failure).catch(reportError);
      }
    });
    picker.onDidHide(() => {
      closed.abort();
      picker.dispose();
      resolve();
    });
    if (known !== undefined) {
      ask(known).catch(reportError);
    }
    picker.show();
  });
}

function resultRows(result: BalanceResult, now: number): readonly BalanceRow[] {
  const { l10n } = vscode;
  if (result.ok) {
    return [
      { label: balanceSummary(result.balance, now), icon: 'credit-card' },
      ...balanceDetails(result.balance, now).map((label) => ({ label })),
    ];
  }
  const { failure } = result;
  const detail =
    failure === undefined
      ? l10n.t("No balance was found there. The gateway's website may show it.")
      : failureSentence(failure, undefined);
  return [{ label: l10n.t("Couldn't get the balance"), icon: 'warning', detail, failure }];
}
