// The queued questions, each of which is sent when the answer before it is complete.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { Message } from '../../../shared/conversation/conversation';
import type {
  QueuedQuestion,
  QueueItemAction,
  QueueState,
} from '../../../shared/conversation/draft';
import { focusComposer } from '../../focus';
import type { Post } from '../../host';
import { Button, IconButton } from '../controls';

interface Props {
  readonly queue: QueueState;
  readonly lastMessage: Message | undefined;
  readonly post: Post;
  /** Moves a question back into the message box. */
  readonly onEdit: (question: QueuedQuestion) => void;
}

interface FocusedButton {
  readonly row: number;
  readonly id: string;
  readonly action: string;
}

export class QueuePanel extends Component<Props> {
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
    const last = questions.length - 1;
    return (
      <section class="panel queue" aria-label={l10n.t('Queued questions')} ref={this.#panel}>
        <div class="queue-head">
          <p>
            {isPaused
              ? pauseReason(lastMessage)
              : l10n.t('Sent when the current answer is complete:')}
          </p>
          {isPaused && (
            <Button data-action="sendNext" onClick={() => post({ type: 'sendNext' })}>
              {l10n.t('Send Next')}
            </Button>
          )}
          <IconButton
            icon="clear-all"
            label={l10n.t('Clear Queue')}
            onClick={() => post({ type: 'clearQueue' })}
          />
        </div>
        <ol role="list" aria-label={l10n.t('Queue')}>
          {questions.map((question, row) => (
            <li key={question.id} data-queued={question.id}>
              <span class="queue-text" dir="auto" id={`queued-${question.id}`}>
                {question.text}
              </span>
              <span class="queue-actions">
                {this.#renderButton(question, 'edit', l10n.t('Edit'), 'edit')}
                {this.#renderButton(question, 'moveUp', l10n.t('Move Up'), 'arrow-up', row > 0)}
                {this.#renderButton(
                  question,
                  'moveDown',
                  l10n.t('Move Down'),
                  'arrow-down',
                  row < last,
                )}
                {this.#renderButton(question, 'remove', l10n.t('Remove'), 'close')}
              </span>
            </li>
          ))}
        </ol>
      </section>
    );
  }

  #renderButton(
    question: QueuedQuestion,
    action: QueueItemAction,
    label: string,
    icon: string,
    isEnabled = true,
  ) {
    const { post, onEdit } = this.props;
    const run = (): void =>
      action === 'edit'
        ? onEdit(question)
        : post({ type: 'editQueueItem', id: question.id, action });
    return (
      <IconButton
        icon={icon}
        label={label}
        data-action={action}
        aria-describedby={`queued-${question.id}`}
        aria-disabled={!isEnabled}
        onClick={() => isEnabled && run()}
      />
    );
  }
}

function pauseReason(lastMessage: Message | undefined): string {
  return lastMessage?.kind === 'answer' && lastMessage.state !== 'complete'
    ? l10n.t('Queue paused: the last answer is incomplete.')
    : l10n.t('Queue paused. Select “Send Next” to continue.');
}
