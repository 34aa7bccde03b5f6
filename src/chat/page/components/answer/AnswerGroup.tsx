// The answers of several models to one question: the one that the next question continues from, and the others, each
// folded to a line.
import * as l10n from '@vscode/l10n';
import { useContext, useMemo, useState } from 'preact/hooks';
import {
  isRunning,
  type Answer,
  type Question,
} from '../../../../conversation/common/conversation';
import type { AdjustmentNotice, Notice } from '../../../../platform/common/notice';
import { Icon, IconButton } from '../../../../platform/page/controls';
import { focusConversation } from '../../../../platform/page/focus';
import { ChatContext, ChosenAnswerContext, PageContext, useStartAnswer } from '../../contexts';
import { FeaturesContext } from '../../pageFeatures';
import { AnswerArticle } from './AnswerArticle';
import { RetryCountdown } from './AutoRetryLine';
import { secondsSince, useEverySecond } from './PendingIndicator';
import { StopButton } from './StopButton';

interface Props {
  /** They are in the order in which they were asked. */
  readonly answers: readonly Answer[];
  /** The one on the path. */
  readonly chosen: Answer;
  readonly question: Question | undefined;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly adjustments: Readonly<Record<string, AdjustmentNotice>>;
}

export function AnswerGroup({ answers, chosen, question, notices, adjustments }: Props) {
  const chat = useContext(ChatContext);
  const hasRunning = answers.some(({ state }) => isRunning(state));
  // Only answers to this question can run then.
  const canAsk = chat.canAsk || (hasRunning && !chat.isReadOnly);
  const inGroup = useMemo(() => ({ ...chat, canAsk }), [chat, canAsk]);
  if (answers.length === 1) {
    return (
      <AnswerArticle
        answer={chosen}
        question={question}
        notice={notices[chosen.id]}
        adjustment={adjustments[chosen.id]}
      />
    );
  }
  return (
    <ChatContext.Provider value={inGroup}>
      <div class="answers" role="group" aria-label={l10n.t('Answers')}>
        {answers.map((answer) => {
          const { id } = answer;
          const props = { answer, notice: notices[id], adjustment: adjustments[id] };
          return id === chosen.id ? (
            <AnswerArticle key={id} {...props} question={question} isOneOfSeveral />
          ) : (
            <ChosenAnswerContext.Provider key={id} value={chosen}>
              <OtherAnswer {...props} />
            </ChosenAnswerContext.Provider>
          );
        })}
      </div>
    </ChatContext.Provider>
  );
}

interface OtherProps {
  readonly answer: Answer;
  readonly notice: Notice | undefined;
  readonly adjustment: AdjustmentNotice | undefined;
}

function OtherAnswer({ answer, notice, adjustment }: OtherProps) {
  const { ui, holdPosition } = useContext(PageContext);
  const { openAnswers } = ui;
  const [isOpen, setIsOpen] = useState(openAnswers.has(answer.id));
  const toggle = (head: HTMLElement): void => {
    holdPosition();
    if (!isOpen) {
      // It may be below the end of the view.
      requestAnimationFrame(() => head.closest('.answer')?.scrollIntoView({ block: 'nearest' }));
    }
    openAnswers[isOpen ? 'delete' : 'add'](answer.id);
    setIsOpen(!isOpen);
  };
  return (
    <AnswerArticle
      answer={answer}
      question={undefined}
      notice={notice}
      adjustment={adjustment}
      isOneOfSeveral
      isFolded={!isOpen}
      head={<OtherHead answer={answer} notice={notice} isOpen={isOpen} onToggle={toggle} />}
    />
  );
}

interface HeadProps {
  readonly answer: Answer;
  readonly notice: Notice | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (head: HTMLElement) => void;
}

function OtherHead({ answer, notice, isOpen, onToggle }: HeadProps) {
  const { id: messageId, model, state, text } = answer;
  const { post } = useContext(PageContext);
  const startAnswer = useStartAnswer();
  const running = isRunning(state);
  return (
    <div class="message-head">
      <button
        type="button"
        class="other-answer"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => onToggle(currentTarget)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span class="message-model">{model}</span>
        <span class="other-answer-state">
          {running && <RunningText answer={answer} />}
          {!running && !isOpen && (notice?.sentence ?? <UsageText answer={answer} />)}
        </span>
      </button>
      {running && <StopButton answer={answer} />}
      {!running && !isOpen && (
        <IconButton
          icon="refresh"
          label={l10n.t('Retry')}
          onClick={() => startAnswer({ type: 'runNoticeAction', messageId, action: 'retry' })}
        />
      )}
      {!running && text !== '' && (
        <IconButton
          icon="arrow-right"
          label={l10n.t('Continue with this')}
          onClick={() => {
            focusConversation();
            post({ type: 'chooseVersion', messageId });
          }}
        />
      )}
    </div>
  );
}

function RunningText({ answer: { state, startedAt, retryWait } }: { readonly answer: Answer }) {
  useEverySecond();
  if (retryWait !== undefined) {
    return <RetryCountdown wait={retryWait} />;
  }
  const seconds = Math.max(0, secondsSince(startedAt));
  return (
    <>
      {state === 'waiting'
        ? l10n.t('waiting · {0} s', seconds)
        : l10n.t('writing · {0} s', seconds)}
    </>
  );
}

function UsageText({ answer: { id } }: { readonly answer: Answer }) {
  const features = useContext(FeaturesContext);
  return <>{features.map(({ useAnswerDetails }) => useAnswerDetails?.(id).summary)}</>;
}
