// The settings of requests: which model they ask, what each one carries, and what the user knows of models.
import * as vscode from 'vscode';
import type { RequestSettings } from '../../../conversation/node/request/requestBuilder';
import { apiFormatChoices } from '../../../gateway/common/apiFormatLookup';
import type { PriceOf } from '../../../gateway/common/prices';
import { readParameterSettings } from '../../../gateway/common/requestParameters';
import { isNotOff, recordValue, settingsReader, textValue } from '../../../platform/host/settings';
import type { SettingCheck } from '../../../platform/host/settingsWarnings';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { gatewayExtras } from '../../setup/host/setupSettings';
import {
  readModelSettings,
  withGatewayExtras,
  type ModelSettingProblem,
  type ModelSettingRule,
  type ModelsSetting,
} from '../node/modelSettings';
import { modelsContributions } from './modelsContributions';

const { userValue, effectiveValue, userAndWorkspaceValues, saveForUser } = settingsReader(
  modelsContributions.settings,
);

/**
 * Returned by defaultModel() while VS Code saves the setting: the user may open a new chat and ask before that.
 * An object, so that a later save is another one.
 */
let modelBeingSaved: { readonly id: string } | undefined;

/** The model of new chats; `''` when none is set. */
export function defaultModel(): string {
  return modelBeingSaved?.id ?? textValue(effectiveValue('portico.model'));
}

export async function saveDefaultModel(model: string): Promise<void> {
  const isOverriddenByWorkspace = userAndWorkspaceValues('portico.model').workspace !== undefined;
  const saving = isOverriddenByWorkspace ? undefined : { id: model };
  modelBeingSaved = saving;
  try {
    await saveForUser('portico.model', model);
  } finally {
    if (modelBeingSaved === saving) {
      modelBeingSaved = undefined;
    }
  }
}

/** @param systemPrompt only chats send one */
export function requestSettings(systemPrompt = ''): RequestSettings {
  const settings = vscode.workspace.getConfiguration('portico');
  return {
    systemPrompt,
    stream: isNotOff(effectiveValue('portico.stream')),
    ...readParameterSettings((name) => settings.get(name)),
  };
}

/** The operator's list of models; undefined if neither the setting nor the gateway's entry has a web address. */
export function catalogUrl(): string | undefined {
  const url = textValue(userValue('portico.catalogUrl')).trim();
  return /^https?:\/\/[^\s/]/i.test(url) ? url : gatewayExtras().catalogUrl;
}

/** @param baseUrl of the gateway that has the models; by default the current one's */
export function modelsSetting(baseUrl?: string): ModelsSetting {
  return withGatewayExtras(userModels(), gatewayExtras(baseUrl));
}

function userModels(): ModelsSetting {
  return readModelSettings(userValue('portico.models'));
}

/** The prices in it. A gateway's operator can set none in a preset or entry: a price of 0 would turn the budget off. */
export function ownPrices(): PriceOf {
  const setting = userModels();
  return (model) => setting.of(model).price;
}

/** Adds the length to the model's own entry; all other entries and fields stay. */
export async function saveContextLength(model: string, contextLength: number): Promise<void> {
  const entries = recordValue(userValue('portico.models'));
  const entry = recordValue(entries[model]);
  await saveForUser('portico.models', { ...entries, [model]: { ...entry, contextLength } });
}

export const modelsSettingCheck: SettingCheck = {
  setting: 'portico.models',
  problem: modelProblems,
};

/** How many problems a warning names. */
const maxProblems = 5;

function modelProblems(): string | undefined {
  const { problems } = userModels();
  if (problems.length === 0) {
    return undefined;
  }
  const named = problems.slice(0, maxProblems).map(modelProblemText);
  const more = problems.length - named.length;
  return vscode.l10n.t(
    'Portico ignores invalid values in “{0}”: {1}.',
    'portico.models',
    [...named, ...(more === 0 ? [] : [vscode.l10n.t('{0} more', more)])].join('; '),
  );
}

function modelProblemText({ key, field, rule }: ModelSettingProblem): string {
  const place = [...(key === '' && rule === 'setting' ? [] : [JSON.stringify(key)]), field]
    .filter((text) => text !== '')
    .join(' → ');
  return [place, ruleText(rule)].filter((text) => text !== '').join(' ');
}

function ruleText(rule: ModelSettingRule): string {
  const { l10n } = vscode;
  const notAnObject = l10n.t('must be an object');
  const texts: Readonly<Record<ModelSettingRule, string>> = {
    setting: l10n.t('the setting must be an object with model IDs or globs as keys'),
    key: l10n.t("isn't a model ID or glob"),
    entry: notAnObject,
    parameters: notAnObject,
    unknownField: l10n.t("isn't a known field"),
    apiFormat: l10n.t('must be one of {0}', joinItems(apiFormatChoices.map((one) => `“${one}”`))),
    tokens: l10n.t('must be a whole number of tokens above 0'),
    boolean: l10n.t('must be true or false'),
    price: l10n.t(
      "isn't valid: a price has the numbers “input” and “output” and a “currency”, and may have “cachedInput” and “cacheWrite”",
    ),
    refusedParameter: l10n.t("can't be set, because Portico sets it itself"),
  };
  return texts[rule];
}
