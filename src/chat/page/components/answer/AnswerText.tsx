// The text of an answer: formatted, or plain where formatting it has ended the page before.
import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { isRunning, sourcesOf, type Answer } from '../../../../conversation/common/conversation';
import { answerParts } from '../../../../conversation/common/toolRound';
import { readCodeBlocks } from '../../../../markdown/common/codeBlocks';
import { LinkButton } from '../../../../platform/page/controls';
import { PageContext, PlainMessagesContext } from '../../contexts';
import { Place } from '../../pageFeatures';
import { PlainTextNote } from '../conversation/PlainTextNote';
import { MarkdownText } from './MarkdownText';

export function AnswerText({ answer }: { readonly answer: Answer }) {
  const { post, lastAppended } = useContext(PageContext);
  const plainMessages = useContext(PlainMessagesContext);
  const [isForced, setForced] = useState(false);
  const { id, text, state, continuedAt, rounds: allRounds } = answer;
  const parts = useMemo(() => shownParts(answer), [id, allRounds]);
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
  const shared = { sources: sourcesOf(answer) };
  return parts.map(({ rounds, ...part }, index) => (
    <Fragment key={`${continuedAt}/${index}`}>
      {index < parts.length - 1 ? (
        <MarkdownText {...shared} {...part} added="" isFinished />
      ) : (
        <MarkdownText
          {...shared}
          {...part}
          text={text}
          added={lastAppended(id, 'text')}
          isFinished={!isRunning(state)}
        />
      )}
      {rounds.length > 0 && <Place of="answerRounds" props={{ answer, rounds }} />}
    </Fragment>
  ));
}

/** What is rendered of the parts before the last one stays as it is. */
function shownParts(answer: Answer) {
  let codeBlocks = 0;
  return answerParts(answer).map(({ start, end, rounds }) => {
    const part = { start, text: answer.text.slice(0, end), firstCodeBlock: codeBlocks, rounds };
    codeBlocks += rounds.length === 0 ? 0 : readCodeBlocks(answer.text.slice(start, end)).length;
    return part;
  });
}
