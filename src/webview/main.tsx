// The entry of the browser side: builds the parts and connects them.
import { computed, effect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { App } from './components/App';
import { ChatFind } from './find/chatFind';
import { listenToKeys } from './find/keys';
import { jumpToQuestion, type JumpWay } from './find/questionJumps';
import { connectHost, type Post } from './host';
import { listenToCode } from './codeActions';
import { listenToLinks } from './linkClicks';
import { focusPicked } from './pickedFocus';
import { PaintScheduler } from './paintScheduler';
import { followEdits } from './questionEdits';
import { StickToBottom } from './scrolling';
import { focusArrow } from './versionFocus';
import { ViewStore } from './viewStore';
import { Emitter } from '../base/emitter';
import './styles/main.css';

// The host writes VS Code's translations into the page; without any, the English text is shown.
l10n.config({
  contents: document.querySelector('meta[id="portico-l10n"]')?.getAttribute('content') ?? '{}',
});

const focusRequests = new Emitter<void>();
const store = new ViewStore(new PaintScheduler(), () => post({ type: 'ready' }));
const host = connectHost((message) => {
  switch (message.type) {
    case 'focusComposer':
      focusRequests.fire();
      return;
    case 'reveal':
      void find.reveal(message);
      return;
    default:
      store.receive(message);
  }
});
const post: Post = (command, chat = store.state.value?.conversation.id) => host.post(command, chat);
const follower = new StickToBottom();
const find = new ChatFind(store, follower);
const jump = (way: JumpWay): void =>
  void jumpToQuestion(way, () => store.state.value?.conversation.messages ?? [], follower);

const shownConversation = computed(() => store.state.value?.conversation.id);

const root = document.getElementById('root');
if (root !== null) {
  const onFocusRequest = focusRequests.event;
  render(<App {...{ store, post, onFocusRequest, follower, find }} onJump={jump} />, root);
}
listenToLinks(post);
listenToCode(post);
listenToKeys(find, jump);
store.onDidShow(focusPicked);
store.onDidShow(focusArrow);
store.onDidShow((events) => followEdits(events, store.state.value));
effect(() => {
  const conversation = shownConversation.value;
  if (conversation !== undefined) {
    host.remember({ conversation });
  }
});
window.addEventListener('focus', () => post({ type: 'focused' }));
post({ type: 'ready' });
