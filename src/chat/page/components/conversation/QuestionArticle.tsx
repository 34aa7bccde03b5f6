// A question: as plain text, or in a box while the user edits it.
import * as l10n from '@vscode/l10n';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../../../../conversation/common/conversation';
import { IconButton } from '../../../../platform/page/controls';
import { ChatContext, PageContext } from '../../contexts';
import { Place } from '../../pageFeatures';
import { messageMenu } from '../contextMenu';
import { QuestionEdit } from './QuestionEdit';
import { QuestionImages } from './QuestionImages';
import { QuestionText } from './QuestionText';
import { VersionSwitch } from './VersionSwitch';

export function QuestionArticle({ question }: { readonly question: Question }) {
  const { id, text, images, attachments } = question;
  const { ui } = useContext(PageContext);
  const { isBusy, canAsk } = useContext(ChatContext);
  const [isEditing, setIsEditing] = useState(ui.questionEdits.has(id));
  const editButton = useRef<HTMLButtonElement>(null);
  const isCanceled = useRef(false);
  useLayoutEffect(() => {
    if (isCanceled.current) {
      isCanceled.current = false;
      editButton.current?.focus();
    }
  }, [isEditing]);
  const attached = <Place of="question" props={{ question, isQueued: false }} />;
  return (
    <div
      class="message question"
      role="article"
      aria-label={l10n.t('You')}
      data-message-id={id}
      data-vscode-context={messageMenu('question', id, attachments !== undefined)}
    >
      {isEditing ? (
        <QuestionEdit
          questionId={id}
          text={text}
          attached={attached}
          onCancel={() => {
            isCanceled.current = true;
            setIsEditing(false);
          }}
        />
      ) : (
        <>
          <div class="question-row">
            <div class="question-bubble">
              {images !== undefined && <QuestionImages images={images} />}
              {attached}
              {text !== '' && <QuestionText key={text} questionId={id} text={text} />}
            </div>
            <IconButton
              ref={editButton}
              icon="edit"
              data-action="edit"
              label={l10n.t('Edit')}
              aria-disabled={!canAsk}
              title={
                isBusy
                  ? l10n.t('Not available while an answer is running')
                  : l10n.t('Edit and resend')
              }
              onClick={() => setIsEditing(canAsk)}
            />
          </div>
          <VersionSwitch messageId={id} />
        </>
      )}
    </div>
  );
}
