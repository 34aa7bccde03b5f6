// A question, word for word, until it is edited.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../../../shared/conversation/conversation';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { questionEdits } from '../../questionEdits';
import { Icon } from '../Icon';
import { QuestionEdit } from './QuestionEdit';
import { VersionSwitch } from './VersionSwitch';

interface Props {
  readonly question: Question;
  /** Some answer of the conversation is running: nothing can be asked. */
  readonly busy: boolean;
  readonly post: Post;
}

export function QuestionArticle({ question: { id, text }, busy, post }: Props) {
  const [editing, setEditing] = useState(questionEdits.has(id));
  const button = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);
  useLayoutEffect(() => {
    if (cancelled.current) {
      cancelled.current = false;
      button.current?.focus();
    }
  }, [editing]);
  return (
    <div class="message question" role="article" aria-label={l10n.t('You')} data-message-id={id}>
      <div class="message-head" aria-hidden="true">
        <Icon name="account" />
        {l10n.t('You')}
      </div>
      {editing ? (
        <QuestionEdit
          questionId={id}
          text={text}
          busy={busy}
          post={post}
          onCancel={() => {
            cancelled.current = true;
            setEditing(false);
          }}
        />
      ) : (
        <>
          <div class="question-text">{text}</div>
          <div class="question-actions">
            <VersionSwitch messageId={id} busy={busy} post={post} />
            <button
              ref={button}
              type="button"
              class="icon-button codicon codicon-edit"
              aria-label={l10n.t('Edit')}
              aria-disabled={busy}
              title={busy ? l10n.t('Not while an answer is running') : l10n.t('Edit and resend')}
              onClick={() => setEditing(!busy)}
            />
          </div>
        </>
      )}
    </div>
  );
}
