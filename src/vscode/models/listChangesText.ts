// What came into a gateway's list and what went, in words.
import { l10n } from 'vscode';
import type { ListChanges } from '../../chat/models/listChanges';

/** So many are named; of the rest the number is told. */
const mostNamed = 3;

/** A sentence for each kind of change that there was. */
export function changesText(changes: ListChanges | undefined): readonly string[] {
  if (changes === undefined) {
    return [];
  }
  const { added, removed } = changes;
  return [
    ...(added.length === 0 ? [] : [l10n.t('New since last time: {0}.', named(added))]),
    ...(removed.length === 0 ? [] : [l10n.t('No longer listed: {0}.', named(removed))]),
  ];
}

function named(ids: readonly string[]): string {
  const first = ids.slice(0, mostNamed).map((id) => `“${id}”`);
  const left = ids.length - first.length;
  return [...first, ...(left === 0 ? [] : [l10n.t('{0} more', left)])].join(', ');
}
