// The message box and its buttons. It never loses text that the user has typed.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import { DisposableStore } from '../../../../base/disposable';
import type { Event } from '../../../../base/emitter';
import { runningAnswers } from '../../../../conversation/common/conversation';
import type { ConversationEvent } from '../../../../conversation/common/conversationEvent';
import { prependText, type SentQuestion } from '../../../../conversation/common/draft';
import { focusComposer } from '../../../../platform/page/focus';
import type { ViewEvent, ViewState } from '../../../common/protocol';
import { handleEnter, textAfterSending } from '../../composerRules';
import { usualPreferences } from '../../contexts';
import type { Post } from '../../hostConnection';
import { Place, type PageFeature } from '../../pageFeatures';
import { UnsentText } from '../../unsentText';
import type { ViewStore } from '../../viewStore';
import { textFieldMenu } from '../contextMenu';
import { ComposerBar } from './ComposerBar';
import { QuestionRecall } from './questionRecall';

interface Props {
  readonly store: ViewStore;
  readonly post: Post;
  /** Fires with text that is put into the box, before what is there. */
  readonly createAssistant: PageFeature['createAssistant'];
  readonly onInsert: Event<string>;
  /** Called when a question of this window is asked. */
  readonly onAsked: () => void;
}

export class Composer extends Component<Props, { readonly isBlank: boolean }> {
  override state = { isBlank: true };
  readonly #box = createRef<HTMLTextAreaElement>();
  readonly #disposables = new DisposableStore();
  readonly #draft = new UnsentText((text, chatId) =>
    this.props.post({ type: 'saveDraft', text }, chatId),
  );
  readonly #recall = new QuestionRecall();
  readonly #assistant = this.props.createAssistant?.({
    post: (command, chatId) => this.props.post(command, chatId),
    saveDraft: () => this.#draft.saveNow(this.#box.current?.value ?? ''),
  });
  /** Whether the saved draft has arrived. */
  #isRestored = false;
  /** Unlike `randomUUID()`, it exists on pages without TLS, too: VS Code in a browser may be one. */
  readonly #viewId = crypto.getRandomValues(new Uint32Array(2)).join('-');
  #sendCount = 0;
  /** What this view has sent and the host has not asked or queued yet: by ID, how often it had posted text by then. */
  readonly #sends = new Map<string, number>();
  /** The user has sent before the first snapshot. */
  #sendsWhenRestored = false;

  override componentDidMount(): void {
    const { store, onInsert } = this.props;
    this.#disposables.add(onInsert((text) => this.#insert(text)));
    this.#disposables.add(store.onDidShow((events) => this.#didShow(events)));
    this.#disposables.add(this.#draft.flushOnHide());
  }

  override componentWillUnmount(): void {
    this.#draft.flush();
    this.#disposables.dispose();
  }

  #didShow(events: readonly ViewEvent[]): void {
    const box = this.#box.current;
    const view = this.props.store.state.value;
    if (box === null || view === undefined) {
      return;
    }
    if (!this.#isRestored) {
      this.#restore(box, view);
    }
    for (const event of events) {
      if (event.type === 'opened') {
        this.#didOpen(box, event.state);
      } else if (event.type === 'draft') {
        this.#draft.didReceive(event.text);
        this.#setText(event.text);
      } else if (event.type === 'questionSent') {
        this.#didSend(box, event);
      } else if (event.type === 'conversation') {
        this.#didChange(box, event.event);
      } else {
        this.#assistant?.didReceive(event);
      }
    }
    if (view.conversation.id !== this.#draft.chatId) {
      // A snapshot has brought another chat.
      this.#didOpen(box, view);
    }
    if (view.lastSent !== undefined && this.#sends.has(view.lastSent.sendId ?? '')) {
      this.#didSend(box, view.lastSent);
    }
  }

  #restore(box: HTMLTextAreaElement, { conversation, draft }: ViewState): void {
    this.#isRestored = true;
    this.#draft.open(conversation.id, '');
    this.#setText(draft + box.value);
    this.#draft.saveNow(box.value);
    // The user did not mean to send a draft that has only now been restored.
    if (this.#sendsWhenRestored && draft === '') {
      this.#send();
    }
  }

  #didChange(box: HTMLTextAreaElement, event: ConversationEvent): void {
    if (event.type === 'asked' && event.fromOtherWindow !== true) {
      this.props.onAsked();
    } else if (event.type === 'ended' && box.parentElement?.querySelector('.while-running:focus')) {
      // The buttons "Stop" and "Queue" disappear.
      focusComposer();
    }
  }

  #didOpen(box: HTMLTextAreaElement, { conversation, draft }: ViewState): void {
    this.#sends.clear();
    this.#assistant?.close();
    const continuesDraft = this.#draft.isTyped && box.value.startsWith(draft);
    if (continuesDraft && conversation.messages.length === 0) {
      // The host moves the draft to a new chat, but may not have the last words yet.
      this.#draft.moveTo(conversation.id, draft, box.value);
    } else {
      this.#draft.open(conversation.id, draft);
      this.#setText(draft);
    }
  }

  /** Removes what was sent: what was typed after it stays, and in another view everything else does. */
  #didSend(box: HTMLTextAreaElement, { text, sendId = '' }: SentQuestion): void {
    const postCount = this.#sends.get(sendId);
    this.#sends.delete(sendId);
    if (postCount === undefined && box.value.trim() !== text.trim()) {
      return;
    }
    this.#assistant?.close();
    const rest = postCount === undefined ? '' : textAfterSending(text, box.value);
    this.#setText(rest);
    if (postCount === undefined || postCount === this.#draft.postCount) {
      // The host has removed the question from its draft. Otherwise it has what was typed since then.
      this.#draft.markSaved('');
    }
    this.#draft.saveNow(rest);
  }

  #insert(text: string): void {
    const box = this.#box.current;
    if (box !== null) {
      this.#setText(prependText(text, box.value));
      box.focus();
      box.setSelectionRange(text.length, text.length);
      this.#draft.saveNow(box.value);
    }
  }

  /** Keeps the cursor at its distance from the end. */
  #setText(text: string): void {
    const box = this.#box.current;
    if (box !== null && box.value !== text) {
      const fromEnd = box.value.length - box.selectionEnd;
      box.value = text;
      const cursor = Math.max(0, text.length - fromEnd);
      box.setSelectionRange(cursor, cursor);
    }
    this.setState({ isBlank: text.trim() === '' });
  }

  #send(): void {
    const { store, post } = this.props;
    const text = this.#box.current?.value ?? '';
    const view = store.state.value;
    if (text.trim() === '') {
      return;
    }
    if (view === undefined) {
      this.#sendsWhenRestored = true;
      return;
    }
    this.#sendCount += 1;
    const sendId = `${this.#viewId}-${this.#sendCount}`;
    this.#draft.saveNow(text);
    this.#sends.set(sendId, this.#draft.postCount);
    const isRunning = runningAnswers(view.conversation).length > 0;
    post({ type: isRunning ? 'enqueue' : 'ask', text, sendId });
  }

  #didType(): void {
    const text = this.#box.current?.value ?? '';
    this.setState({ isBlank: text.trim() === '' });
    // Until the saved draft has arrived, typed text would replace it on the host.
    if (this.#isRestored) {
      this.#draft.save(text);
    }
  }

  /** Not while an input method composes a word: it has the keys, and the word is not final. */
  #suggest(event: InputEvent | CompositionEvent): void {
    const box = this.#box.current;
    if (box !== null && !('isComposing' in event && event.isComposing)) {
      const isTyped = !('inputType' in event) || event.inputType === 'insertText';
      this.#assistant?.didType(box, isTyped ? (event.data ?? '') : '');
    }
  }

  #didPressKey(event: KeyboardEvent): void {
    const { store } = this.props;
    const box = this.#box.current;
    const { conversation, preferences = usualPreferences } = store.state.value ?? {};
    if (box !== null && this.#assistant?.didPressKey(event, box)) {
      return;
    }
    const questions = conversation?.messages.flatMap(({ kind, text }) =>
      kind === 'question' ? [text] : [],
    );
    const recalled = box && this.#recall.recall(event, box, questions ?? []);
    if (box === null || typeof recalled !== 'string') {
      handleEnter(event, box, preferences.sendWith, () => this.#send());
      return;
    }
    event.preventDefault();
    box.value = recalled;
    // The same key recalls the next one.
    const end = event.key === 'ArrowUp' ? `${recalled}\n`.indexOf('\n') : recalled.length;
    box.setSelectionRange(end, end);
    this.#didType();
  }

  render() {
    const { store, post } = this.props;
    const view = store.state.value;
    return (
      <div class="composer">
        <Place of="composer" props={{ view }} />
        <textarea
          ref={this.#box}
          aria-label={l10n.t('Message')}
          placeholder={l10n.t('Ask a question')}
          rows={1}
          spellcheck={false}
          dir="auto"
          data-vscode-context={textFieldMenu}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...this.#assistant?.attributes}
          onInput={(event) => {
            this.#didType();
            this.#suggest(event);
          }}
          onCompositionEnd={(event) => this.#suggest(event)}
          onKeyUp={({ currentTarget }) => this.#assistant?.didMoveCursor(currentTarget)}
          onClick={({ currentTarget }) => this.#assistant?.didMoveCursor(currentTarget)}
          onFocus={({ currentTarget }) => this.#assistant?.show(currentTarget)}
          onBlur={() => {
            this.#assistant?.hide();
            this.#draft.flush();
          }}
          onKeyDown={(event) => this.#didPressKey(event)}
        />
        {this.#assistant?.render(() => this.#box.current)}
        <ComposerBar
          view={view}
          isBlank={this.state.isBlank}
          onSend={() => {
            this.#send();
            focusComposer();
          }}
          onStop={() => {
            post({ type: 'stop' });
            focusComposer();
          }}
        />
      </div>
    );
  }
}
