// The one picker of models: palette, chat view, status bar and the guided connection all open it.
import * as vscode from 'vscode';
import type { ModelList, ModelListResult, ModelRecord } from '../chat/ports';
import { rankModels } from '../chat/rankModels';
import { wireFormsBy } from '../chat/wireFormOf';
import type { Failure } from '../shared/failure';
import type { WireForm } from '../shared/wireForm';
import { ageText } from './ageText';
import { commandIds } from './contributions';
import type { Candidate } from './currentConnection';
import { failureSentence } from './failureText';
import { changesText } from './listChangesText';
import { formText, modelDescription } from './modelDescription';
import type { ModelLists } from './modelLists';
import { plainLabel } from './plainLabel';
import { catalogueUrl, wireFormSettings } from './settings';

/** More rows than one reads; each of them costs time on the way to the window. */
const mostRows = 400;

export type PickedModel =
  | { readonly type: 'model'; readonly id: string }
  /** The row about a failed list was chosen. */
  | { readonly type: 'failure'; readonly failure: Failure }
  /** The Base URL that works was chosen. */
  | { readonly type: 'baseUrl'; readonly baseUrl: string }
  /** Another gateway is to be asked. */
  | { readonly type: 'gateway' }
  | { readonly type: 'back' };

export interface ModelPickerOptions {
  readonly current: string;
  /** A gateway that is not the settings’ yet. */
  readonly candidate?: Candidate;
  readonly step?: { readonly number: number; readonly of: number };
  /** What the gateway in use is called; there is a row for switching to another then. */
  readonly switchFrom?: string;
}

interface Row extends vscode.QuickPickItem {
  readonly choice?: PickedModel;
  /** The row of what is typed, whether or not it is listed too. */
  readonly typed?: true;
}

/** Undefined when it was left with Escape. It opens at once, whatever becomes of the list. */
export async function pickModel(
  lists: ModelLists,
  options: ModelPickerOptions,
): Promise<PickedModel | undefined> {
  const { l10n } = vscode;
  const picker = vscode.window.createQuickPick<Row>();
  let asking = new AbortController();
  let list: ModelList | undefined;
  let failure: Failure | undefined;
  let proposal: string | undefined;
  let changes: readonly string[] = [];

  const refresh: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('refresh'),
    tooltip: l10n.t('Refresh Model List'),
  };
  const catalogue: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: l10n.t('Open Model Catalogue'),
  };

  const show = (): void => {
    const active = picker.activeItems[0]?.choice;
    picker.items = [
      ...troubleRows(failure, list, proposal),
      ...switchRows(options.switchFrom, picker.value),
      ...modelRows(
        list?.models ?? [],
        picker.value,
        options.current,
        lists.recent(options.candidate),
      ),
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

  const fetch = async (): Promise<void> => {
    // A list that was asked for earlier must not take the place of this one.
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    picker.busy = true;
    // The question about plain http takes the focus, and must not close what it belongs to.
    picker.ignoreFocusOut = true;
    const result: ModelListResult = await lists.fetch(options.candidate, signal);
    const found = result.ok ? result.list : await lists.lastGood(options.candidate);
    if (signal.aborted) {
      return;
    }
    failure = result.ok ? undefined : result.failure;
    list = found;
    changes = [];
    show();
    if (result.ok) {
      changes = changesText(await lists.lastChanges());
    }
    proposal = result.ok
      ? undefined
      : await lists.workingBaseUrl(result.failure, options.candidate);
    if (!signal.aborted) {
      picker.busy = false;
      picker.ignoreFocusOut = options.step !== undefined;
      if (proposal !== undefined || changes.length > 0) {
        show();
      }
    }
  };

  const showLastGood = async (): Promise<void> => {
    const known = await lists.lastGood(options.candidate);
    if (list === undefined && known !== undefined && !asking.signal.aborted) {
      list = known;
      show();
    }
  };

  // Not in the typed API yet, and ignored where VS Code does not know it: the rows keep their order
  // and groups while one types.
  Object.assign(picker, { sortByLabel: false });
  picker.title = l10n.t('Select Model');
  picker.placeholder = l10n.t('Type to filter, or type any model ID');
  picker.keepScrollPosition = true;
  picker.buttons = [
    ...(options.step === undefined ? [] : [vscode.QuickInputButtons.Back]),
    ...(catalogueUrl() === undefined ? [] : [catalogue]),
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
        void vscode.commands.executeCommand(commandIds.openCatalogue);
      } else {
        finish({ type: 'back' });
      }
    });
    picker.onDidHide(() => finish(undefined));
    show();
    picker.show();
    void showLastGood();
    void fetch();
  });
}

