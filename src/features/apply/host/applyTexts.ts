// The texts of Apply: why code cannot be placed, and what its header says.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { BlockPlacement } from '../common/applyView';
import type { Placement, RefusalReason } from '../common/placement';
import type { LocatedChange } from './locatedChange';
import { joinItems } from '../../../platform/host/text/joinTexts';

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
  const parts = [
    changes === 1 ? l10n.t('1 change') : changes > 1 && l10n.t('{0} changes', changes),
    conflicts === 1 ? l10n.t('1 conflict') : conflicts > 1 && l10n.t('{0} conflicts', conflicts),
    refused > 0 && l10n.t("{0} can't be placed", refused),
  ];
  return joinItems(parts.filter((text) => text !== false));
}

/** The result in the header of a code block; undefined if its code belongs to no file. */
export function blockHeader(
  located: readonly LocatedChange[],
  block: number,
): BlockPlacement | undefined {
  const headers = located.map((one) => ({ block, ...headerOf(one) }));
  const [first, ...others] = headers;
  return first === undefined || others.length === 0
    ? first
    : {
        block,
        text: vscode.l10n.t('{0} files', headers.length),
        state: headers.some(({ state }) => state !== 'placed') ? 'conflict' : 'placed',
      };
}

function headerOf(located: LocatedChange): Omit<BlockPlacement, 'block'> {
  const { l10n } = vscode;
  if (located.type === 'placed') {
    return placementHeader(posix.basename(located.uri.path), located.placement);
  }
  const file = posix.basename(located.path);
  return located.type === 'newFile'
    ? { text: l10n.t('{0} · new file', located.path), state: 'placed' }
    : { text: l10n.t("{0} · can't be placed: {1}", file, located.reason), state: 'refused' };
}

function placementHeader(file: string, placement: Placement): Omit<BlockPlacement, 'block'> {
  const { l10n } = vscode;
  const { edits, refused, isUnchanged, unseenLines } = placement;
  const [first] = refused;
  if (edits.length === 0 && first !== undefined) {
    const text = l10n.t("{0} · can't be placed: {1}", file, refusalText(first.reason));
    return { text, state: 'refused' };
  }
  if (isUnchanged) {
    return { text: l10n.t('{0} · already there', file), state: 'placed' };
  }
  const conflicts = edits.filter(({ isConflict }) => isConflict === true).length;
  const unseen =
    unseenLines === 1
      ? [l10n.t("removes 1 line that the model didn't see")]
      : unseenLines > 1
        ? [l10n.t("removes {0} lines that the model didn't see", unseenLines)]
        : [];
  return {
    text: [file, changesText(edits.length - conflicts, conflicts, refused.length), ...unseen].join(
      ' · ',
    ),
    state: conflicts + refused.length > 0 ? 'conflict' : 'placed',
  };
}
