// Portico: Show Balance. A list that first says which addresses would be asked, unless one is known, then what they told.
import * as vscode from 'vscode';
import type { BalancePlan, BalanceResult } from '../../../gateway/common/balance';
import { connectionRemedy, showFailure } from '../../../platform/host/text/failureActions';
import { failureSentence } from '../../../platform/host/text/failureText';
import { Picker, type PickRow } from '../../../platform/host/window';
import type { Balances } from './balances';
import { balanceDetails, balanceSummary } from './balanceText';

interface BalanceRow extends PickRow {
  readonly run?: () => void;
}

export interface BalanceCommandDeps {
  readonly balances: Balances;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

/** Resolves when the list is closed. */
export async function showBalance(deps: BalanceCommandDeps): Promise<void> {
  const plan = await deps.balances.plan();
  await (plan === undefined
    ? showFailure({ kind: 'notConfigured' })
    : new ShownBalance(deps, plan).show());
}

class ShownBalance {
  readonly #picker = new Picker<BalanceRow>({ isOrderFixed: true });
  readonly #closed = new AbortController();
  readonly #refresh: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('refresh'),
    tooltip: vscode.l10n.t('Ask Again'),
  };
  readonly #forget: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('discard'),
    tooltip: vscode.l10n.t('Forget Which Address Told the Balance'),
  };

  constructor(
    private readonly deps: BalanceCommandDeps,
    private plan: BalancePlan,
  ) {}

  show(): Promise<void> {
    const picker = this.#picker;
    picker.title = vscode.l10n.t(
      'Balance of {0}',
      new URL(this.plan.places[0]?.urls[0] ?? '').host,
    );
    return new Promise((resolve) => {
      picker.onDidAccept(() => picker.activeItems[0]?.run?.());
      picker.onDidTriggerButton((button) => {
        this.#run(button === this.#forget ? this.#forgetSource() : this.#ask());
      });
      picker.onDidHide(() => {
        this.#closed.abort();
        picker.dispose();
        resolve();
      });
      this.#start();
      picker.show();
    });
  }

  #start(): void {
    if (this.plan.isKnown) {
      this.#run(this.#ask());
      return;
    }
    const { l10n } = vscode;
    this.#picker.buttons = [];
    this.#picker.placeholder = l10n.t('Press Enter to ask, Escape to send nothing');
    this.#picker.items = [
      {
        label: l10n.t('Ask These Addresses with Your Key'),
        icon: 'search',
        detail: l10n.t(
          "The gateway didn't name its software. They are asked in turn until one tells a balance.",
        ),
        run: () => this.#run(this.#ask()),
      },
      ...addressRows(this.plan),
    ];
  }

  async #ask(): Promise<void> {
    const { l10n } = vscode;
    const picker = this.#picker;
    picker.busy = true;
    picker.buttons = [];
    picker.placeholder = l10n.t('Asking the gateway…');
    picker.items = addressRows(this.plan);
    const result = await this.deps.balances.ask(this.plan, this.#closed.signal);
    if (this.#closed.signal.aborted) {
      return;
    }
    picker.busy = false;
    picker.placeholder = '';
    picker.items = [...this.#resultRows(result), ...askedRows(this.plan, result)];
    picker.buttons =
      result.ok || this.plan.places.length === 1 ? [this.#refresh, this.#forget] : [this.#refresh];
  }

  #resultRows(result: BalanceResult): readonly BalanceRow[] {
    const { l10n } = vscode;
    if (result.ok) {
      const summary = balanceSummary(result.balance, this.deps.now());
      return [
        { label: summary, icon: 'credit-card' },
        ...balanceDetails(result.balance).map((label) => ({ label })),
      ];
    }
    const { failure } = result;
    const label = l10n.t("The balance can't be told");
    if (failure === undefined) {
      return [
        {
          label,
          icon: 'warning',
          detail: l10n.t("No balance was found there. The gateway's website may show it."),
        },
      ];
    }
    const remedy = connectionRemedy(failure);
    return [
      {
        label,
        icon: 'warning',
        detail: failureSentence(failure, undefined),
        ...(remedy === undefined
          ? {}
          : {
              description: l10n.t('Enter shows what helps'),
              run: () => this.#run(this.#explain(result)),
            }),
      },
    ];
  }

  async #explain({ failure }: BalanceResult & { readonly ok: false }): Promise<void> {
    this.#picker.hide();
    if (failure !== undefined) {
      await showFailure(failure);
    }
  }

  async #forgetSource(): Promise<void> {
    const { balances } = this.deps;
    await balances.forgetSource();
    this.plan = (await balances.plan()) ?? this.plan;
    if (!this.#closed.signal.aborted) {
      this.#start();
    }
  }

  #run(work: Promise<void>): void {
    work.catch(this.deps.reportError);
  }
}

function addressRows({ places }: BalancePlan): readonly BalanceRow[] {
  return places.map(({ urls: [url] }) => ({ label: url, icon: 'link' }));
}

/** The addresses that were asked: of one place if it told the balance, else the first ones of all. */
function askedRows(plan: BalancePlan, result: BalanceResult): readonly BalanceRow[] {
  const { l10n, QuickPickItemKind } = vscode;
  const told = result.ok ? plan.places.find(({ source }) => source === result.source) : undefined;
  const urls = told?.urls ?? plan.places.map(({ urls: [url] }) => url);
  return [
    { label: l10n.t('asked'), kind: QuickPickItemKind.Separator },
    ...urls.map((url) => ({ label: url, icon: 'link' as const })),
  ];
}
