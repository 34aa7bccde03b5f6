// The chat page: conversation, panels about the next question, message box.
import * as l10n from '@vscode/l10n';
import { useContext, useMemo } from 'preact/hooks';
import { Emitter } from '../../../base/emitter';
import { missingSetupSteps } from '../../../conversation/common/connectionState';
import { omittedTurnsAt, runningAnswers } from '../../../conversation/common/conversation';
import { versionsOf, type Version } from '../../../conversation/common/versions';
import { useDocumentKeyDown } from '../../../platform/page/useDocumentKeyDown';
import type { ViewState } from '../../common/protocol';
import {
  ChatContext,
  PageContext,
  PlainMessagesContext,
  PreferencesContext,
  PromptProgressContext,
  usualPreferences,
  VersionsContext,
  type PageServices,
} from '../contexts';
import type { ChatFind } from '../find/chatFind';
import type { Post } from '../hostConnection';
import { FeatureProviders, FeaturesContext, Place } from '../pageFeatures';
import type { StickToBottom } from '../stickToBottom';
import type { ViewStore } from '../viewStore';
import { Announcer } from './Announcer';
import { BackgroundChatsBanner } from './composer/BackgroundChatsBanner';
import { Composer } from './composer/Composer';
import { QueuePanel } from './composer/QueuePanel';
import { ReadOnlyNote } from './composer/ReadOnlyNote';
import { EmptyHint } from './conversation/EmptyHint';
import { FindBar } from './conversation/FindBar';
import { MessageList } from './conversation/MessageList';
import { SpokenText } from './SpokenText';

interface Props {
  readonly store: ViewStore;
  readonly page: PageServices;
  readonly scroller: StickToBottom;
  readonly find: ChatFind;
}

const noMessages: readonly string[] = [];

export function App({ store, page, scroller, find }: Props) {
  const inserts = useMemo(() => new Emitter<string>(), []);
  const insert = (text: string): void => inserts.fire(text);
  const view = store.state.value;
  const conversation = view?.conversation;
  const id = conversation?.id ?? '';
  const isBusy = conversation !== undefined && runningAnswers(conversation).length > 0;
  const isReadOnly = conversation?.readOnly === true;
  const canAsk = !isBusy && !isReadOnly;
  const chat = useMemo(() => ({ id, isBusy, isReadOnly, canAsk }), [id, isBusy, isReadOnly]);
  const omitted = useMemo(
    () => conversation && omittedTurnsAt(conversation),
    [id, conversation?.omitted],
  );
  const lastId = conversation?.messages.at(-1)?.id;
  const versions = useMemo(
    () => (conversation === undefined ? new Map<string, Version>() : versionsOf(conversation)),
    [id, conversation?.offPath.length, conversation?.messages.length, lastId],
  );
  const features = useContext(FeaturesContext);
  const isStoppable =
    isBusy || (view !== undefined && features.some((feature) => feature.isBusy?.(view) === true));
  useEscape(isStoppable, page, find);
  return (
    <PageContext.Provider value={page}>
      <ChatContext.Provider value={chat}>
        <PreferencesContext.Provider value={view?.preferences ?? usualPreferences}>
          <main class="view">
            <h1 class="visually-hidden">{l10n.t('Portico chat')}</h1>
            {view?.backgroundChats !== undefined && view.backgroundChats.id !== id && (
              <BackgroundChatsBanner chats={view.backgroundChats} />
            )}
            {find.state.value.open && <FindBar find={find} />}
            <div class="conversation">
              <FeatureProviders view={view}>
                <VersionsContext.Provider value={versions}>
                  <PlainMessagesContext.Provider value={view?.plainMessages ?? noMessages}>
                    <PromptProgressContext.Provider value={view?.promptProgress}>
                      <MessageList view={view} omitted={omitted} scroller={scroller} />
                    </PromptProgressContext.Provider>
                  </PlainMessagesContext.Provider>
                </VersionsContext.Provider>
              </FeatureProviders>
              {view?.conversation.messages.length === 0 && (
                <div class="welcome">
                  <Place of="welcome" props={{ view }} />
                  {isSetUp(view) && <EmptyHint view={view} onExample={insert} />}
                </div>
              )}
            </div>
            {view !== undefined && <Panels view={view} post={page.post} onLateEdit={insert} />}
            <Composer
              store={store}
              post={page.post}
              createAssistant={
                features.find(({ createAssistant }) => createAssistant)?.createAssistant
              }
              onInsert={inserts.event}
              onAsked={() => scroller.scrollToEnd()}
            />
            <Announcer store={store} />
            <SpokenText store={store} />
          </main>
        </PreferencesContext.Provider>
      </ChatContext.Provider>
    </PageContext.Provider>
  );
}

/** The panels between the conversation and the message box. */
function Panels(props: {
  readonly view: ViewState;
  readonly post: Post;
  /** Puts the text of a question into the message box that was sent while it was edited. */
  readonly onLateEdit: (text: string) => void;
}) {
  const { view, post, onLateEdit } = props;
  const { conversation, queue, preferences } = view;
  return (
    <>
      <Place of="panels" props={{ view }} />
      {queue.questions.length > 0 && (
        <QueuePanel
          queue={queue}
          lastMessage={conversation.messages.at(-1)}
          post={post}
          onLateEdit={onLateEdit}
        />
      )}
      {conversation.readOnly === true && <ReadOnlyNote />}
      {preferences.isHistoryOff === true && (
        <p class="history-off">{l10n.t("History is off. This chat won't be saved.")}</p>
      )}
    </>
  );
}

function isSetUp({ connection, conversation }: ViewState): boolean {
  return missingSetupSteps(connection, conversation.model).length === 0;
}

/** Escape stops what runs, or else removes the highlights of a search. */
function useEscape(isStoppable: boolean, { post }: PageServices, find: ChatFind): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) {
      return;
    }
    if (isStoppable) {
      event.preventDefault();
      post({ type: 'stop' });
    } else {
      find.clearHighlights();
    }
  };
  useDocumentKeyDown(onKeyDown, [isStoppable]);
}
