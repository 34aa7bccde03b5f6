// Warns of entries in the settings that cannot be used.
import * as vscode from 'vscode';
import type { GatewayAccess } from '../chat/gatewayPort';
import { apiFormatChoices } from '../chat/models/apiFormatLookup';
import type { Gateways } from './gateway/gateways';
import { invalidEntriesText } from './gateway/gatewayText';
import { notificationText } from './platform/surfaceText';
import { showWarning } from './platform/window';
import { apiFormatSetting, extraHeaders, keyCommandEntries, priceSetting } from './settings';

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

export function warnOfPrices(): void {
  warnOfEntries(
    'portico.prices',
    priceSetting().invalid,
    vscode.l10n.t(
      'An entry needs a model ID or glob, the numbers “input” and “output”, and a “currency”. “cachedInput” is optional.',
    ),
  );
}

export function warnOfApiFormats(): void {
  const formats = apiFormatChoices.map((choice) => `“${choice}”`).join(', ');
  warnOfEntries(
    'portico.wireForms',
    apiFormatSetting().invalid,
    vscode.l10n.t('An entry needs a model ID or glob, and one of {0}.', formats),
  );
}

function warnOfEntries(setting: string, names: readonly string[], rule: string): void {
  if (names.length > 0) {
    const quoted = names.map((name) => JSON.stringify(name)).join(', ');
    const ignored = vscode.l10n.t('Portico ignores these entries of “{0}”: {1}.', setting, quoted);
    void showWarning(notificationText(`${ignored} ${rule}`));
  }
}
