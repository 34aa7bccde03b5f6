// The texts of Apply: why code cannot be placed, and what its header says.
import { posix } from 'node:path';
import { env, l10n } from 'vscode';
import { joinItems } from '../../../platform/host/text/joinTexts';
import type { BlockPlacement } from '../common/applyView';
import type { Placement, RefusalReason, Removal, RemovedThing } from '../common/placement';
import { removedThings } from '../node/fileChanges';
import type { LocatedChange } from './locatedChange';

/** Why an edit cannot be placed: the second half of “can't be placed: …”. */
export function refusalText(reason: RefusalReason): string {
  const texts: Readonly<Record<RefusalReason, string>> = {
    notFound: l10n.t("the lines to replace aren't in the file"),
    ambiguous: l10n.t('the file has several such places'),
    changedSince: l10n.t('these lines were changed since you attached them'),
    cutOff: l10n.t('the answer was cut off in this code'),
    markWouldBeWritten: l10n.t('the code leaves parts out, and it is unclear which'),
    maskWouldBeWritten: l10n.t('it would write a placeholder in place of a secret'),
    malformed: l10n.t('the change is incomplete'),
    tookTooLong: l10n.t('finding its place takes too long'),
    deletesOrRenames: l10n.t('it deletes or renames a file'),
    notComplete: l10n.t('it is unclear what it replaces'),
  };
  return texts[reason];
}

interface UserChange {
  readonly isConflict?: boolean;
  readonly removal?: Removal;
}

export function changesText(changes: readonly UserChange[], refused = 0): string {
  const conflicts = changes.filter(({ isConflict }) => isConflict === true).length;
  const others = changes.length - conflicts;
  const parts = [
    others === 1 ? l10n.t('1 change') : others > 1 && l10n.t('{0} changes', others),
    conflicts === 1 ? l10n.t('1 conflict') : conflicts > 1 && l10n.t('{0} conflicts', conflicts),
    refused > 0 && l10n.t("{0} can't be placed", refused),
  ];
  const counted = joinItems(parts.filter((text) => text !== false));
  const things = thingsText(removedThings(changes));
  return things === undefined ? counted : `${counted} · ${l10n.t('would remove {0}', things)}`;
}

/** If there are more things of one kind, they are counted. */
const maxNamed = 2;

/** Returns `save and 3 imports`; undefined for nothing. */
export function thingsText(things: readonly RemovedThing[]): string | undefined {
  const kinds = Map.groupBy(things, ({ kind }) => kind);
  const parts = [...kinds].flatMap(([kind, some]): readonly string[] => {
    if (kind === 'line') {
      const lines = some.reduce((sum, { name }) => sum + Number(name), 0);
      return [lines === 1 ? l10n.t('1 line') : l10n.t('{0} lines', lines)];
    }
    return some.length > maxNamed ? [countText(kind, some.length)] : some.map(nameText);
  });
  const list = new Intl.ListFormat(env.language, { type: 'conjunction' });
  return parts.length === 0 ? undefined : list.format(parts);
}

function nameText({ name, replacedBy }: RemovedThing): string {
  return replacedBy === undefined ? `\`${name}\`` : `\`${name}\` → \`${replacedBy}\``;
}

function countText(kind: Exclude<RemovedThing['kind'], 'line'>, count: number): string {
  const texts: Readonly<Record<typeof kind, string>> = {
    import: l10n.t('{0} imports', count),
    key: l10n.t('{0} keys', count),
    member: l10n.t('{0} members', count),
    definition: l10n.t('{0} definitions', count),
    selector: l10n.t('{0} selectors', count),
    case: l10n.t('{0} cases', count),
    element: l10n.t('{0} elements', count),
    decorator: l10n.t('{0} decorators', count),
    heading: l10n.t('{0} headings', count),
  };
  return texts[kind];
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
        text: l10n.t('{0} files', headers.length),
        state: headers.some(({ state }) => state !== 'placed') ? 'conflict' : 'placed',
      };
}

/** Such code has its place only by the symbols of a language server, which starts. */
export function waitingHeader(block: number): BlockPlacement {
  const text = l10n.t('Waiting for the language server…');
  return { block, text, state: 'waiting' };
}

function headerOf(located: LocatedChange): Omit<BlockPlacement, 'block'> {
  if (located.type === 'placed') {
    return placementHeader(posix.basename(located.uri.path), located.placement);
  }
  const file = posix.basename(located.path ?? '');
  if (located.type === 'shown') {
    const text =
      file === ''
        ? l10n.t('only shown, not in Apply all')
        : l10n.t('{0} · only shown, not in Apply all', file);
    return { text, state: 'placed' };
  }
  if (located.type === 'newFile') {
    const { path, isOpen } = located;
    const text = isOpen ? l10n.t('{0} · already there', path) : l10n.t('{0} · new file', path);
    return { text, state: 'placed' };
  }
  return { text: l10n.t("{0} · can't be placed: {1}", file, located.reason), state: 'refused' };
}

function placementHeader(file: string, placement: Placement): Omit<BlockPlacement, 'block'> {
  const { edits, refused, isUnseen, uncertainLine } = placement;
  const [first] = refused;
  if (edits.length === 0 && first !== undefined) {
    const text = l10n.t("{0} · can't be placed: {1}", file, refusalText(first.reason));
    return { text, state: 'refused' };
  }
  if (edits.length === 0) {
    return { text: l10n.t('{0} · already there', file), state: 'placed' };
  }
  const isForUser = edits.some((edit) => edit.isConflict === true || edit.removal !== undefined);
  const unseenLines = isUnseen ? edits.reduce((sum, { start, end }) => sum + end - start, 0) : 0;
  const unseen =
    unseenLines === 1
      ? [l10n.t("removes 1 line that the model didn't see")]
      : unseenLines > 1
        ? [l10n.t("removes {0} lines that the model didn't see", unseenLines)]
        : [];
  const uncertain =
    uncertainLine === undefined
      ? []
      : [
          l10n.t(
            'inserted before line {0}; lines {1} and {0} stay',
            uncertainLine + 1,
            uncertainLine,
          ),
        ];
  const isForLook = isForUser || refused.length > 0 || uncertain.length > 0;
  return {
    text: [file, changesText(edits, refused.length), ...unseen, ...uncertain].join(' · '),
    state: isForLook ? 'conflict' : 'placed',
  };
}
