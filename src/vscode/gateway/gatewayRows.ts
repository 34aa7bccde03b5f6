// How gateways and their keys stand in the picker of Switch Gateway, and what is said of entries that are wrong.
import * as vscode from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { InvalidGatewayEntry, GatewayEntryProblem, GatewayChoice } from '../../chat/gateways';
import { baseUrlProblemText } from './baseUrlText';
import { keyName } from './keyLabelText';
import type { KeyState } from './keyVault';
import { escapeCodicons } from '../platform/escapeCodicons';

/** What is shown of a key. */
export interface ShownKey {
  readonly state: KeyState;
  /** Its last four characters; `''` where there is none or it is short. */
  readonly fingerprint: string;
}

export function gatewayRow(choice: GatewayChoice, key: ShownKey): vscode.QuickPickItem {
  const name = choice.named?.name ?? new URL(choice.origin).host;
  return {
    label: `${choice.current ? '$(check) ' : ''}${escapeCodicons(name)}`,
    description: escapeCodicons(`${choice.baseUrl} · ${keyText(choice.keyLabel, key)}`),
  };
}

function keyText(label: string, { state, fingerprint }: ShownKey): string {
  const { l10n } = vscode;
  switch (state) {
    case 'stored':
      return `${label === '' ? l10n.t('key') : keyName(label)} ${fingerprint}`.trim();
    case 'lost':
      return l10n.t(
        '{0}, which VS Code did not keep',
        label === '' ? l10n.t('key') : keyName(label),
      );
    case 'none':
      return label === '' ? l10n.t('no key') : l10n.t('{0}, not stored', keyName(label));
    default:
      return assertNever(state);
  }
}

/** Names each entry that is not used and says why, in one message. */
export function badEntriesText(bad: readonly InvalidGatewayEntry[]): string {
  const { l10n } = vscode;
  const reasons = bad.map(({ position: place, name, problem }) =>
    l10n.t(
      '{0}: {1}',
      name === undefined ? l10n.t('entry {0}', place) : `“${name}”`,
      reason(problem),
    ),
  );
  return l10n.t('Portico cannot use all of “portico.gateways”. {0}', reasons.join(' '));
}

function reason(problem: GatewayEntryProblem): string {
  const { l10n } = vscode;
  switch (problem.type) {
    case 'notAnObject':
      return l10n.t('An entry is an object with “name” and “baseUrl”.');
    case 'missingName':
      return l10n.t('It has no name.');
    case 'baseUrl':
      return baseUrlProblemText(problem.problem);
    case 'keyLabel':
      return l10n.t('Its “keyLabel” is none that a key can have.');
    case 'timeouts':
      return l10n.t(
        'Its “timeouts” are not used; they hold firstTokenSeconds, idleSeconds and totalSeconds, in seconds.',
      );
    case 'duplicateName':
      return l10n.t('An entry above has the same name.');
    case 'duplicateGateway':
      return l10n.t('An entry above has the same Base URL and key.');
    default:
      return assertNever(problem);
  }
}
