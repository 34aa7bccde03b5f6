// Starts the chat page: creates its objects and connects them.
import { computed, effect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { Emitter } from '../../base/emitter';
import { shownByPath } from '../../conversation/common/answerGroups';
import type { Message } from '../../conversation/common/conversation';
import { wrapCode } from '../../markdown/page/code/codeBlock';
import { isHighlighting } from '../../markdown/page/code/highlightQueue';
import { fileReferences } from '../../markdown/page/fileReferences';
import { isRendering } from '../../markdown/page/renderQueue';
import { focusComposer, focusComposerFirst } from '../../platform/page/focus';
import { enableRovingFocus } from '../../platform/page/rovingFocus';
import type { FeatureCommand } from '../common/features';
import type { ReduceView } from '../common/viewState';
import { listenToCodeButtons, listenToTableButtons, showInserted } from './codeActions';
import { App } from './components/App';
import { editQuestion, listenToContextMenu } from './components/contextMenu';
import type { PageServices } from './contexts';
import { ChatFind } from './find/chatFind';
import { goToMessage, jumpToQuestion, type JumpDirection } from './find/questionJumps';
import { registerShortcuts } from './find/shortcuts';
import { connectHost, type Post } from './hostConnection';
import { listenToLinks } from './linkClicks';
import { FeaturesContext, type PageFeature } from './pageFeatures';
import { focusAfter, trackFocus } from './pageFocus';
import { StickToBottom } from './stickToBottom';
import { UiState } from './uiState';
import { ViewStore } from './viewStore';
import './styles/main.css';

/** @param reduceView replays the host's events, those of the features too */
export function startPage(features: readonly PageFeature[], reduceView: ReduceView): void {
  const bundle = document.querySelector('meta[id="portico-l10n"]')?.getAttribute('content');
  l10n.config({ contents: bundle ?? '{}' });

  const store = new ViewStore(reduceView);
  const chatId = computed(() => store.state.value?.conversation.id);
  const { post, saveState, listen } = connectHost(() => chatId.value);
  const reportFocus = trackFocus(post);
  const ui = new UiState();
  const scroller = new StickToBottom();
  const find = new ChatFind(store, scroller);
  const commandEnded = new Emitter<FeatureCommand>();
  const messages = (): readonly (readonly Message[])[] =>
    store.state.value === undefined ? [] : shownByPath(store.state.value.conversation);
  const jump = (direction: JumpDirection): void =>
    void jumpToQuestion(direction, messages, scroller);

  listen((message) => {
    if (message.type === 'focusComposer') {
      focusComposer();
      // A confirmation: the window has no focus event when the page had the focus before.
      reportFocus();
    } else if (message.type === 'editQuestion') {
      editQuestion(message.messageId);
    } else if (message.type === 'codeInserted') {
      showInserted(message);
    } else if (message.type === 'commandEnded') {
      commandEnded.fire(message.command);
    } else if (message.type === 'reveal') {
      void find.reveal(message);
    } else {
      store.receive(message);
      if (message.type === 'snapshot' || message.event.type === 'opened') {
        reportWhenRendered(post);
      }
    }
  });
  for (const { start } of features) {
    start?.({ post, state: store.state, onDidEnd: commandEnded.event });
  }
  const root = document.getElementById('root');
  if (root !== null) {
    const goTo: PageServices['goTo'] = (messageId, findPart) =>
      void goToMessage({ messages, messageId, stickToBottom: scroller }, findPart);
    const page: PageServices = {
      post,
      ui,
      lastAppended: store.lastAppended.bind(store),
      holdPosition: () => scroller.holdPosition(),
      goTo,
    };
    render(
      <FeaturesContext.Provider value={features}>
        <App {...{ store, scroller, find, page }} />
      </FeaturesContext.Provider>,
      root,
    );
  }
  listenToLinks(post);
  fileReferences.connect((paths) => post({ type: 'fileReferencesSeen', paths: [...paths] }));
  listenToCodeButtons(
    post,
    features.flatMap(({ codeBlock }) => codeBlock?.(post) ?? []),
    () => scroller.holdPosition(),
  );
  listenToTableButtons();
  listenToContextMenu();
  registerShortcuts(find, jump);
  enableRovingFocus();
  store.onDidMissEvents(() => post({ type: 'ready' }));
  store.onDidShow((events) => {
    ui.update(events, store.state.value);
    focusAfter(events, ui);
    if (events.some(({ type }) => type === 'versionShown')) {
      scroller.holdPosition();
    }
  });
  effect(() => fileReferences.didResolve(store.state.value?.fileReferences ?? []));
  effect(() => wrapCode(store.state.value?.preferences.wrapsCode === true));
  effect(() => {
    if (chatId.value !== undefined) {
      saveState({ conversation: chatId.value });
    }
  });
  focusComposerFirst();
  post({ type: 'ready' });
}

/**
 * Reports to the host that what it sent is on the screen. If two pages do not get so far, the host shows the last answer
 * as plain text (see `renderGuard.ts`).
 */
function reportWhenRendered(post: Post): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      if (isRendering() || isHighlighting()) {
        reportWhenRendered(post);
      } else {
        post({ type: 'rendered' });
      }
    });
  });
}