/** What Enter takes: the model whose ID is typed, else the first one. */
function meant(picker: vscode.QuickPick<Row>): readonly Row[] {
  const typed = picker.value.trim();
  const models = picker.items.filter(({ choice }) => choice?.type === 'model');
  const listed = models.filter((row) => row.typed === undefined);
  const exact = listed.find(({ choice }) => choice?.type === 'model' && choice.id === typed);
  const row = exact ?? listed[0] ?? models[0] ?? picker.items[0];
  return row === undefined ? [] : [row];
}

function troubleRows(
  failure: Failure | undefined,
  list: ModelList | undefined,
  proposal: string | undefined,
): Row[] {
  const { l10n } = vscode;
  const rows: Row[] = [];
  if (proposal !== undefined) {
    rows.push({
      label: `$(lightbulb) ${l10n.t('Use {0} as the Base URL', proposal)}`,
      detail: l10n.t('The model list is found there.'),
      alwaysShow: true,
      choice: { type: 'baseUrl', baseUrl: proposal },
    });
  }
  if (failure !== undefined) {
    const age =
      list === undefined
        ? l10n.t('Any model ID can still be typed.')
        : l10n.t('What is shown is the list of {0}.', ageText(list.fetchedAt, Date.now()));
    rows.push({
      label: `$(warning) ${l10n.t('The model list could not be fetched')}`,
      description: age,
      detail: failureSentence(failure, undefined),
      alwaysShow: true,
      choice: { type: 'failure', failure },
    });
  }
  return rows;
}

/** What the list has changed; choosing it does nothing. */
function changeRow(sentence: string): Row {
  return { label: `$(info) ${plainLabel(sentence)}`, alwaysShow: true };
}

function switchRows(name: string | undefined, value: string): Row[] {
  return name === undefined || value.trim() !== ''
    ? []
    : [
        {
          label: `$(arrow-swap) ${vscode.l10n.t('Gateway: {0} — Switch…', plainLabel(name))}`,
          alwaysShow: true,
          choice: { type: 'gateway' },
        },
      ];
}

function modelRows(
  models: readonly ModelRecord[],
  value: string,
  current: string,
  recentIds: readonly string[],
): Row[] {
  const { l10n } = vscode;
  const typed = value.trim();
  const formOf = wireFormsBy(wireFormSettings());
  const rowOf = (model: ModelRecord): Row => modelRow(model, model.id === current, formOf(model));
  const ranked = rankModels(models, typed, recentIds, mostRows);
  const own: Row = {
    label: `$(edit) ${l10n.t('Use “{0}” as the model ID', plainLabel(typed))}`,
    description: formText(formOf(models.find(({ id }) => id === typed) ?? { id: typed })),
    typed: true,
    alwaysShow: true,
    choice: { type: 'model', id: typed },
  };
  const unlisted =
    typed === '' && current !== '' && !models.some(({ id }) => id === current)
      ? [rowOf({ id: current, chat: true })]
      : [];
  return [
    ...group(l10n.t('current, not in the list'), unlisted),
    ...group(l10n.t('recently used'), ranked.recent.map(rowOf)),
    ...group(l10n.t('models'), ranked.others.map(rowOf)),
    ...group(l10n.t('not for chat'), ranked.notForChat.map(rowOf)),
    ...(ranked.left === 0 ? [] : [separator(l10n.t('{0} more; type to find them', ranked.left))]),
    ...(typed === '' ? [] : [own]),
  ];
}

function modelRow(model: ModelRecord, isCurrent: boolean, form: WireForm): Row {
  const label = plainLabel(model.id);
  return {
    label: isCurrent ? `$(check) ${label}` : label,
    description: [model.chat ? '' : vscode.l10n.t('not for chat'), modelDescription(model, form)]
      .filter((part) => part !== '')
      .join(' · '),
    alwaysShow: true,
    choice: { type: 'model', id: model.id },
  };
}

function group(label: string, rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [] : [separator(label), ...rows];
}

function separator(label: string): Row {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
