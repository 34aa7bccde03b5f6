// The rows of the model picker: problems, switching the gateway, the models in groups, changes of the list.
import * as vscode from 'vscode';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import type { Failure } from '../../../gateway/common/failure';
import type { ModelList, ModelRecord } from '../../../gateway/common/modelRecord';
import { ageText } from '../../../platform/host/text/ageText';
import { actionLabel, connectionRemedy } from '../../../platform/host/text/failureActions';
import { failureSentence } from '../../../platform/host/text/failureText';
import { inputButton, type PickRow } from '../../../platform/host/window';
import type { PickedModel } from '../../setup/host/modelPicking';
import { withModelSettings, type ModelsSetting } from '../node/modelSettings';
import { rankModels } from '../node/rankModels';
import { findModel } from './modelCatalog';
import { apiFormatText, modelDescription } from './modelText';
import { modelsSetting } from './requestSettings';

/** More rows than anybody reads; each takes time to transfer to VS Code's window. */
const usualMaxRows = 200;
const maxOfflineRows = 20;
const maxHiddenRows = 50;

export interface ModelRow extends PickRow {
  /** Absent in rows that do nothing. */
  readonly choice?: PickedModel;
  readonly buttons?: readonly vscode.QuickInputButton[];
  /** The one of the buttons that hides the model, or shows it again. */
  readonly hideButton?: vscode.QuickInputButton;
  /** The row for using the typed text as the ID, whether it is listed or not. */
  readonly isTypedId?: true;
}

export interface ModelPickerState {
  /** The model of the chat; `''` if none is selected. */
  readonly current: string;
  readonly pinnedIds: readonly string[];
  readonly hiddenIds: readonly string[];
  /** Most recent first. */
  readonly recentIds: readonly string[];
  /** The first row while nothing is typed: VS Code may not scroll to a selected row. */
  readonly suggestedId?: string | undefined;
  readonly list?: ModelList | undefined;
  /** Why the list could not be fetched. */
  readonly failure?: Failure | undefined;
  /** A Base URL under which a list was found instead. */
  readonly workingBaseUrl?: string | undefined;
  /** Sentences about the list: what it lacks, added or removed. */
  readonly listChanges: readonly string[];
  /** The name of the current gateway, if there are others to switch to. */
  readonly gatewayName?: string | undefined;
  /** IDs of models that turned out to be unavailable. */
  readonly unavailableIds?: ReadonlySet<string> | undefined;
  /** Present if the current model won't get an image of the question: those that accept it come first. */
  readonly acceptsImages?: ((model: ModelRecord) => boolean | undefined) | undefined;
  /** The last step of Connect to a Gateway: its row about a failed list leads back to the step that may fix it. */
  readonly isInConnect?: boolean;
  /** Set where typing only filters the rows, so that none may be left out. */
  readonly maxRows?: number;
}

export function modelPickerRows(state: ModelPickerState, value: string): ModelRow[] {
  const typed = value.trim();
  return [
    ...problemRows(state),
    ...(typed === '' ? gatewayRows(state) : []),
    ...(typed === '' ? state.listChanges.map(noteRow) : []),
    ...modelRows(state, typed),
  ];
}

function problemRows({
  failure,
  list,
  workingBaseUrl,
  isInConnect = false,
}: ModelPickerState): ModelRow[] {
  const { l10n } = vscode;
  const rows: ModelRow[] = [];
  const remedy =
    failure && (connectionRemedy(failure) ?? (isInConnect ? 'changeBaseUrl' : undefined));
  if (workingBaseUrl !== undefined) {
    rows.push({
      label: l10n.t('Use {0} as the Base URL', workingBaseUrl),
      icon: 'lightbulb',
      detail: l10n.t('A model list was found there.'),
      alwaysShow: true,
      choice: { type: 'baseUrl', baseUrl: workingBaseUrl },
    });
  }
  if (failure !== undefined) {
    rows.push({
      label: l10n.t("Couldn't fetch the model list"),
      icon: 'warning',
      description: [
        list === undefined
          ? l10n.t('You can still enter any model ID')
          : l10n.t('Showing the list from {0}', ageText(list.fetchedAt, Date.now())),
        ...(remedy === undefined ? [] : [l10n.t('Enter: {0}', actionLabel(remedy))]),
      ].join(' · '),
      detail: failureSentence(failure, undefined),
      alwaysShow: true,
      choice: { type: 'failure', failure },
    });
  }
  return rows;
}

function gatewayRows({ gatewayName }: ModelPickerState): ModelRow[] {
  if (gatewayName === undefined) {
    return [];
  }
  const text = vscode.l10n.t('Gateway: {0} — Switch…', gatewayName);
  return [{ label: text, icon: 'arrow-swap', alwaysShow: true, choice: { type: 'gateway' } }];
}

function noteRow(sentence: string): ModelRow {
  return { label: sentence, icon: 'info', alwaysShow: true };
}

