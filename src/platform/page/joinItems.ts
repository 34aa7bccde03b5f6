// Items of a list within a sentence, as the language separates them.
import * as l10n from '@vscode/l10n';

export function joinItems(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((all, next) => l10n.t('{0}, {1}', all, next));
}
