// The notice under an answer that did not end normally: what happened, what to do, the server's own words.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { Notice, NoticeAction } from '../../../shared/protocol/protocol';
import { ChatContext, PageContext, useStartAnswer } from '../../contexts';
import { Button, Icon } from '../controls';
import { Alternatives } from './Alternatives';

/** Actions that start an answer. */
const answerActions: ReadonlySet<NoticeAction> = new Set(['retry', 'continue']);

export function NoticeNote({
  notice,
  messageId,
}: {
  readonly notice: Notice;
  readonly messageId: string;
}) {
  const { post } = useContext(PageContext);
  const { isBusy } = useContext(ChatContext);
  const startAnswer = useStartAnswer();
  const { severity, sentence, actions, details, alternatives = [] } = notice;
  const hasPrimary = severity === 'error' && alternatives.length === 0;
  return (
    <div class={`notice icon-line ${severity}`} role="note">
      <Icon name={severity} />
      <div class="notice-body">
        <p>{sentence}</p>
        {alternatives.length > 0 && (
          <Alternatives alternatives={alternatives} messageId={messageId} />
        )}
        {actions.length > 0 && (
          <div class="button-row">
            {actions.map(({ action, label }, index) => (
              <Button
                key={action}
                secondary={index > 0 || !hasPrimary}
                aria-disabled={answerActions.has(action) && isBusy}
                onClick={() => {
                  const run = answerActions.has(action) ? startAnswer : post;
                  run({ type: 'runNoticeAction', messageId, action });
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
        {details.length > 0 && (
          <details>
            <summary>{l10n.t('Details')}</summary>
            {details.map((line, index) => (
              <p key={index} class="notice-detail">
                {line}
              </p>
            ))}
          </details>
        )}
      </div>
    </div>
  );
}
