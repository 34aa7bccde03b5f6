// The icon buttons under an answer, and its usage.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { type Answer, isRunning } from '../../../shared/conversation/conversation';
import { showConfirmed } from '../../codeActions';
import { ChatContext, PageContext, useStartAnswer } from '../../contexts';
import { IconButton } from '../controls';
import { UsageDetails } from './UsageDetails';

interface Props {
  readonly answer: Answer;
  /** False if the notice of the answer has the button. */
  readonly offersRetry: boolean;
}

export function AnswerActions({ answer: { id: messageId, state, text }, offersRetry }: Props) {
  const { post } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const startAnswer = useStartAnswer();
  const hasEnded = !isRunning(state);
  return (
    <div class="answer-actions">
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
      {hasEnded && offersRetry && (
        <IconButton
          icon="refresh"
          label={l10n.t('Retry')}
          aria-disabled={isBusy}
          onClick={() => startAnswer({ type: 'runNoticeAction', messageId, action: 'retry' })}
        />
      )}
      {hasEnded && (
        <>
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
          <UsageDetails answerId={messageId} />
        </>
      )}
    </div>
  );
}