function modelRows(state: ModelPickerState, typed: string): ModelRow[] {
  const { l10n } = vscode;
  const { list, current, recentIds, pinnedIds, maxRows = usualMaxRows } = state;
  const settings = modelsSetting();
  const rowOf = (model: ModelRecord): ModelRow => modelRow(model, state, settings);
  const isHidden = ({ id }: ModelRecord): boolean => state.hiddenIds.includes(id) && id !== current;
  const all = list?.models ?? [];
  const suggested = all.filter(({ id }) => typed === '' && id === state.suggestedId);
  const models = all.filter((model) => !isHidden(model) && !suggested.includes(model));
  const hidden = all.filter(isHidden);
  const isForImages = (model: ModelRecord): boolean =>
    model.chat && model.offline !== true && state.acceptsImages?.(model) === true;
  const rankedForImages = rankModels(models.filter(isForImages), typed, recentIds, maxRows);
  const shownForImages = [...rankedForImages.recent, ...rankedForImages.others];
  const others = models.filter((model) => !isForImages(model) && model.offline !== true);
  const isPinned = ({ id }: ModelRecord): boolean => pinnedIds.includes(id);
  const pinned = rankModels(others.filter(isPinned), typed, pinnedIds, maxRows);
  const unpinned = others.filter((model) => !isPinned(model));
  const ranked = rankModels(unpinned, typed, recentIds, maxRows - shownForImages.length);
  const offline = models.filter((model) => model.offline === true);
  const rankedOffline = rankModels(offline, typed, [], maxOfflineRows);
  const omittedCount =
    rankedForImages.omittedCount + ranked.omittedCount + rankedOffline.omittedCount;
  const typedFormat = apiFormatOf(findModel(list, typed) ?? {}, settings.of(typed).apiFormat);
  const typedRow: ModelRow = {
    label: l10n.t('Use “{0}” as the model ID', typed),
    icon: 'edit',
    description: apiFormatText(typedFormat),
    isTypedId: true,
    alwaysShow: true,
    choice: { type: 'model', id: typed },
  };
  const isUnlisted = current !== '' && findModel(list, current) === undefined;
  const unlisted =
    typed === '' && isUnlisted ? [withoutPin(rowOf({ id: current, chat: true }))] : [];
  return [
    ...group(l10n.t('suggested'), suggested.map(rowOf)),
    ...group(l10n.t('current, not listed'), unlisted),
    ...group(l10n.t('accept images'), shownForImages.map(rowOf)),
    ...group(l10n.t('pinned'), pinned.recent.map(rowOf)),
    ...group(l10n.t('recently used'), ranked.recent.map(rowOf)),
    ...group(l10n.t('models'), ranked.others.map(rowOf)),
    ...group(l10n.t('not for chat'), ranked.notForChat.map(rowOf)),
    ...group(
      l10n.t('offline'),
      [...rankedOffline.others, ...rankedOffline.notForChat].map(rowOf).map(withoutPin),
    ),
    ...hiddenRows(hidden, state, typed, rowOf),
    ...(omittedCount === 0 ? [] : [noteRow(l10n.t('{0} more. Type to filter.', omittedCount))]),
    ...(typed === '' ? [] : [typedRow]),
  ];
}

/** Hidden models are shown where they are searched for, or where typing only filters the rows. */
function hiddenRows(
  models: readonly ModelRecord[],
  { maxRows }: ModelPickerState,
  typed: string,
  rowOf: (model: ModelRecord) => ModelRow,
): readonly ModelRow[] {
  const { l10n } = vscode;
  if (typed !== '' || models.length === 0 || maxRows !== undefined) {
    const { others, notForChat } = rankModels(models, typed, [], maxRows ?? maxHiddenRows);
    return group(l10n.t('hidden'), [...others, ...notForChat].map(rowOf));
  }
  return [
    // A separator at the end is not shown.
    noteRow(
      models.length === 1
        ? l10n.t('1 hidden model. Type to find it.')
        : l10n.t('{0} hidden models. Type to find them.', models.length),
    ),
  ];
}

function modelRow(
  model: ModelRecord,
  { current, pinnedIds, hiddenIds, unavailableIds }: ModelPickerState,
  settings: ModelsSetting,
): ModelRow {
  const own = settings.of(model.id);
  const isUnavailable = unavailableIds?.has(model.id) === true || model.offline === true;
  const details = [
    isUnavailable ? vscode.l10n.t('unavailable right now') : '',
    model.chat ? '' : vscode.l10n.t('not for chat'),
    modelDescription(withModelSettings(model, own), apiFormatOf(model, own.apiFormat)),
  ];
  const isHidden = hiddenIds.includes(model.id);
  const hideButton = isHidden
    ? inputButton('eye', vscode.l10n.t('Show in This List'))
    : inputButton('eye-closed', vscode.l10n.t('Hide'));
  const pinButton = pinnedIds.includes(model.id)
    ? inputButton('pinned', vscode.l10n.t('Unpin'))
    : inputButton('pin', vscode.l10n.t('Pin'));
  return {
    label: model.id,
    icon: isUnavailable ? 'warning' : model.id === current ? 'check' : undefined,
    description: details.filter((text) => text !== '').join(' · '),
    alwaysShow: true,
    choice: { type: 'model', id: model.id },
    buttons: [pinButton, ...(model.id === current ? [] : [hideButton])],
    hideButton,
  };
}

/** A row that stays where it is, pinned or not. */
function withoutPin(row: ModelRow): ModelRow {
  return { ...row, buttons: row.buttons?.filter((button) => button === row.hideButton) ?? [] };
}

function group(label: string, rows: readonly ModelRow[]): readonly ModelRow[] {
  const separator = { label, kind: vscode.QuickPickItemKind.Separator };
  return rows.length === 0 ? [] : [separator, ...rows];
}
