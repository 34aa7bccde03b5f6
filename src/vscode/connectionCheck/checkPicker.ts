// The check as one watches it: a QuickPick whose rows change as the stages end.
import * as vscode from 'vscode';
import { type CheckRow, checkRows, type RowChoice } from './checkRows';
import { type CheckState, failedStage } from './checkState';

export interface CheckPickerEvents {
  readonly onChoice: (choice: RowChoice) => void;
  readonly onCopy: () => void;
  readonly onAgain: () => void;
  /** Once: it was closed, by whatever means. */
  readonly onClosed: () => void;
}

export class CheckPicker {
  readonly #picker = vscode.window.createQuickPick<CheckRow>();

  constructor(events: CheckPickerEvents) {
    const { l10n } = vscode;
    const picker = this.#picker;
    const copy: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('copy'),
      tooltip: l10n.t('Copy Report'),
    };
    const again: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('refresh'),
      tooltip: l10n.t('Run Again'),
    };
    const close: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('close'),
      tooltip: l10n.t('Cancel and Close'),
    };
    // Not in the typed API yet: the rows keep their order while one types.
    Object.assign(picker, { sortByLabel: false });
    picker.title = l10n.t('Check Connection');
    picker.keepScrollPosition = true;
    picker.buttons = [copy, again, close];
    picker.onDidTriggerButton((button) => {
      if (button === copy) {
        events.onCopy();
      } else if (button === again) {
        events.onAgain();
      } else {
        picker.hide();
      }
    });
    picker.onDidAccept(() => {
      const choice = picker.activeItems[0]?.choice;
      if (choice !== undefined) {
        events.onChoice(choice);
      }
    });
    picker.onDidHide(() => {
      events.onClosed();
      picker.dispose();
    });
  }

  /** Opens at the first call. */
  show(state: CheckState): void {
    const picker = this.#picker;
    const active = picker.activeItems[0]?.id;
    const rows = checkRows(state);
    const failed = failedStage(state)?.stage;
    // Enter must not ask the model by itself: the first row does nothing.
    const wanted =
      picker.busy && failed !== undefined && !state.running ? `stage ${failed}` : active;
    picker.busy = state.running;
    // What runs would be cancelled by a look elsewhere.
    picker.ignoreFocusOut = state.running;
    picker.placeholder = state.running
      ? vscode.l10n.t('Escape cancels the check')
      : vscode.l10n.t('Enter on a row with a fault opens what helps');
    picker.items = rows;
    picker.activeItems = rows.filter(({ id }) => id === wanted);
    picker.show();
  }

  close(): void {
    this.#picker.hide();
  }
}
