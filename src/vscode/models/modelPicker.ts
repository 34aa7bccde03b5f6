// The one picker of models: palette, chat view, status bar and the guided connection all open it.
import * as vscode from 'vscode';
import { once } from '../../base/once';
import type { ModelList } from '../../chat/ports';
import type { Failure } from '../../shared/conversation/failure';
import { createFixedOrderQuickPick } from '../platform/fixedOrderQuickPick';
import { runCommand } from '../platform/typedCommands';
import type { Candidate } from '../gateway/currentConnection';
import { changesText } from './listChangesText';
import type { ModelLists } from './modelLists';
import {
  changeRow,
  modelRows,
  type ModelRow,
  type PickedModel,
  switchRows,
  troubleRows,
} from './modelPickerRows';
import { catalogUrl } from '../settings';

export interface ModelPickerOptions {
  /** The model of the chat; the picker opens before it is known. */
  readonly current: string | Promise<string>;
  /** A gateway that is not the settings’ yet. */
  readonly candidate?: Candidate;
  readonly step?: { readonly number: number; readonly of: number };
  /** What the gateway in use is called; there is a row for switching to another then. */
  readonly switchFrom?: Promise<string | undefined>;
}

/** Undefined when it was left with Escape. It opens at once, whatever becomes of the list. */
export async function pickModel(
  lists: ModelLists,
  options: ModelPickerOptions,
): Promise<PickedModel | undefined> {
  const { l10n } = vscode;
  const picker = createFixedOrderQuickPick<ModelRow>();
  let asking = new AbortController();
  let list: ModelList | undefined;
  let current = '';
  let recent: readonly string[] = [];
  let failure: Failure | undefined;
  let proposal: string | undefined;
  let changes: readonly string[] = [];
  let switchFrom: string | undefined;

  const refresh: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('refresh'),
    tooltip: l10n.t('Refresh Model List'),
  };
  const catalogue: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: l10n.t('Open Model Catalog'),
  };

  const show = (): void => {
    const active = picker.activeItems[0]?.choice;
    picker.items = [
      ...troubleRows(failure, list, proposal),
      ...switchRows(switchFrom, picker.value),
      ...modelRows(list?.models ?? [], picker.value, current, recent),
      ...(picker.value.trim() === '' ? changes.map(changeRow) : []),
    ];
    const again = picker.items.find(
      ({ choice }) =>
        choice?.type === 'model' && active?.type === 'model' && choice.id === active.id,
    );
    const trouble = failure !== undefined || proposal !== undefined;
    picker.activeItems =
      picker.value.trim() === '' && (trouble || again !== undefined)
        ? // Enter must not pass over what went wrong.
          [trouble ? picker.items[0] : again].filter((row) => row !== undefined)
        : meant(picker);
  };

  /** What needs no gateway. */
  const showKnown = once(async (): Promise<void> => {
    [list, current, recent, switchFrom] = await Promise.all([
      lists.lastGood(options.candidate),
      options.current,
      lists.recent(options.candidate),
      options.switchFrom,
    ]);
    if (!asking.signal.aborted) {
      show();
    }
  });

  const fetch = async (): Promise<void> => {
    // A list that was asked for earlier must not take the place of this one.
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    picker.busy = true;
    // The question about plain http takes the focus, and must not close what it belongs to.
    picker.ignoreFocusOut = true;
    const [result] = await Promise.all([lists.fetch(options.candidate, signal), showKnown()]);
    const found = result.ok ? result.list : await lists.lastGood(options.candidate);
    if (signal.aborted) {
      return;
    }
    failure = result.ok ? undefined : result.failure;
    list = found;
    changes = [];
    show();
    const told = changesText(await result.changes);
    const working = result.ok
      ? undefined
      : await lists.workingBaseUrl(result.failure, options.candidate);
    if (signal.aborted) {
      return;
    }
    [changes, proposal] = [told, working];
    picker.busy = false;
    picker.ignoreFocusOut = options.step !== undefined;
    if (proposal !== undefined || changes.length > 0) {
      show();
    }
  };

  picker.title = l10n.t('Select Model');
  picker.placeholder = l10n.t('Type to filter, or type any model ID');
  picker.keepScrollPosition = true;
  picker.buttons = [
    ...(options.step === undefined ? [] : [vscode.QuickInputButtons.Back]),
    ...(catalogUrl() === undefined ? [] : [catalogue]),
    refresh,
  ];
  if (options.step !== undefined) {
    picker.step = options.step.number;
    picker.totalSteps = options.step.of;
  }

  return new Promise<PickedModel | undefined>((resolve) => {
    const finish = (picked: PickedModel | undefined): void => {
      resolve(picked);
      asking.abort();
      picker.dispose();
    };
    picker.onDidChangeValue(show);
    picker.onDidAccept(() => {
      const picked = picker.activeItems[0]?.choice;
      if (picked !== undefined) {
        finish(picked);
      }
    });
    picker.onDidTriggerButton((button) => {
      if (button === refresh) {
        void fetch();
      } else if (button === catalogue) {
        void runCommand('openCatalog');
      } else {
        finish({ type: 'back' });
      }
    });
    picker.onDidHide(() => finish(undefined));
    show();
    picker.show();
    void fetch();
  });
}

/** What Enter takes: the model whose ID is typed, else the first one. */
function meant(picker: vscode.QuickPick<ModelRow>): readonly ModelRow[] {
  const typed = picker.value.trim();
  const models = picker.items.filter(({ choice }) => choice?.type === 'model');
  const listed = models.filter((row) => row.typed === undefined);
  const exact = listed.find(({ choice }) => choice?.type === 'model' && choice.id === typed);
  const row = exact ?? listed[0] ?? models[0] ?? picker.items[0];
  return row === undefined ? [] : [row];
}
