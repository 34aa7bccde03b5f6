// The entry of the browser side: builds the parts and connects them.
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './components/App';
import { connectHost, type Host } from './host';
import { listenToCode } from './codeActions';
import { listenToLinks } from './linkClicks';
import { focusPicked } from './pickedFocus';
import { Painter } from './painter';
import { forgetAskedEdits } from './questionEdits';
import { focusArrow } from './versionFocus';
import { ViewStore } from './viewStore';
import { Emitter } from '../base/emitter';
import './styles/main.css';

const focusRequests = new Emitter<void>();
const store = new ViewStore(new Painter(), () => post({ type: 'ready' }));
const { post, remember }: Host = connectHost((message) => {
  if (message.type === 'focusComposer') {
    focusRequests.fire();
  } else {
    store.receive(message);
  }
});

const shownConversation = computed(() => store.state.value?.conversation.id);

const root = document.getElementById('root');
if (root !== null) {
  render(<App store={store} post={post} onFocusRequest={focusRequests.event} />, root);
}
listenToLinks(post);
listenToCode(post);
store.onDidShow(focusPicked);
store.onDidShow(focusArrow);
store.onDidShow(forgetAskedEdits);
effect(() => {
  const conversation = shownConversation.value;
  if (conversation !== undefined) {
    remember({ conversation });
  }
});
window.addEventListener('focus', () => post({ type: 'focused' }));
post({ type: 'ready' });
