// Consecutive messages of a conversation: rendered near the view, an empty box of the same height elsewhere.
import * as l10n from '@vscode/l10n';
import { Component, createRef, Fragment } from 'preact';
import type { AnswerGroups } from '../../../../conversation/common/answerGroups';
import type {
  Answer,
  Message,
  OmittedTurns,
  Question,
} from '../../../../conversation/common/conversation';
import type { AdjustmentNotice, Notice } from '../../../../platform/common/notice';
import { AnswerGroup } from '../answer/AnswerGroup';
import { estimateHeight } from '../answer/MarkdownText';
import { MessageErrorBoundary } from './MessageErrorBoundary';
import { PlainText } from './PlainText';
import { QuestionArticle } from './QuestionArticle';

export const messagesPerGroup = 25;

/** Groups within this distance of the view are rendered. */
const renderMargin = '1500px 0px';

/** Height of a message besides its text, in CSS pixels. */
const messageFrameHeight = 80;

interface Props {
  readonly messages: readonly Message[];
  /** The message before them: the question of the first one, if that is an answer. */
  readonly before: Message | undefined;
  readonly omitted: OmittedTurns | undefined;
  readonly answerGroups: AnswerGroups;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly adjustments: Readonly<Record<string, AdjustmentNotice>>;
  /** Rendered from the start. */
  readonly isNearEnd: boolean;
  /** Never emptied. */
  readonly isLast: boolean;
}

interface State {
  readonly isRendered: boolean;
  /** Height of the empty box, in CSS pixels. */
  readonly height: number;
}

export class MessageGroup extends Component<Props, State> {
  readonly #element = createRef<HTMLDivElement>();
  #observer: IntersectionObserver | undefined;

  constructor(props: Props) {
    super(props);
    this.state = { isRendered: props.isNearEnd, height: estimateGroupHeight(props.messages) };
  }

  override componentDidMount(): void {
    const element = this.#element.current;
    if (element === null) {
      return;
    }
    this.#observer = new IntersectionObserver(
      (entries) => this.#didMove(element, entries.at(-1)?.isIntersecting ?? true),
      { root: element.closest('.log'), rootMargin: renderMargin },
    );
    this.#observer.observe(element);
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
  }

  override shouldComponentUpdate(next: Readonly<Props>, state: Readonly<State>): boolean {
    const { props } = this;
    return (
      state.isRendered !== this.state.isRendered ||
      next.isLast !== props.isLast ||
      next.omitted !== props.omitted ||
      next.messages.length !== props.messages.length ||
      next.messages.some(
        (message, index) =>
          message !== props.messages[index] ||
          next.notices[message.id] !== props.notices[message.id] ||
          next.adjustments[message.id] !== props.adjustments[message.id] ||
          (message.kind === 'answer' && next.answerGroups.has(message.questionId)),
      )
    );
  }

  #didMove(element: HTMLElement, isNearView: boolean): void {
    if (isNearView) {
      this.setState({ isRendered: true });
    } else if (this.state.isRendered && !this.props.isLast && !isInUse(element)) {
      this.setState({ isRendered: false, height: element.offsetHeight });
    }
  }

  render() {
    const { messages, before, omitted, answerGroups, notices, adjustments, isLast } = this.props;
    const { isRendered, height } = this.state;
    if (!isRendered && !isLast) {
      return <div class="message-group" ref={this.#element} style={{ height: `${height}px` }} />;
    }
    const groupOf = (message: Message): readonly Answer[] | undefined =>
      message.kind === 'answer' ? answerGroups.get(message.questionId) : undefined;
    return (
      <div class="message-group" ref={this.#element}>
        {messages.map((message, index) => (
          <Fragment key={groupOf(message)?.[0]?.id ?? message.id}>
            <MessageErrorBoundary message={message}>
              {message.kind === 'question' ? (
                <QuestionArticle question={message} />
              ) : (
                <AnswerGroup
                  answers={groupOf(message) ?? [message]}
                  chosen={message}
                  question={questionOf(message, index === 0 ? before : messages[index - 1])}
                  notices={notices}
                  adjustments={adjustments}
                />
              )}
            </MessageErrorBoundary>
            {omitted !== undefined && isAnswerTo(message, omitted.lastQuestionId) && (
              <OmittedTurnsDivider omitted={omitted} />
            )}
          </Fragment>
        ))}
      </div>
    );
  }
}

function questionOf({ questionId }: Answer, before: Message | undefined): Question | undefined {
  return before?.kind === 'question' && before.id === questionId ? before : undefined;
}

/** Turns above it are not sent, or sent as a summary. */
function OmittedTurnsDivider({ omitted: { summary } }: { readonly omitted: OmittedTurns }) {
  return (
    <div class="omitted-turns">
      <p>
        {summary === undefined
          ? l10n.t('Messages above are no longer sent to the model')
          : l10n.t('Messages above are sent as a summary')}
      </p>
      {summary !== undefined && (
        <details>
          <summary>{l10n.t('Summarized by {0}', summary.model)}</summary>
          <PlainText text={summary.text} />
        </details>
      )}
    </div>
  );
}

function isAnswerTo(message: Message, questionId: string): boolean {
  return message.kind === 'answer' && message.questionId === questionId;
}

/** Whether the focus or the selection is in the element. */
function isInUse(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return (
    element.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}

function estimateGroupHeight(messages: readonly Message[]): number {
  return messages.reduce((sum, { text }) => sum + messageFrameHeight + estimateHeight(text), 0);
}
