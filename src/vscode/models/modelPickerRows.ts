// The rows of the model picker: what went wrong, the way to another gateway, the models in their groups, what changed.
import * as vscode from 'vscode';
import type { ModelList, ModelRecord } from '../../chat/ports';
import { rankModels } from '../../chat/models/rankModels';
import { apiFormatLookup } from '../../chat/models/apiFormatLookup';
import type { Failure } from '../../shared/conversation/failure';
import type { ApiFormat } from '../../shared/conversation/apiFormat';
import { ageText } from '../text/ageText';
import { failureSentence } from '../text/failureText';
import { apiFormatText, modelDescription } from './modelDescription';
import { escapeCodicons } from '../platform/escapeCodicons';
import { apiFormatSetting } from '../settings';

/** More rows than one reads; each of them costs time on the way to the window. */
const maxRows = 200;

export type PickedModel =
  | { readonly type: 'model'; readonly id: string }
  /** The row about a failed list was chosen. */
  | { readonly type: 'failure'; readonly failure: Failure }
  /** The Base URL that works was chosen. */
  | { readonly type: 'baseUrl'; readonly baseUrl: string }
  /** Another gateway is to be asked. */
  | { readonly type: 'gateway' }
  | { readonly type: 'back' };

export interface ModelRow extends vscode.QuickPickItem {
  readonly choice?: PickedModel;
  /** The row of what is typed, whether or not it is listed too. */
  readonly typed?: true;
}

export function troubleRows(
  failure: Failure | undefined,
  list: ModelList | undefined,
  proposal: string | undefined,
): ModelRow[] {
  const { l10n } = vscode;
  const rows: ModelRow[] = [];
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
export function changeRow(sentence: string): ModelRow {
  return { label: `$(info) ${escapeCodicons(sentence)}`, alwaysShow: true };
}

export function switchRows(name: string | undefined, value: string): ModelRow[] {
  return name === undefined || value.trim() !== ''
    ? []
    : [
        {
          label: `$(arrow-swap) ${vscode.l10n.t('Gateway: {0} — Switch…', escapeCodicons(name))}`,
          alwaysShow: true,
          choice: { type: 'gateway' },
        },
      ];
}

export function modelRows(
  models: readonly ModelRecord[],
  value: string,
  current: string,
  recentIds: readonly string[],
): ModelRow[] {
  const { l10n } = vscode;
  const typed = value.trim();
  const formOf = apiFormatLookup(apiFormatSetting());
  const rowOf = (model: ModelRecord): ModelRow =>
    modelRow(model, model.id === current, formOf(model));
  const ranked = rankModels(models, typed, recentIds, maxRows);
  const own: ModelRow = {
    label: `$(edit) ${l10n.t('Use “{0}” as the model ID', escapeCodicons(typed))}`,
    description: apiFormatText(formOf(models.find(({ id }) => id === typed) ?? { id: typed })),
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
    ...(ranked.omittedCount === 0
      ? []
      : [separator(l10n.t('{0} more; type to find them', ranked.omittedCount))]),
    ...(typed === '' ? [] : [own]),
  ];
}

function modelRow(model: ModelRecord, isCurrent: boolean, form: ApiFormat): ModelRow {
  const label = escapeCodicons(model.id);
  return {
    label: isCurrent ? `$(check) ${label}` : label,
    description: [model.chat ? '' : vscode.l10n.t('not for chat'), modelDescription(model, form)]
      .filter((part) => part !== '')
      .join(' · '),
    alwaysShow: true,
    choice: { type: 'model', id: model.id },
  };
}

function group(label: string, rows: readonly ModelRow[]): readonly ModelRow[] {
  return rows.length === 0 ? [] : [separator(label), ...rows];
}

function separator(label: string): ModelRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
