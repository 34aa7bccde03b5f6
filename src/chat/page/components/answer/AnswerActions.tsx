// The toolbar under an answer that has ended, and the details that its buttons open.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { Answer } from '../../../../conversation/common/conversation';
import { IconButton } from '../../../../platform/page/controls';
import { showConfirmed } from '../../codeActions';
import { ChatContext, PageContext, useStartAnswer } from '../../contexts';
import { FeaturesContext, Place } from '../../pageFeatures';

interface Props {
  readonly answer: Answer;
  /** False if the notice of the answer has the button. */
  readonly offersRetry: boolean;
}

export function AnswerActions({ answer, offersRetry }: Props) {
  const { id: messageId, text } = answer;
  const { post } = useContext(PageContext);
  const { canAsk } = useContext(ChatContext);
  const details = useContext(FeaturesContext).flatMap(
    ({ useAnswerDetails }) => useAnswerDetails?.(messageId) ?? [],
  );
  const startAnswer = useStartAnswer();
  return (
    <>
      <div class={`answer-actions${details.some(({ isOpen }) => isOpen) ? ' pinned' : ''}`}>
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
              aria-disabled={!canAsk}
              onClick={() => startAnswer({ type: 'runNoticeAction', messageId, action: 'retry' })}
            />
          )}
          <Place of="answerTools" props={{ answer }} />
          <IconButton
            icon="repo-forked"
            label={l10n.t('Fork chat')}
            onClick={() => post({ type: 'fork', messageId })}
          />
          {details.map(({ button }) => button)}
        </div>
        {details.map(({ summary }) => summary)}
      </div>
      {details.map((one) => one.details)}
    </>
  );
}
