// An answer, from pending to its end: reasoning, text, notice, actions.
import * as l10n from '@vscode/l10n';
import { Component, type ComponentChildren } from 'preact';
import {
  isRunning,
  sourcesOf,
  type Answer,
  type Question,
} from '../../../../conversation/common/conversation';
import { runningCall } from '../../../../conversation/common/toolRound';
import type { AdjustmentNotice, Notice } from '../../../../platform/common/notice';
import { Icon } from '../../../../platform/page/controls';
import { joinSentences } from '../../../../platform/page/joinPageTexts';
import { Place } from '../../pageFeatures';
import { messageMenu } from '../contextMenu';
import { VersionSwitch } from '../conversation/VersionSwitch';
import { AnswerActions } from './AnswerActions';
import { AnswerFileList } from './AnswerFileList';
import { AnswerText } from './AnswerText';
import { AutoRetryLine } from './AutoRetryLine';
import { NoticeNote } from './NoticeNote';
import { PendingIndicator, StallIndicator } from './PendingIndicator';
import { PinnedQuestion } from './PinnedQuestion';
import { Reasoning } from './Reasoning';
import { SourceList } from './SourceList';
import { StopButton } from './StopButton';

interface Props {
  readonly answer: Answer;
  /** What it answers, which never changes. */
  readonly question: Question | undefined;
  readonly notice: Notice | undefined;
  readonly adjustment: AdjustmentNotice | undefined;
  /** Other models were asked, too. */
  readonly isOneOfSeveral?: boolean;
  /** It replaces the usual head. */
  readonly head?: ComponentChildren;
  /** Only the head is shown. */
  readonly isFolded?: boolean;
}

export class AnswerArticle extends Component<Props> {
  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    const { props } = this;
    return (
      next.answer !== props.answer ||
      next.notice !== props.notice ||
      next.adjustment !== props.adjustment ||
      next.isFolded !== props.isFolded
    );
  }

  render() {
    const { answer, question, head, isOneOfSeveral = false, isFolded = false } = this.props;
    const { id, model, state } = answer;
    const running = isRunning(state);
    return (
      <div
        class={isFolded ? 'message answer folded' : 'message answer'}
        role="article"
        aria-label={l10n.t('Assistant, {0}', model)}
        aria-busy={running}
        data-message-id={id}
        data-model={model}
        data-vscode-context={messageMenu('answer', id)}
        data-state={state}
      >
        {question !== undefined && <PinnedQuestion question={question} />}
        {head ?? (
          <div class="message-head" title={model}>
            <Icon name="sparkle" />
            <span class="message-model" aria-hidden="true">
              {model}
            </span>
            <VersionSwitch messageId={id} />
            {isOneOfSeveral && running && <StopButton answer={answer} />}
          </div>
        )}
        {!isFolded && this.#body()}
      </div>
    );
  }

  #body() {
    const { answer, notice, adjustment } = this.props;
    const { id, state, text, reasoning, files } = answer;
    const running = isRunning(state);
    const adjustments = joinSentences(...(adjustment?.notices ?? []));
    return (
      <>
        {reasoning !== '' && <Reasoning answer={answer} />}
        {(text !== '' || answer.rounds !== undefined) && <AnswerText answer={answer} />}
        {files !== undefined && <AnswerFileList messageId={id} files={files} />}
        {!running && <SourceList sources={sourcesOf(answer)} />}
        <Place of="answerTotals" props={{ answer }} />
        {adjustments !== '' && (
          <p class="answer-line">
            <Icon name="sync" />
            <span>{adjustments}</span>
          </p>
        )}
        {[...new Set(answer.outcome?.toolCalls?.map((call) => call.name))].map((name) => (
          <p key={name} class="answer-line">
            <Icon name="info" />
            <span>
              {l10n.t('The model tried to call a tool that it may not use in this chat: {0}', name)}
            </span>
          </p>
        ))}
        {running ? (
          <div class="answer-status">
            <RunningStatus answer={answer} waitReason={adjustment?.waitReason ?? ''} />
          </div>
        ) : (
          <>
            <Place of="answerEnd" props={{ answer }} />
            {notice !== undefined && <NoticeNote notice={notice} messageId={id} />}
            <AnswerActions
              answer={answer}
              offersRetry={notice?.actions.some(({ action }) => action === 'retry') !== true}
            />
          </>
        )}
      </>
    );
  }
}

function RunningStatus({ answer, waitReason }: { answer: Answer; waitReason: string }) {
  const { id, state, text, reasoning, continuedAt, startedAt, retryWait } = answer;
  if (runningCall(answer) !== undefined) {
    // Its row says so.
    return null;
  }
  if (state === 'streaming' && retryWait === undefined) {
    return <StallIndicator answerId={id} length={text.length + reasoning.length} />;
  }
  const isLoading = retryWait?.failure.isLocal === true;
  return retryWait === undefined || isLoading ? (
    <PendingIndicator answerId={id} startedAt={continuedAt ?? startedAt} isLoading={isLoading} />
  ) : (
    <AutoRetryLine wait={retryWait} reason={waitReason} messageId={id} />
  );
}
