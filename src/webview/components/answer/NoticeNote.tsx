// Under an answer that did not end well: what happened, what can be done, the server's own words.
import type { Notice } from '../../../shared/protocol/protocol';
import { retryWithFocus, isRetryAction } from '../../retryFocus';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { Alternatives } from './Alternatives';
import { Icon } from '../Icon';

interface Props {
  readonly notice: Notice;
  readonly messageId: string;
  readonly busy: boolean;
  readonly post: Post;
}

export function NoticeNote({ notice, messageId, busy, post }: Props) {
  const { alternatives = [] } = notice;
  const hasPrimary = notice.severity === 'error' && alternatives.length === 0;
  return (
    <div class={`notice ${notice.severity}`} role="note">
      <Icon name={notice.severity} />
      <div class="notice-body">
        <p>{notice.sentence}</p>
        {alternatives.length > 0 && (
          <Alternatives offered={alternatives} messageId={messageId} busy={busy} post={post} />
        )}
        {notice.actions.length > 0 && (
          <div class="notice-actions">
            {notice.actions.map(({ action, label }, index) => (
              <button
                key={action}
                type="button"
                class={index === 0 && hasPrimary ? 'button' : 'button secondary'}
                aria-disabled={isRetryAction(action) && busy}
                onClick={(event) => {
                  if (isRetryAction(action)) {
                    retryWithFocus(event.currentTarget, messageId, action, busy, post);
                  } else {
                    post({ type: 'runNoticeAction', messageId, action });
                  }
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        {notice.details.length > 0 && (
          <details>
            <summary>{l10n.t('Details')}</summary>
            {notice.details.map((line, index) => (
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
