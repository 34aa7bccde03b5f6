// Warns of entries in the settings that cannot be used.
import * as vscode from 'vscode';
import { assertNever } from '../base/assertNever';
import type { GatewayAccess } from '../chat/gatewayPort';
import { apiFormatChoices } from '../chat/models/apiFormatLookup';
import type { ModelSettingProblem, ModelSettingRule } from '../chat/models/modelSettings';
import type { Gateways } from './gateway/gateways';
import { invalidEntriesText } from './gateway/gatewayText';
import { notificationText } from './platform/surfaceText';
import { showWarning } from './platform/window';
import { extraHeaders, keyCommandEntries, modelsSetting } from './settings';

export function warnOfGateways(gateways: Gateways): void {
  const { invalid } = gateways.read();
  if (invalid.length > 0) {
    void showWarning(notificationText(invalidEntriesText(invalid)));
  }
}

export function warnOfKeyCommands(): void {
  const invalid = keyCommandEntries().filter(
    ({ origin, command }) => origin === undefined || command === undefined,
  );
  warnOfEntries(
    'portico.keyCommand',
    invalid.map(({ address }) => address),
    vscode.l10n.t(
      'An entry needs an origin such as https://gateway.example, and a list of a program and its arguments.',
    ),
  );
}

/** Names only: the values may be secrets. */
export function warnOfHeaders(gateway: GatewayAccess): void {
  const names = extraHeaders()
    .filter(
      ({ origin, name, value }) =>
        origin === undefined || value === undefined || !gateway.isAllowedHeader(name, value),
    )
    .map(({ name }) => name);
  warnOfEntries(
    'portico.headers',
    names,
    vscode.l10n.t(
      "An entry needs an origin such as https://gateway.example, a value that HTTP allows, and a name that Portico doesn't set itself.",
    ),
  );
}

/** How many problems a warning names. */
const maxProblems = 5;

export function warnOfModels(): void {
  const { problems } = modelsSetting();
  if (problems.length === 0) {
    return;
  }
  const named = problems.slice(0, maxProblems).map(modelProblemText);
  const more = problems.length - named.length;
  const ignored = vscode.l10n.t(
    'Portico ignores invalid values in “{0}”: {1}.',
    'portico.models',
    [...named, ...(more === 0 ? [] : [vscode.l10n.t('{0} more', more)])].join('; '),
  );
  void showWarning(notificationText(ignored));
}

function modelProblemText({ key, field, rule }: ModelSettingProblem): string {
  const place = [...(key === '' && rule === 'setting' ? [] : [JSON.stringify(key)]), field]
    .filter((text) => text !== '')
    .join(' → ');
  return [place, ruleText(rule)].filter((text) => text !== '').join(' ');
}

function ruleText(rule: ModelSettingRule): string {
  const { l10n } = vscode;
  switch (rule) {
    case 'setting':
      return l10n.t('the setting must be an object with model IDs or globs as keys');
    case 'key':
      return l10n.t('is no model ID or glob');
    case 'entry':
    case 'parameters':
      return l10n.t('must be an object');
    case 'unknownField':
      return l10n.t('is no known field');
    case 'apiFormat':
      return l10n.t('must be one of {0}', apiFormatChoices.map((one) => `“${one}”`).join(', '));
    case 'tokens':
      return l10n.t('must be a whole number of tokens above 0');
    case 'boolean':
      return l10n.t('must be true or false');
    case 'price':
      return l10n.t(
        "isn't valid: a price has the numbers “input” and “output” and a “currency”, and may have “cachedInput” and “cacheWrite”",
      );
    case 'refusedParameter':
      return l10n.t("can't be set, because Portico sets it itself");
    default:
      return assertNever(rule);
  }
}

function warnOfEntries(setting: string, names: readonly string[], rule: string): void {
  if (names.length > 0) {
    const quoted = names.map((name) => JSON.stringify(name)).join(', ');
    const ignored = vscode.l10n.t('Portico ignores these entries of “{0}”: {1}.', setting, quoted);
    void showWarning(notificationText(`${ignored} ${rule}`));
  }
}
