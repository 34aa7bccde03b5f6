// Asks about a question that would reach the budget, and says when that is near.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { AlertPanel } from '../../../chat/page/components/composer/AlertPanel';
import { PageContext } from '../../../chat/page/contexts';
import type { Announcement, ViewProps } from '../../../chat/page/pageFeatures';
import { Button, Icon } from '../../../platform/page/controls';
import type { BudgetPrompt } from '../common/costsView';
import type { BudgetAnswer } from '../common/costsViewCommands';

export function BudgetPanel({ view: { budgetPrompt, budgetLine } }: ViewProps) {
  if (budgetPrompt !== undefined) {
    return <BudgetAlert prompt={budgetPrompt} />;
  }
  return budgetLine === undefined ? null : (
    <p class="icon-line warning-line" role="status">
      <Icon name="warning" />
      <span>{budgetLine}</span>
    </p>
  );
}

/** A panel for a question of the queue does not take the focus. */
export const budgetAnnouncement: Announcement = (event, before) =>
  event.type === 'costs' &&
  event.budgetPrompt?.isQueued === true &&
  before?.budgetPrompt === undefined
    ? l10n.t('With this request, your budget is reached.')
    : undefined;

function BudgetAlert({ prompt }: { readonly prompt: BudgetPrompt }) {
  const { sentences, isQueued = false } = prompt;
  const { post } = useContext(PageContext);
  const answer = (choice: BudgetAnswer): void => post({ type: 'answerBudget', answer: choice });
  const button = (choice: BudgetAnswer, label: string) => (
    <Button secondary={choice !== 'ask'} onClick={() => answer(choice)}>
      {label}
    </Button>
  );
  return (
    <AlertPanel
      title={l10n.t('With this request, your budget is reached')}
      isQueued={isQueued}
      onCancel={() => answer('cancel')}
      text={sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    >
      <div class="button-row">
        {button('ask', l10n.t('Ask anyway'))}
        {button('cheaperModel', l10n.t('Cheaper model'))}
        {button('cancel', l10n.t('Cancel'))}
      </div>
    </AlertPanel>
  );
}
