// An answer from its first moment to its end: reasoning, text, notice, actions.
import { Component } from 'preact';
import { type Answer, isRunning } from '../../../shared/conversation/conversation';
import type { Notice, AutoRetryNotice } from '../../../shared/protocol/protocol';
import { retryWithFocus } from '../../retryFocus';
import type { Post } from '../../host';
import { confirmOn } from '../../codeActions';
import * as l10n from '@vscode/l10n';
import { AnswerDetails } from './AnswerDetails';
import { Icon } from '../Icon';
import { MarkdownText } from './MarkdownText';
import { NoticeNote } from './NoticeNote';
import { Reasoning } from './Reasoning';
import { AutoRetryLine } from './AutoRetryLine';
import { VersionSwitch } from '../conversation/VersionSwitch';
import { PendingIndicator } from './PendingIndicator';

interface Props {
  readonly answer: Answer;
  readonly notice: Notice | undefined;
  readonly repetition: AutoRetryNotice | undefined;
  /** Some answer of the conversation is running: nothing can be asked. */
  readonly busy: boolean;
  readonly post: Post;
}

export class AnswerArticle extends Component<Props> {
  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    return (
      next.answer !== this.props.answer ||
      next.notice !== this.props.notice ||
      next.repetition !== this.props.repetition ||
      next.busy !== this.props.busy
    );
  }

  render() {
    const { answer, notice, repetition, busy, post } = this.props;
    const running = isRunning(answer.state);
    const offersRetry = notice?.actions.some(({ action }) => action === 'retry') ?? false;
    return (
      <div
        class="message answer"
        role="article"
        aria-label={`${l10n.t('Assistant')}, ${answer.model}`}
        aria-busy={running}
        data-message-id={answer.id}
        data-model={answer.model}
        data-state={answer.state}
      >
        <div class="message-head" title={answer.model}>
          <Icon name="sparkle" />
          <span class="message-model" aria-hidden="true">
            {answer.model}
          </span>
          <VersionSwitch messageId={answer.id} busy={busy} post={post} />
        </div>
        {answer.reasoning !== '' && (
          <Reasoning
            messageId={answer.id}
            text={answer.reasoning}
            inProgress={running && answer.text === ''}
            open={!running && answer.text === ''}
          />
        )}
        {answer.text !== '' && (
          // One that goes on is drawn anew: what had been finished may turn out to be open.
          <MarkdownText key={answer.continuedAt} text={answer.text} finished={!running} />
        )}
        {repetition?.notices.map((sentence, index) => (
          <p key={index} class="repeated">
            {sentence}
          </p>
        ))}
        {answer.state === 'waiting' &&
          (answer.retryWait === undefined ? (
            <PendingIndicator startedAt={answer.continuedAt ?? answer.startedAt} />
          ) : (
            <AutoRetryLine
              wait={answer.retryWait}
              reason={repetition?.waiting ?? ''}
              messageId={answer.id}
              post={post}
            />
          ))}
        {answer.outcome?.toolCalls?.map((call, index) => (
          <p key={index} class="tool-call">
            {l10n.t('The model asked for a tool that Portico does not offer: {0}', call.name)}
          </p>
        ))}
        {notice !== undefined && !running && (
          <NoticeNote notice={notice} messageId={answer.id} busy={busy} post={post} />
        )}
        <div class="answer-actions">
          {answer.text !== '' && (
            <button
              type="button"
              class="icon-button codicon codicon-copy"
              aria-label={l10n.t('Copy answer')}
              title={l10n.t('Copy answer')}
              onClick={(event) => {
                post({ type: 'copyAnswer', messageId: answer.id });
                confirmOn(event.currentTarget);
              }}
            />
          )}
          {!running && !offersRetry && (
            <button
              type="button"
              class="icon-button codicon codicon-refresh"
              aria-label={l10n.t('Retry')}
              title={l10n.t('Retry')}
              aria-disabled={busy}
              onClick={(event) =>
                retryWithFocus(event.currentTarget, answer.id, 'retry', busy, post)
              }
            />
          )}
          {!running && (
            <>
              <button
                type="button"
                class="icon-button codicon codicon-arrow-swap"
                aria-label={l10n.t('Ask another model…')}
                title={l10n.t('Ask another model…')}
                aria-disabled={busy}
                onClick={() => {
                  if (!busy) {
                    post({ type: 'pickModelForRetry', messageId: answer.id });
                  }
                }}
              />
              <button
                type="button"
                class="icon-button codicon codicon-repo-forked"
                aria-label={l10n.t('Continue from here in a new chat')}
                title={l10n.t('Continue from here in a new chat')}
                onClick={() => post({ type: 'fork', messageId: answer.id })}
              />
            </>
          )}
          {!running && <AnswerDetails answerId={answer.id} post={post} />}
        </div>
      </div>
    );
  }
}
