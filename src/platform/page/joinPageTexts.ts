// Texts one after another in the page, as the language joins them: Chinese has no space between sentences.
import * as l10n from '@vscode/l10n';

/** Whole sentences. */
export function joinSentences(...texts: readonly string[]): string {
  return texts.length === 0 ? '' : texts.reduce((all, next) => l10n.t('{0} {1}', all, next));
}

/** Items of a list within a sentence. */
export function joinItems(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((all, next) => l10n.t('{0}, {1}', all, next));
}
