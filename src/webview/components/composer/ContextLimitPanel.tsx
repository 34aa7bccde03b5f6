// Above the message box: a question that may not fit waits, and the user says what is to be left out.
import { Component, createRef } from 'preact';
import type { TrimAction, ContextLimitPrompt } from '../../../shared/conversation/contextBudget';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { aboutTokens, tokensText } from '../../tokensText';
import { Icon } from '../Icon';

interface Props {
  readonly room: ContextLimitPrompt;
  readonly post: Post;
}

export class ContextLimitPanel extends Component<Props> {
  readonly #panel = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    // What is being typed meanwhile would go nowhere.
    if (this.props.room.isQueued !== true) {
      this.#panel.current?.focus();
    }
  }

  override componentDidUpdate(before: Readonly<Props>): void {
    // The buttons change places with "Stop": what had the focus is gone.
    if (before.room.isSummarizing !== this.props.room.isSummarizing) {
      this.#panel.current?.focus();
    }
  }

  #choose(way: TrimAction): void {
    this.props.post({ type: 'trimContext', action: way });
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      this.#choose(this.props.room.isSummarizing ? 'stopSummary' : 'cancel');
    }
  }

  render() {
    const { room } = this.props;
    return (
      <div
        ref={this.#panel}
        class="room"
        role="alertdialog"
        aria-labelledby="room-title"
        aria-describedby="room-text"
        tabIndex={-1}
        onKeyDown={(event) => this.#pressed(event)}
      >
        <h2 id="room-title">{l10n.t('The request may not fit')}</h2>
        <div id="room-text">
          {sentences(room).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {room.summaryError !== undefined && (
            <p class="room-problem">
              <Icon name="warning" />
              <span>{l10n.t('There is no summary. {0}', room.summaryError)}</span>
            </p>
          )}
        </div>
        {room.isSummarizing ? this.#renderProgress() : this.#renderButtons()}
      </div>
    );
  }

  #renderProgress() {
    const { model } = this.props.room;
    return (
      <>
        <p class="room-progress" role="status">
          <Icon name="loading" spin />
          <span>{l10n.t('{0} is summarising them…', model)}</span>
        </p>
        <div class="room-buttons">{this.#button('stopSummary', l10n.t('Stop'), 'button secondary')}</div>
      </>
    );
  }

  #renderButtons() {
    const { omittable: turns, canSummarize: summarisable } = this.props.room;
    return (
      <div class="room-buttons">
        {turns !== undefined && this.#button('omit', l10n.t('Drop the oldest turns'), 'button')}
        {summarisable && this.#button('summarize', l10n.t('Summarise them'), 'button secondary')}
        {this.#button('send', l10n.t('Send as it is'), 'button secondary')}
        {this.#button('cancel', l10n.t('Cancel'), 'button secondary')}
      </div>
    );
  }

  #button(way: TrimAction, label: string, style: string) {
    return (
      <button key={way} type="button" class={style} onClick={() => this.#choose(way)}>
        {label}
      </button>
    );
  }
}

function sentences({
  budget,
  model,
  omittable: turns,
  canSummarize: summarisable,
}: ContextLimitPrompt): readonly string[] {
  const size = l10n.t(
    'With the conversation so far it comes to about {0} tokens; {1} takes {2}, the answer included.',
    aboutTokens(budget.requestTokens),
    model,
    tokensText(budget.contextLength),
  );
  if (turns === undefined) {
    return [size, l10n.t('No earlier turn is sent with it that could be left out.')];
  }
  const { count, from, remainingTokens: tokensLeft } = turns;
  const left = aboutTokens(tokensLeft);
  const without =
    count === 1
      ? l10n.t('The oldest turn can be left out: “{0}”. About {1} tokens would remain.', from, left)
      : l10n.t(
          'The {0} oldest turns can be left out, from “{1}” on. About {2} tokens would remain.',
          count,
          from,
          left,
        );
  return summarisable
    ? [size, without]
    : [size, without, l10n.t('They are too long to be summarised in one request.')];
}
