// A key is called by its label, and by its last four characters; the one without a label by its host alone.
import { l10n } from 'vscode';
import { assertNever } from '../../base/assertNever';
import type { keyLabelProblem } from '../../chat/gateways';

/** `gateway.example`, or `“blue” for gateway.example`, to stand behind “API key”. */
export function keyPlace(host: string, label: string): string {
  return label === '' ? l10n.t('for {0}', host) : l10n.t('“{0}” for {1}', label, host);
}

/** One key among several. */
export function keyName(label: string): string {
  return label === '' ? l10n.t('key without a label') : l10n.t('key “{0}”', label);
}

export function keyLabelProblemText(
  problem: Exclude<ReturnType<typeof keyLabelProblem>, undefined>,
): string {
  switch (problem) {
    case 'empty':
      return l10n.t(
        'Type a label for the key, for example the group or budget that it belongs to.',
      );
    case 'tooLong':
      return l10n.t('A label may have 40 characters at most.');
    case 'characters':
      return l10n.t('A label holds no line ends and no invisible characters.');
    case 'looksLikeKey':
      return l10n.t(
        'This looks like a key. The label is shown in the open; the key is asked next.',
      );
    default:
      return assertNever(problem);
  }
}
