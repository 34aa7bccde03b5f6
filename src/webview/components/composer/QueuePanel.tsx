// Above the message box: the questions that are asked one after the other, and what can be done with them.
import { Component, createRef } from 'preact';
import type { Message } from '../../../shared/conversation/conversation';
import type { QueuedQuestion } from '../../../shared/conversation/draft';
import type { QueueItemAction, QueueState } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';

interface Props {
  readonly queue: QueueState;
  /** The conversation's last message. */
  readonly last: Message | undefined;
  readonly post: Post;
  /** Takes a question back into the message box. */
  readonly edit: (question: QueuedQuestion) => void;
}

/** Where the focus stood: in which row, and on which button. */
interface Place {
  readonly row: number;
  readonly id: string;
  readonly action: string;
}

export class QueuePanel extends Component<Props> {
  readonly #panel = createRef<HTMLElement>();

  override getSnapshotBeforeUpdate(before: Readonly<Props>): Place | null {
    const button = document.activeElement;
    if (!(button instanceof HTMLElement) || !this.#panel.current?.contains(button)) {
      return null;
    }
    const id = button.closest('li')?.dataset['queued'] ?? '';
    const row = before.queue.questions.findIndex((question) => question.id === id);
    return { row, id, action: button.dataset['action'] ?? '' };
  }

  override componentDidUpdate(_props: Props, _state: object, focused?: Place | null): void {
    if (focused && !this.#panel.current?.contains(document.activeElement)) {
      // Its row has moved or gone: the focus stays with the row, else with its place.
      const { questions } = this.props.queue;
      const ids = [focused.id, questions[focused.row]?.id, questions.at(-1)?.id];
      const button = ids
        .map((id) => this.#button(id, focused.action))
        .find((found) => found !== undefined);
      (button ?? this.#box)?.focus();
    }
  }

  override componentWillUnmount(): void {
    if (this.#panel.current?.contains(document.activeElement)) {
      this.#box?.focus();
    }
  }

  get #box(): HTMLElement | undefined {
    return this.#panel.current?.closest('main')?.querySelector('textarea') ?? undefined;
  }

  #button(id: string | undefined, action: string): HTMLElement | undefined {
    const buttons = this.#panel.current?.querySelectorAll('button') ?? [];
    return [...buttons].find(
      (button) =>
        button.closest('li')?.dataset['queued'] === id && button.dataset['action'] === action,
    );
  }

  render() {
    const { queue, last, post } = this.props;
    const { questions, waits } = queue;
    return (
      <section class="queue" aria-label={l10n.t('Queued questions')} ref={this.#panel}>
        <div class="queue-head">
          <p>{waits ? whyItWaits(last) : l10n.t('Asked once the answer is complete:')}</p>
          {waits && (
            <button
              type="button"
              class="button"
              data-action="sendNext"
              onClick={() => post({ type: 'sendNext' })}
            >
              {l10n.t('Send next')}
            </button>
          )}
          <button
            type="button"
            class="icon-button codicon codicon-clear-all"
            aria-label={l10n.t('Empty queue')}
            title={l10n.t('Empty queue')}
            onClick={() => post({ type: 'clearQueue' })}
          />
        </div>
        <ol role="list" aria-label={l10n.t('Queue')}>
          {questions.map((question, index) => (
            <li key={question.id} data-queued={question.id}>
              <span class="queue-text" id={`queued-${question.id}`}>
                {question.text}
              </span>
              <span class="queue-actions">
                {this.#renderButton(question, 'edit', l10n.t('Edit'), 'edit')}
                {this.#renderButton(question, 'moveUp', l10n.t('Move up'), 'arrow-up', index === 0)}
                {this.#renderButton(
                  question,
                  'moveDown',
                  l10n.t('Move down'),
                  'arrow-down',
                  index === questions.length - 1,
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
    disabled = false,
  ) {
    const { post, edit } = this.props;
    return (
      <button
        type="button"
        class={`icon-button codicon codicon-${icon}`}
        data-action={action}
        aria-label={label}
        aria-describedby={`queued-${question.id}`}
        aria-disabled={disabled}
        title={label}
        onClick={() => {
          if (action === 'edit') {
            edit(question);
          } else if (!disabled) {
            post({ type: 'editQueueItem', id: question.id, action });
          }
        }}
      />
    );
  }
}

function whyItWaits(last: Message | undefined): string {
  return last?.kind === 'answer' && last.state !== 'complete'
    ? l10n.t('The queue waits: the last answer did not end well.')
    : l10n.t('The queue waits. Nothing is sent by itself.');
}
