// The queued questions, each of which is sent when the answer before it is complete.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { AnswerState, Message } from '../../../../conversation/common/conversation';
import type {
  QueuedQuestion,
  QueueItemAction,
  QueueState,
} from '../../../../conversation/common/draft';
import { Button, IconButton } from '../../../../platform/page/controls';
import { focusComposer } from '../../../../platform/page/focus';
import type { Post } from '../../hostConnection';
import { Place } from '../../pageFeatures';
import { QueuedQuestionEdit } from './QueuedQuestionEdit';

interface Props {
  readonly queue: QueueState;
  readonly lastMessage: Message | undefined;
  readonly post: Post;
  /** Receives the new text of a question that was sent while it was edited. */
  readonly onLateEdit: (text: string) => void;
}

interface FocusedButton {
  readonly row: number;
  readonly id: string;
  readonly action: string;
}

type ButtonAction = QueueItemAction | 'edit';

export class QueuePanel extends Component<Props, { readonly editedId?: string | undefined }> {
  override state: { readonly editedId?: string | undefined } = {};
  readonly #panel = createRef<HTMLElement>();

  override getSnapshotBeforeUpdate({ queue }: Readonly<Props>): FocusedButton | null {
    const button = document.activeElement;
    if (!(button instanceof HTMLElement) || !this.#hasFocus) {
      return null;
    }
    const id = button.closest('li')?.dataset['queued'] ?? '';
    const row = queue.questions.findIndex((question) => question.id === id);
    return { row, id, action: button.dataset['action'] ?? '' };
  }

  /** The focus stays with its question when that moves; if it is gone, the row keeps the focus. */
  override componentDidUpdate(_props: Props, _state: object, focused?: FocusedButton | null): void {
    if (focused && !this.#hasFocus) {
      const { questions } = this.props.queue;
      const ids = [focused.id, questions[focused.row]?.id, questions.at(-1)?.id];
      const buttons = ids.map((id) => this.#button(id, focused.action));
      const button = buttons.find((found) => found !== undefined);
      if (button === undefined) {
        focusComposer();
      } else {
        button.focus();
      }
    }
  }

  override componentWillUnmount(): void {
    if (this.#hasFocus) {
      focusComposer();
    }
  }

  get #hasFocus(): boolean {
    return this.#panel.current?.contains(document.activeElement) === true;
  }

  #button(id: string | undefined, action: string): HTMLElement | undefined {
    const buttons = this.#panel.current?.querySelectorAll('button') ?? [];
    return [...buttons].find(
      (button) =>
        button.closest('li')?.dataset['queued'] === id && button.dataset['action'] === action,
    );
  }

  render() {
    const { queue, lastMessage, post } = this.props;
    const { questions, isPaused } = queue;
    return (
      <section class="panel queue" aria-label={l10n.t('Queued questions')} ref={this.#panel}>
        <div class="queue-head">
          <h2>
            {isPaused
              ? l10n.t('Queue paused ({0})', questions.length)
              : l10n.t('Up next ({0})', questions.length)}
          </h2>
          {isPaused && (
            <Button data-action="sendNext" onClick={() => post({ type: 'sendNext' })}>
              {l10n.t('Send next')}
            </Button>
          )}
          <IconButton
            icon="clear-all"
            label={l10n.t('Clear queue')}
            onClick={() => post({ type: 'clearQueue' })}
          />
        </div>
        {isPaused && <p>{pauseReason(lastMessage)}</p>}
        <ol role="list" aria-label={l10n.t('Queue')}>
          {questions.map((question, row) => (
            <li
              key={question.id}
              data-queued={question.id}
              onKeyDown={(event) => this.#moveByKey(event, question)}
            >
              {question.id === this.state.editedId
                ? this.#renderEdit(question)
                : this.#renderRow(question, row)}
              <Place of="question" props={{ question, isQueued: true }} />
            </li>
          ))}
        </ol>
      </section>
    );
  }

  #renderEdit({ id, text }: QueuedQuestion) {
    const { post, onLateEdit } = this.props;
    return (
      <QueuedQuestionEdit
        text={text}
        onEnd={(changed) => {
          this.setState({ editedId: undefined });
          if (changed !== undefined) {
            post({ type: 'setQueuedText', id, text: changed });
          }
        }}
        onLateEdit={onLateEdit}
      />
    );
  }

  #renderRow(question: QueuedQuestion, row: number) {
    const last = this.props.queue.questions.length - 1;
    return (
      <>
        <span class="queue-text" dir="auto">
          {question.text}
        </span>
        <span class="queue-actions">
          {this.#renderButton(question, 'edit', l10n.t('Edit'), 'edit')}
          {this.#renderButton(question, 'moveUp', l10n.t('Move up'), 'arrow-up', row > 0)}
          {this.#renderButton(question, 'moveDown', l10n.t('Move down'), 'arrow-down', row < last)}
          {this.#renderButton(question, 'remove', l10n.t('Remove'), 'close')}
        </span>
      </>
    );
  }

  #renderButton(
    question: QueuedQuestion,
    action: ButtonAction,
    label: string,
    icon: string,
    isEnabled = true,
  ) {
    const { id, text } = question;
    const run = (): void =>
      action === 'edit'
        ? this.setState({ editedId: id })
        : this.props.post({ type: 'editQueueItem', id, action });
    return (
      <IconButton
        icon={icon}
        label={l10n.t('{0}: {1}', label, text)}
        title={label}
        data-action={action}
        aria-disabled={!isEnabled}
        onClick={() => isEnabled && run()}
      />
    );
  }

  /** Alt with an arrow moves the question, as it moves lines in VS Code's editor. */
  #moveByKey(event: KeyboardEvent, { id }: QueuedQuestion): void {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (event.altKey && isArrow && id !== this.state.editedId) {
      event.preventDefault();
      const action = event.key === 'ArrowUp' ? 'moveUp' : 'moveDown';
      this.props.post({ type: 'editQueueItem', id, action });
    }
  }
}

function pauseReason(lastMessage: Message | undefined): string {
  const state = lastMessage?.kind === 'answer' ? lastMessage.state : 'complete';
  const reasons: Partial<Record<AnswerState, string>> = {
    stopped: l10n.t('You stopped the last answer.'),
    failed: l10n.t('The last answer failed.'),
    filtered: l10n.t('The model declined to answer.'),
    truncated: l10n.t('The last answer is incomplete.'),
    interrupted: l10n.t('The last answer is incomplete.'),
  };
  return reasons[state] ?? l10n.t('Select “Send next” to continue.');
}
