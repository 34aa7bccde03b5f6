// Texts one after another, as the language joins them: Chinese has no space between sentences.
import { l10n } from 'vscode';

/** Whole sentences; undefined ones are left out. */
export function joinSentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined)
    .reduce((all, next) => l10n.t('{0} {1}', all, next));
}

/** Items of a list within a sentence. */
export function joinItems(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((all, next) => l10n.t('{0}, {1}', all, next));
}
