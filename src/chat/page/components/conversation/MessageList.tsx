// The conversation: messages in groups, of which those far from the view are emptied.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import { answerGroups, type AnswerGroups } from '../../../../conversation/common/answerGroups';
import {
  runningAnswers,
  type Message,
  type OmittedTurns,
} from '../../../../conversation/common/conversation';
import { IconButton } from '../../../../platform/page/controls';
import type { ViewState } from '../../../common/protocol';
import type { StickToBottom } from '../../stickToBottom';
import { MessageGroup, messagesPerGroup } from './MessageGroup';

interface Props {
  readonly view: ViewState | undefined;
  readonly omitted: OmittedTurns | undefined;
  readonly scroller: StickToBottom;
}

const noGroups: AnswerGroups = new Map();

/** A last group with fewer messages may not fill the view. */
const minLastGroup = 10;

export class MessageList extends Component<Props> {
  readonly #box = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    if (this.#box.current !== null && this.#content.current !== null) {
      this.props.scroller.attach(this.#box.current, this.#content.current);
    }
  }

  override componentDidUpdate({ view }: Readonly<Props>): void {
    if (view?.conversation.id !== this.props.view?.conversation.id) {
      this.props.scroller.reset();
    }
  }

  override componentWillUnmount(): void {
    this.props.scroller.detach();
  }

  render() {
    const { view, omitted, scroller } = this.props;
    const messages = view?.conversation.messages ?? [];
    const groupsOfAnswers = view === undefined ? noGroups : answerGroups(view.conversation);
    const groups: (readonly Message[])[] = [];
    for (let start = 0; start < messages.length; start += messagesPerGroup) {
      groups.push(messages.slice(start, start + messagesPerGroup));
    }
    const groupsInView = (groups.at(-1)?.length ?? 0) < minLastGroup ? 2 : 1;
    return (
      <>
        <div
          class="log"
          role="log"
          aria-label={l10n.t('Conversation')}
          aria-live="off"
          aria-busy={view !== undefined && runningAnswers(view.conversation).length > 0}
          tabIndex={0}
          ref={this.#box}
        >
          <div class="log-content" ref={this.#content}>
            {groups.map((group, index) => (
              <MessageGroup
                key={`${view?.conversation.id}/${index}`}
                messages={group}
                before={messages[index * messagesPerGroup - 1]}
                omitted={omitted}
                answerGroups={groupsOfAnswers}
                notices={view?.notices ?? {}}
                adjustments={view?.adjustments ?? {}}
                isNearEnd={index >= groups.length - groupsInView}
                isLast={index === groups.length - 1}
              />
            ))}
          </div>
        </div>
        {!scroller.isAtEnd.value && <JumpButton onEnd={() => scroller.scrollToEnd()} />}
      </>
    );
  }
}

/** Is shown at the foot of the conversation while the user is not at its end. */
function JumpButton({ onEnd }: { readonly onEnd: () => void }) {
  const label = l10n.t('Jump to latest');
  const lines = [
    label,
    l10n.t('Previous question: {0}', l10n.t('Alt+Up')),
    l10n.t('Next question: {0}', l10n.t('Alt+Down')),
  ];
  return (
    <IconButton
      icon="arrow-down"
      classes="jump-to-end"
      label={label}
      title={lines.join('\n')}
      onClick={onEnd}
    />
  );
}
