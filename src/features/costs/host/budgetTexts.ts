// The budget in the user's words.
import { l10n } from 'vscode';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import { costText, countText } from '../../../platform/host/text/numberText';
import type { BudgetPart, ReachedBudget } from '../node/budget';

/** How much of each part is spent, and what is not counted. */
export function spentSentences(parts: readonly BudgetPart[]): readonly string[] {
  const uncounted = Math.max(...parts.map((part) => part.uncounted));
  const sentences = parts.map(({ period, limit, spent }) => {
    const [part, whole] = [costText(spent), costText(limit)];
    return period === 'day'
      ? l10n.t("You've spent {0} of {1} today.", part, whole)
      : l10n.t("You've spent {0} of {1} this month.", part, whole);
  });
  if (uncounted === 0) {
    return sentences;
  }
  const others =
    uncounted === 1
      ? l10n.t("1 request isn't counted: its cost is unknown, or in another currency.")
      : l10n.t(
          "{0} requests aren't counted: their cost is unknown, or in another currency.",
          countText(uncounted),
        );
  return [...sentences, others];
}

/** What the user has to know before a request that reaches it. */
export function budgetSentences({ parts, input }: ReachedBudget): readonly string[] {
  return [
    ...spentSentences(parts),
    input === undefined
      ? l10n.t("What this request costs isn't known.")
      : l10n.t('The input of this request costs about {0}.', costText(input)),
    parts.some(({ period }) => period === 'month')
      ? l10n.t("If you ask anyway, Portico doesn't stop for this limit again this month.")
      : l10n.t("If you ask anyway, Portico doesn't stop for this limit again today."),
  ];
}

/** The error for a caller that can't show a prompt: VS Code's chat or another extension. */
export function refusalText({ parts }: ReachedBudget): string {
  const advice = l10n.t(
    'To go on, change “{0}”, or ask in the chat of Portico and select “Ask anyway”.',
    'portico.budget',
  );
  return joinSentences(...spentSentences(parts), advice);
}
