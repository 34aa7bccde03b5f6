// The text of an answer: formatted, or plain where formatting it has ended the page before.
import * as l10n from '@vscode/l10n';
import { useContext, useState } from 'preact/hooks';
import { isRunning, sourcesOf, type Answer } from '../../../../conversation/common/conversation';
import { LinkButton } from '../../../../platform/page/controls';
import { PageContext, PlainMessagesContext } from '../../contexts';
import { PlainTextNote } from '../conversation/PlainTextNote';
import { MarkdownText } from './MarkdownText';

export function AnswerText({ answer }: { readonly answer: Answer }) {
  const { post, lastAppended } = useContext(PageContext);
  const plainMessages = useContext(PlainMessagesContext);
  const [isForced, setForced] = useState(false);
  const { id, text, state, continuedAt } = answer;
  if (plainMessages.includes(id) && !isForced) {
    return (
      <>
        <div class="question-text" dir="auto">
          {text}
        </div>
        <PlainTextNote
          sentence={l10n.t(
            'Shown as plain text, because the view stopped while formatting this answer.',
          )}
        >
          <LinkButton
            onClick={() => {
              setForced(true);
              post({ type: 'showFormatted', messageId: id });
            }}
          >
            {l10n.t('Show formatted')}
          </LinkButton>
        </PlainTextNote>
      </>
    );
  }
  // The key renders a continued answer from the start: a block that was finished may be open again.
  return (
    <MarkdownText
      key={continuedAt}
      text={text}
      added={lastAppended(id, 'text')}
      isFinished={!isRunning(state)}
      sources={sourcesOf(answer)}
    />
  );
}
