// Some messages in a row: filled near the view, emptied far from it with their height kept.
import { Component, createRef, Fragment } from 'preact';
import type { OmittedTurns, Message } from '../../../shared/conversation/conversation';
import type { Notice, AutoRetryNotice } from '../../../shared/protocol/protocol';
import type { Post } from '../../host';
import { AnswerArticle } from '../answer/AnswerArticle';
import { estimatedHeight } from '../answer/MarkdownText';
import { PlainArticle } from './PlainArticle';
import { ErrorBoundary } from './ErrorBoundary';
import { OmittedTurnsDivider } from './OmittedTurnsDivider';
import { QuestionArticle } from './QuestionArticle';

export const messagesPerGroup = 25;

/** How far from the view groups are kept filled. */
const margin = '1500px 0px';

interface Props {
  readonly messages: readonly Message[];
  readonly leftOut: OmittedTurns | undefined;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly repetitions: Readonly<Record<string, AutoRetryNotice>>;
  /** Filled from the start. */
  readonly nearEnd: boolean;
  /** The last group: never emptied. */
  readonly newest: boolean;
  readonly busy: boolean;
  readonly post: Post;
}

interface State {
  readonly filled: boolean;
  /** Height while emptied, in CSS pixels. */
  readonly height: number;
}

export class MessageGroup extends Component<Props, State> {
  readonly #element = createRef<HTMLDivElement>();
  #observer: IntersectionObserver | undefined;

  constructor(props: Props) {
    super(props);
    this.state = { filled: props.nearEnd, height: groupHeight(props.messages) };
  }

  override componentDidMount(): void {
    const element = this.#element.current;
    if (element === null) {
      return;
    }
    this.#observer = new IntersectionObserver(
      (entries) => this.#didMove(element, entries.at(-1)?.isIntersecting ?? true),
      { root: element.closest('.log'), rootMargin: margin },
    );
    this.#observer.observe(element);
  }

  override componentWillUnmount(): void {
    this.#observer?.disconnect();
  }

  override shouldComponentUpdate(props: Readonly<Props>, state: Readonly<State>): boolean {
    const { messages, notices, repetitions } = this.props;
    return (
      state.filled !== this.state.filled ||
      props.newest !== this.props.newest ||
      props.busy !== this.props.busy ||
      props.leftOut !== this.props.leftOut ||
      props.messages.length !== messages.length ||
      props.messages.some(
        (message, index) =>
          message !== messages[index] ||
          props.notices[message.id] !== notices[message.id] ||
          props.repetitions[message.id] !== repetitions[message.id],
      )
    );
  }

  #didMove(element: HTMLElement, near: boolean): void {
    if (near) {
      this.setState({ filled: true });
    } else if (this.state.filled && !this.props.newest && !isInUse(element)) {
      this.setState({ filled: false, height: element.offsetHeight });
    }
  }

  render() {
    const { messages, leftOut, notices, repetitions, newest, busy, post } = this.props;
    const { filled, height } = this.state;
    if (!filled && !newest) {
      return <div class="group" ref={this.#element} style={{ height: `${height}px` }} />;
    }
    return (
      <div class="group" ref={this.#element}>
        {messages.map((message) => (
          <Fragment key={message.id}>
            <ErrorBoundary fallback={() => <PlainArticle message={message} />}>
              {message.kind === 'question' ? (
                <QuestionArticle question={message} busy={busy} post={post} />
              ) : (
                <AnswerArticle
                  answer={message}
                  notice={notices[message.id]}
                  repetition={repetitions[message.id]}
                  busy={busy}
                  post={post}
                />
              )}
            </ErrorBoundary>
            {leftOut !== undefined && isAnswerTo(message, leftOut.lastQuestionId) && (
              <OmittedTurnsDivider leftOut={leftOut} />
            )}
          </Fragment>
        ))}
      </div>
    );
  }
}

function isAnswerTo(message: Message, questionId: string): boolean {
  return message.kind === 'answer' && message.questionId === questionId;
}

/** Whether the reader has the focus or a selection in it. */
function isInUse(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return (
    element.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}

function groupHeight(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + 80 + estimatedHeight(message.text), 0);
}
