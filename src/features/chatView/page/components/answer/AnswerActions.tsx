// The toolbar under an answer that has ended, and its usage.
import * as l10n from '@vscode/l10n';
import { useContext, useState } from 'preact/hooks';
import type { Answer } from '../../../../../conversation/common/conversation';
import { showConfirmed } from '../../codeActions';
import { ChatContext, PageContext, UsageContext, useStartAnswer } from '../../contexts';
import { IconButton } from '../../../../../platform/page/controls';
import { UsageTable } from '../../../../usage/page/UsageTable';

interface Props {
  readonly answer: Answer;
  /** False if the notice of the answer has the button. */
  readonly offersRetry: boolean;
}

export function AnswerActions({ answer: { id: messageId, text }, offersRetry }: Props) {
  const { post, ui } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const { answers, total } = useContext(UsageContext);
  const [isUsageOpen, setIsUsageOpen] = useState(ui.openUsage.has(messageId));
  const startAnswer = useStartAnswer();
  const usage = answers[messageId];
  const usageId = `usage-${messageId}`;
  return (
    <>
      <div class={`answer-actions${isUsageOpen ? ' pinned' : ''}`}>
        <div class="toolbar" role="toolbar" aria-label={l10n.t('Answer actions')}>
          {text !== '' && (
            <IconButton
              icon="copy"
              label={l10n.t('Copy answer')}
              onClick={({ currentTarget }) => {
                post({ type: 'copyAnswer', messageId });
                showConfirmed(currentTarget);
              }}
            />
          )}
          {offersRetry && (
            <IconButton
              icon="refresh"
              label={l10n.t('Retry')}
              aria-disabled={isBusy}
              onClick={() => startAnswer({ type: 'runNoticeAction', messageId, action: 'retry' })}
            />
          )}
          <IconButton
            icon="arrow-swap"
            label={l10n.t('Retry with…')}
            aria-disabled={isBusy}
            onClick={() => !isBusy && post({ type: 'pickModelForRetry', messageId })}
          />
          <IconButton
            icon="repo-forked"
            label={l10n.t('Fork chat')}
            onClick={() => post({ type: 'fork', messageId })}
          />
          {usage !== undefined && (
            <IconButton
              icon="info"
              label={l10n.t('Usage')}
              aria-expanded={isUsageOpen}
              aria-controls={isUsageOpen ? usageId : undefined}
              title={usage.summary}
              onClick={() => {
                ui.openUsage[isUsageOpen ? 'delete' : 'add'](messageId);
                setIsUsageOpen(!isUsageOpen);
              }}
            />
          )}
        </div>
        {usage !== undefined && (
          <span class="usage-summary" aria-hidden="true">
            {usage.summary}
          </span>
        )}
      </div>
      {usage !== undefined && isUsageOpen && (
        <UsageTable id={usageId} answerId={messageId} usage={usage} total={total} />
      )}
    </>
  );
}
