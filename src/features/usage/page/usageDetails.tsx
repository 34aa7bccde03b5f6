// The usage of an answer: one line beside its toolbar, and a button for all of it.
import * as l10n from '@vscode/l10n';
import { useContext, useState } from 'preact/hooks';
import type { AnswerDetails } from '../../chatView/page/slotTypes';
import { IconButton } from '../../../platform/page/controls';
import { UsageContext } from './usageContext';
import { UsageTable } from './UsageTable';

/** The IDs of the answers whose usage is open. Messages far from the view lose their components. */
const openAnswers = new Set<string>();

export function useUsageDetails(answerId: string): AnswerDetails {
  const { answers, total } = useContext(UsageContext);
  const [isOpen, setIsOpen] = useState(openAnswers.has(answerId));
  const usage = answers[answerId];
  const id = `usage-${answerId}`;
  if (usage === undefined) {
    return { isOpen, button: null, summary: null, details: null };
  }
  return {
    isOpen,
    button: (
      <IconButton
        icon="info"
        label={l10n.t('Usage')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={usage.summary}
        onClick={() => {
          openAnswers[isOpen ? 'delete' : 'add'](answerId);
          setIsOpen(!isOpen);
        }}
      />
    ),
    summary: (
      <span class="usage-summary" aria-hidden="true">
        {usage.summary}
      </span>
    ),
    details: isOpen && <UsageTable id={id} answerId={answerId} usage={usage} total={total} />,
  };
}
