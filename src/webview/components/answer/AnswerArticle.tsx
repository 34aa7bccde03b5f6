// An answer, from pending to its end: reasoning, text, notice, actions.
import * as l10n from '@vscode/l10n';
import { Component } from 'preact';
import { type Answer, isRunning } from '../../../shared/conversation/conversation';
import type { AdjustmentNotice, Notice } from '../../../shared/protocol/protocol';
import { messageMenu } from '../contextMenu';
import { Icon } from '../controls';
import { VersionSwitch } from '../conversation/VersionSwitch';
import { AnswerActions } from './AnswerActions';
import { AnswerText } from './AnswerText';
import { AutoRetryLine } from './AutoRetryLine';
import { NoticeNote } from './NoticeNote';
import { PendingIndicator } from './PendingIndicator';
import { Reasoning } from './Reasoning';

interface Props {
  readonly answer: Answer;
  readonly notice: Notice | undefined;
  readonly adjustment: AdjustmentNotice | undefined;
}

export class AnswerArticle extends Component<Props> {
  override shouldComponentUpdate({ answer, notice, adjustment }: Readonly<Props>): boolean {
    const { props } = this;
    return answer !== props.answer || notice !== props.notice || adjustment !== props.adjustment;
  }

  render() {
    const { answer, notice, adjustment } = this.props;
    const { id, model, state, text, reasoning, continuedAt, startedAt, retryWait } = answer;
    const running = isRunning(state);
    return (
      <div
        class="message answer"
        role="article"
        aria-label={`${l10n.t('Assistant')}, ${model}`}
        aria-busy={running}
        data-message-id={id}
        data-model={model}
        data-vscode-context={messageMenu('answer', id)}
        data-state={state}
      >
        <div class="message-head" title={model}>
          <Icon name="sparkle" />
          <span class="message-model" aria-hidden="true">
            {model}
          </span>
          <VersionSwitch messageId={id} />
        </div>
        {reasoning !== '' && (
          <Reasoning
            messageId={id}
            text={reasoning}
            inProgress={running && text === ''}
            openByDefault={!running && text === ''}
          />
        )}
        {text !== '' && <AnswerText answer={answer} />}
        {adjustment?.notices.map((sentence, index) => (
          <p key={index} class="auto-retry-notice">
            {sentence}
          </p>
        ))}
        {state === 'waiting' &&
          (retryWait === undefined ? (
            <PendingIndicator answerId={id} startedAt={continuedAt ?? startedAt} />
          ) : (
            <AutoRetryLine wait={retryWait} reason={adjustment?.waitReason ?? ''} messageId={id} />
          ))}
        {answer.outcome?.toolCalls?.map((call, index) => (
          <p key={index} class="tool-call">
            {l10n.t(
              "The model tried to call a tool, which Portico doesn't support: {0}",
              call.name,
            )}
          </p>
        ))}
        {notice !== undefined && !running && <NoticeNote notice={notice} messageId={id} />}
        <AnswerActions
          answer={answer}
          offersRetry={notice?.actions.some(({ action }) => action === 'retry') !== true}
        />
      </div>
    );
  }
}
