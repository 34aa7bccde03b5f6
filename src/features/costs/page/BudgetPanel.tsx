// Asks about a question that would reach the budget, and says when that is near.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import { Icon } from '../../../platform/page/controls';

const title = (): string => l10n.t('With this request, your budget is reached');

export function BudgetPanel({ view: { budgetPrompt, budgetLine } }: ViewProps) {
  const { post } = useContext(PageContext);
  if (budgetPrompt === undefined) {
    return budgetLine === undefined ? null : (
      <p class="icon-line warning-line" role="status">
        <Icon name="warning" />
        <span>{budgetLine}</span>
      </p>
    );
  }
  return (
    <AlertPanel
      title={title()}
      isQueued={budgetPrompt.isQueued}
      text={budgetPrompt.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      answers={[
        ['ask', l10n.t('Ask anyway')],
        ['cheaperModel', l10n.t('Cheaper model')],
        ['cancel', l10n.t('Cancel')],
      ]}
      primary="ask"
      onAnswer={(answer) => post({ type: 'answerBudget', answer })}
    />
  );
}

/** A panel for a question of the queue does not take the focus. */
export const budgetAnnouncement: Announcement = (event, before) =>
  event.type === 'costs' &&
  event.budgetPrompt?.isQueued === true &&
  before?.budgetPrompt === undefined
    ? title()
    : undefined;
