// Portico: Show Balance. A list shows the addresses before they are asked, unless one is known, then the balance.
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { BalancePlan, BalanceResult } from '../../../gateway/common/balance';
import { connectionRemedy, showFailure } from '../../../platform/host/text/failureActions';
import { failureSentence } from '../../../platform/host/text/failureText';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { inputButton, Picker, type PickRow } from '../../../platform/host/window';
import type { Balances } from './balances';
import { balanceDetails, balanceSummary } from './balanceText';

interface BalanceRow extends PickRow {
  readonly run?: () => void;
}

export interface BalanceCommandDeps {
  readonly balances: Balances;
  readonly clock: Clock;
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
  readonly #closesWithEscapeOnly = this.#picker.ignoreFocusOut;
  readonly #closed = new AbortController();
  readonly #refresh = inputButton('refresh', vscode.l10n.t('Ask Again'));
  readonly #forget = inputButton('discard', vscode.l10n.t('Forget the Address of the Balance'));

  constructor(
    private readonly deps: BalanceCommandDeps,
    private plan: BalancePlan,
  ) {}

  show(): Promise<void> {
    const picker = this.#picker;
    picker.title = vscode.l10n.t('Balance of {0}', new URL(this.plan.baseUrl).host);
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
    this.#picker.items = [...this.#askRows(), ...addressRows(this.plan)];
  }

  /** Nothing is sent to addresses that are guesses before the user has seen them. */
  #askRows(): readonly BalanceRow[] {
    const { l10n } = vscode;
    return this.plan.isKnown
      ? []
      : [
          {
            label: l10n.t('Ask These Addresses'),
            icon: 'search',
            detail: l10n.t(
              "The gateway didn't name its software. They are asked in turn until one returns a balance.",
            ),
            run: () => this.#run(this.#ask()),
          },
        ];
  }

  async #ask(): Promise<void> {
    const { l10n } = vscode;
    const picker = this.#picker;
    picker.busy = true;
    // The modals about plain HTTP and a key command take the focus and must not close the picker.
    picker.ignoreFocusOut = true;
    picker.buttons = [];
    picker.placeholder = l10n.t('Asking the gateway…');
    picker.items = addressRows(this.plan);
    const wasKnown = this.plan.isKnown;
    const result = await this.deps.balances.ask(this.plan, this.#closed.signal);
    await this.#replan();
    if (this.#closed.signal.aborted) {
      return;
    }
    picker.busy = false;
    picker.ignoreFocusOut = this.#closesWithEscapeOnly;
    picker.placeholder = '';
    picker.items = [
      ...this.#resultRows(result),
      { label: l10n.t('addresses'), kind: vscode.QuickPickItemKind.Separator },
      ...(wasKnown ? this.#askRows() : []),
      ...addressRows(this.plan),
    ];
    picker.buttons = [this.#refresh, ...(this.plan.canForget ? [this.#forget] : [])];
  }

  /** What has answered is asked alone from then on. */
  async #replan(): Promise<void> {
    const plan = await this.deps.balances.plan();
    // Another gateway's addresses were not shown.
    if (plan?.baseUrl === this.plan.baseUrl) {
      this.plan = plan;
    }
  }

  #resultRows(result: BalanceResult): readonly BalanceRow[] {
    const { l10n } = vscode;
    if (result.ok) {
      const now = this.deps.clock.now();
      return [
        { label: balanceSummary(result.balance, now), icon: 'credit-card' },
        ...balanceDetails(result.balance, now).map((label) => ({ label })),
      ];
    }
    const { failure } = result;
    return [
      {
        label: l10n.t("Couldn't get the balance"),
        icon: 'warning',
        detail:
          failure === undefined
            ? l10n.t("No balance was found there. The gateway's website may show it.")
            : failureSentence(failure, undefined),
        ...(failure === undefined || connectionRemedy(failure) === undefined
          ? {}
          : {
              description: l10n.t('Enter shows what helps'),
              run: () => {
                this.#picker.hide();
                this.#run(showFailure(failure));
              },
            }),
      },
    ];
  }

  async #forgetSource(): Promise<void> {
    await this.deps.balances.forgetSource(this.plan);
    await this.#replan();
    if (!this.#closed.signal.aborted) {
      this.#start();
    }
  }

  #run(work: Promise<void>): void {
    work.catch(this.deps.reportError);
  }
}

function addressRows({ places }: BalancePlan): readonly BalanceRow[] {
  return places.map(({ urls: [url, ...others] }) => ({
    label: url,
    icon: 'link',
    ...(others.length === 0
      ? {}
      : { detail: vscode.l10n.t('If it returns a balance, also {0}', joinItems(others)) }),
  }));
}
