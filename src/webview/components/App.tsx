// The whole view: conversation, what is missing, message box.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Emitter, type Event } from '../../base/emitter';
import { omittedTurnsAt, runningAnswer } from '../../shared/conversation/conversation';
import type { QueuedQuestion } from '../../shared/conversation/draft';
import { missingSteps } from '../../shared/protocol/setupSteps';
import type { UsageView, ViewState } from '../../shared/protocol/protocol';
import { type Version, versionsOf } from '../../shared/conversation/versions';
import type { ChatFind } from '../find/chatFind';
import type { JumpWay } from '../find/questionJumps';
import type { Post } from '../host';
import * as l10n from '@vscode/l10n';
import type { StickToBottom } from '../scrolling';
import { versionShown } from '../versionFocus';
import type { ViewStore } from '../viewStore';
import { Figures } from './answer/AnswerDetails';
import { Announcer } from './Announcer';
import { Composer } from './composer/Composer';
import { MessageList } from './conversation/MessageList';
import { FindBar } from './conversation/FindBar';
import { BackgroundChatsBanner } from './composer/BackgroundChatsBanner';
import { SendWith } from './conversation/QuestionEdit';
import { Versions } from './conversation/VersionSwitch';
import { QueuePanel } from './composer/QueuePanel';
import { ContextLimitPanel } from './composer/ContextLimitPanel';
import { SetupPanel } from './setup/SetupPanel';
import { GatewayChangePanel } from './composer/GatewayChangePanel';
import { EmptyHint } from './setup/EmptyHint';

const noFigures: UsageView = { answers: {}, total: [] };

interface Props {
  readonly store: ViewStore;
  readonly post: Post;
  readonly onFocusRequest: Event<void>;
  readonly follower: StickToBottom;
  readonly find: ChatFind;
  readonly onJump: (way: JumpWay) => void;
}

export function App({ store, post: postShown, onFocusRequest, follower, find, onJump }: Props) {
  const edits = useMemo(() => new Emitter<QueuedQuestion>(), []);
  const view = store.state.value;
  const chat = view?.conversation.id;
  // What a box still has to tell when its chat goes is about that chat.
  const post = useMemo<Post>(
    () =>
      (command, of = chat) =>
        postShown(command, of),
    [postShown, chat],
  );
  const running = view !== undefined && runningAnswer(view.conversation) !== undefined;
  const stoppable = running || view?.contextLimitPrompt?.isSummarizing === true;
  const conversation = view?.conversation;
  const leftOut = useMemo(
    () => conversation && omittedTurnsAt(conversation),
    [conversation?.id, conversation?.omitted],
  );
  const versions = useMemo(
    () => (conversation === undefined ? new Map<string, Version>() : versionsOf(conversation)),
    [conversation?.id, conversation?.offPath, conversation?.messages.length],
  );
  useEffect(() => {
    const subscription = store.onDidShow((events) => {
      if (versionShown(events) !== undefined) {
        follower.stay();
      }
    });
    return () => subscription.dispose();
  }, [store, follower]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) {
        return;
      }
      if (stoppable) {
        event.preventDefault();
        post({ type: 'stop' });
      } else {
        find.unmark();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [stoppable, post, find]);
  return (
    <main class="view">
      <h1 class="visually-hidden">{l10n.t('Portico chat')}</h1>
      {view?.backgroundChats !== undefined && (
        <BackgroundChatsBanner others={view.backgroundChats} post={post} />
      )}
      {find.state.value.open && <FindBar find={find} />}
      <div class="stage">
        <Articles view={view} versions={versions}>
          <MessageList
            conversationId={view?.conversation.id ?? ''}
            messages={view?.conversation.messages ?? []}
            leftOut={leftOut}
            notices={view?.notices ?? {}}
            repetitions={view?.autoRetries ?? {}}
            busy={running}
            post={post}
            follower={follower}
            onJump={onJump}
          />
        </Articles>
        {view !== undefined && view.conversation.messages.length === 0 && (
          <div class="welcome">
            {isComplete(view) ? <EmptyHint view={view} /> : <SetupPanel view={view} post={post} />}
          </div>
        )}
      </div>
      {view !== undefined && view.conversation.messages.length > 0 && !isComplete(view) && (
        <SetupPanel view={view} post={post} compact />
      )}
      {view?.contextLimitPrompt !== undefined && (
        <ContextLimitPanel room={view.contextLimitPrompt} post={post} />
      )}
      {view?.gatewayChangePrompt !== undefined && (
        <GatewayChangePanel question={view.gatewayChangePrompt} post={post} />
      )}
      {view !== undefined && view.queue.questions.length > 0 && (
        <QueuePanel
          queue={view.queue}
          last={view.conversation.messages.at(-1)}
          post={post}
          edit={(question) => edits.fire(question)}
        />
      )}
      {view?.preferences.historyOff === true && (
        <p class="not-kept">{l10n.t('History is off: what is asked now is not kept.')}</p>
      )}
      <Composer
        store={store}
        post={post}
        onFocusRequest={onFocusRequest}
        onEditRequest={edits.event}
        onAsked={() => follower.toEnd()}
      />
      <Announcer store={store} />
    </main>
  );
}

/** What articles know without being drawn anew for it. */
function Articles(props: {
  readonly view: ViewState | undefined;
  readonly versions: ReadonlyMap<string, Version>;
  readonly children: ComponentChildren;
}) {
  const { view, versions, children } = props;
  return (
    <Figures.Provider value={view?.usage ?? noFigures}>
      <Versions.Provider value={versions}>
        <SendWith.Provider value={view?.preferences.sendWith ?? 'enter'}>
          {children}
        </SendWith.Provider>
      </Versions.Provider>
    </Figures.Provider>
  );
}

function isComplete(view: ViewState): boolean {
  return missingSteps(view.connection, view.conversation.model).length === 0;
}
