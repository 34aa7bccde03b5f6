// The conversation: messages in groups, those far from the view emptied, the end followed.
import { Component, createRef } from 'preact';
import type { OmittedTurns, Message } from '../../../shared/conversation/conversation';
import type { Notice, AutoRetryNotice } from '../../../shared/protocol/protocol';
import type { JumpWay } from '../../find/questionJumps';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import type { StickToBottom } from '../../scrolling';
import { JumpButtons } from './JumpButtons';
import { MessageGroup, messagesPerGroup } from './MessageGroup';

interface Props {
  readonly conversationId: string;
  readonly messages: readonly Message[];
  readonly leftOut: OmittedTurns | undefined;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly repetitions: Readonly<Record<string, AutoRetryNotice>>;
  readonly busy: boolean;
  readonly post: Post;
  readonly follower: StickToBottom;
  readonly onJump: (way: JumpWay) => void;
}

export class MessageList extends Component<Props> {
  readonly #box = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLDivElement>();

  override componentDidMount(): void {
    if (this.#box.current !== null && this.#content.current !== null) {
      this.props.follower.attach(this.#box.current, this.#content.current);
    }
  }

  override componentDidUpdate(before: Readonly<Props>): void {
    // Where the reader was in another conversation says nothing of this one.
    if (before.conversationId !== this.props.conversationId) {
      this.props.follower.startAnew();
    }
  }

  override componentWillUnmount(): void {
    this.props.follower.detach();
  }

  render() {
    const {
      conversationId,
      messages,
      leftOut,
      notices,
      repetitions,
      busy,
      post,
      follower,
      onJump,
    } = this.props;
    const groups: (readonly Message[])[] = [];
    for (let start = 0; start < messages.length; start += messagesPerGroup) {
      groups.push(messages.slice(start, start + messagesPerGroup));
    }
    return (
      <>
        <div
          class="log"
          role="log"
          aria-label={l10n.t('Conversation')}
          aria-live="off"
          aria-busy={busy}
          tabIndex={0}
          ref={this.#box}
        >
          <div class="log-content" ref={this.#content}>
            {groups.map((group, index) => (
              <MessageGroup
                key={`${conversationId}/${index}`}
                messages={group}
                leftOut={leftOut}
                notices={notices}
                repetitions={repetitions}
                nearEnd={index >= groups.length - (isShort(groups.at(-1)) ? 2 : 1)}
                newest={index === groups.length - 1}
                busy={busy}
                post={post}
              />
            ))}
          </div>
        </div>
        {!follower.atEnd.value && <JumpButtons onJump={onJump} onEnd={() => follower.toEnd()} />}
      </>
    );
  }
}

/** Whether a last group needs the one before it to fill the view. */
function isShort(group: readonly Message[] | undefined): boolean {
  return group !== undefined && group.length < 10;
}
