// The texts of Apply: why code cannot be placed, and what its header says.
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { RefusalReason } from '../common/placement';

/** Why an edit cannot be placed: the second half of “can't be placed: …”. */
export function refusalText(reason: RefusalReason): string {
  const { l10n } = vscode;
  switch (reason) {
    case 'notFound':
      return l10n.t("the lines to replace aren't in the file");
    case 'ambiguous':
      return l10n.t('the file has several such places');
    case 'changedSince':
      return l10n.t('these lines were changed since you attached them');
    case 'cutOff':
      return l10n.t('the answer was cut off in this code');
    case 'markWouldBeWritten':
      return l10n.t('the code leaves parts out, and it is unclear which');
    case 'maskWouldBeWritten':
      return l10n.t('it would write a placeholder in place of a secret');
    case 'malformed':
      return l10n.t('the change is incomplete');
    case 'deletesOrRenames':
      return l10n.t('it deletes or renames a file');
    case 'notComplete':
      return l10n.t('it is unclear what it replaces');
    default:
      return assertNever(reason);
  }
}

export function changesText(changes: number, conflicts: number, refused = 0): string {
  const { l10n } = vscode;
  return [
    changes === 1 ? l10n.t('1 change') : changes > 1 && l10n.t('{0} changes', changes),
    conflicts === 1 ? l10n.t('1 conflict') : conflicts > 1 && l10n.t('{0} conflicts', conflicts),
    refused > 0 && l10n.t("{0} can't be placed", refused),
  ]
    .filter((text) => text !== false)
    .join(', ');
}
