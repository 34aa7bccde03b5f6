// The whole view: conversation, what is missing, message box.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Emitter, type Event } from '../../base/emitter';
import { leftOutAt, runningAnswer } from '../../shared/conversation';
import type { QueuedQuestion } from '../../shared/draft';
import { missingSteps } from '../../shared/missingSteps';
import type { ViewFigures, ViewState } from '../../shared/protocol';
import { type Version, versionsOf } from '../../shared/versions';
import type { ChatFind } from '../find/chatFind';
import type { JumpWay } from '../find/questionJumps';
import type { Post } from '../host';
import { t } from '../l10n';
import type { EndFollower } from '../scrolling';
import { versionShown } from '../versionFocus';
import type { ViewStore } from '../viewStore';
import { Figures } from './AnswerDetails';
import { Announcer } from './Announcer';
import { Composer } from './Composer';
import { ConversationLog } from './ConversationLog';
import { FindBar } from './FindBar';
import { OthersLine } from './OthersLine';
import { SendWith } from './QuestionEdit';
import { Versions } from './VersionSwitch';
import { QueuePanel } from './QueuePanel';
import { RoomPanel } from './RoomPanel';
import { SetupPanel } from './SetupPanel';
import { MovePanel } from './MovePanel';
import { EmptyHint } from './EmptyHint';

const noFigures: ViewFigures = { answers: {}, total: [] };

interface Props {
  readonly store: ViewStore;
  readonly post: Post;
  readonly onFocusRequest: Event<void>;
  readonly follower: EndFollower;
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
  const stoppable = running || view?.room?.summarising === true;
  const conversation = view?.conversation;
  const leftOut = useMemo(
    () => conversation && leftOutAt(conversation),
    [conversation?.id, conversation?.leftOut],
  );
  const versions = useMemo(
    () => (conversation === undefined ? new Map<string, Version>() : versionsOf(conversation)),
    [conversation?.id, conversation?.aside, conversation?.messages.length],
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
      <h1 class="visually-hidden">{t('Portico chat')}</h1>
      {view?.others !== undefined && <OthersLine others={view.others} post={post} />}
      {find.state.value.open && <FindBar find={find} />}
      <div class="stage">
        <Articles view={view} versions={versions}>
          <ConversationLog
            conversationId={view?.conversation.id ?? ''}
            messages={view?.conversation.messages ?? []}
            leftOut={leftOut}
            notices={view?.notices ?? {}}
            repetitions={view?.repetitions ?? {}}
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
      {view?.room !== undefined && <RoomPanel room={view.room} post={post} />}
      {view?.moveQuestion !== undefined && <MovePanel question={view.moveQuestion} post={post} />}
      {view !== undefined && view.queue.questions.length > 0 && (
        <QueuePanel
          queue={view.queue}
          last={view.conversation.messages.at(-1)}
          post={post}
          edit={(question) => edits.fire(question)}
        />
      )}
      {view?.preferences.historyOff === true && (
        <p class="not-kept">{t('History is off: what is asked now is not kept.')}</p>
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
    <Figures.Provider value={view?.figures ?? noFigures}>
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
