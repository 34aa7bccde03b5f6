// The message box with its buttons. What is typed belongs to the reader: nothing here loses a word.
import { Component, createRef } from 'preact';
import type { Disposable } from '../../../base/disposable';
import { DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { runningAnswer } from '../../../shared/conversation/conversation';
import { prependText, type QueuedQuestion } from '../../../shared/conversation/draft';
import type { ViewEvent, ViewState } from '../../../shared/protocol/protocol';
import { afterSending, keyMeaning } from '../../composerRules';
import { DraftSync } from '../../draftSync';
import type { Post } from '../../host';
import * as l10n from '@vscode/l10n';
import { breakLine } from '../../textBox';
import type { ViewStore } from '../../viewStore';
import { ComposerBar } from './ComposerBar';

interface Props {
  readonly store: ViewStore;
  readonly post: Post;
  readonly onFocusRequest: Event<void>;
  /** Fires with a question of the queue that is to come back into the box. */
  readonly onEditRequest: Event<QueuedQuestion>;
  /** A question of this conversation has been taken. */
  readonly onAsked: () => void;
}

export class Composer extends Component<Props, { readonly blank: boolean }> {
  override state = { blank: true };
  readonly #box = createRef<HTMLTextAreaElement>();
  readonly #owned = new DisposableStore();
  readonly #draft = new DraftSync((text, chat) =>
    this.props.post({ type: 'saveDraft', text }, chat),
  );
  #restored = false;
  /** What was sent and not yet taken. */
  #sent: string | undefined;
  /** What was given to the queue and has not yet come to stand there. */
  #queued: string | undefined;
  /** What was taken from the queue and has not yet gone from there. */
  #edited: QueuedQuestion | undefined;
  /** Sending was asked for before the view knew its state. */
  #sendsWhenShown = false;

  override componentDidMount(): void {
    const { store, onFocusRequest, onEditRequest } = this.props;
    this.#owned.add(onFocusRequest(() => this.#box.current?.focus()));
    this.#owned.add(onEditRequest((question) => this.#edit(question)));
    this.#owned.add(store.onDidShow((events) => this.#didShow(events)));
    this.#owned.add(listen(window, 'pagehide', () => this.#draft.flush()));
    this.#owned.add(listen(window, 'blur', () => this.#draft.flush()));
    this.#owned.add(listen(document, 'visibilitychange', () => this.#draft.flush()));
  }

  override componentWillUnmount(): void {
    this.#draft.flush();
    this.#owned.dispose();
  }

  #didShow(events: readonly ViewEvent[]): void {
    const box = this.#box.current;
    const view = this.props.store.state.value;
    if (box === null || view === undefined) {
      return;
    }
    if (!this.#restored) {
      this.#restored = true;
      this.#draft.open(view.conversation.id, '');
      this.#setText(view.draft + box.value);
      this.#draft.keepNow(box.value);
      // A draft that comes back is not what the reader meant to send.
      if (this.#sendsWhenShown && view.draft === '') {
        this.#send();
      }
    }
    for (const event of events) {
      if (event.type === 'opened') {
        this.#didOpen(box, event.state);
      } else if (event.type === 'conversation' && event.event.type === 'asked') {
        // What another window asks moves nobody here.
        if (event.event.fromOtherWindow !== true) {
          this.#didAsk(box, event.event.question.text);
        }
      } else if (event.type === 'draft') {
        this.#draft.take(event.text);
        this.#setText(event.text);
      } else if (event.type === 'contextLimitPrompt' && event.contextLimitPrompt === undefined) {
        // The panel is about to go, and the focus would go with it.
        if (document.activeElement?.closest('.room')) {
          box.focus();
        }
      } else if (event.type === 'conversation' && event.event.type === 'ended') {
        // The buttons "Stop" and "Queue" are about to go, and the focus would go with them.
        if (box.parentElement?.querySelector('.while-running:focus')) {
          box.focus();
        }
      }
    }
    if (view.conversation.id !== this.#draft.chat) {
      // A snapshot has brought it.
      this.#didOpen(box, view);
    }
    this.#didQueue(box, view);
  }

  #didOpen(box: HTMLTextAreaElement, { conversation, draft }: ViewState): void {
    this.#sent = undefined;
    this.#queued = undefined;
    this.#edited = undefined;
    const isLonger = this.#draft.isTyped && box.value.startsWith(draft);
    if (isLonger && conversation.messages.length === 0) {
      // It goes along into a new chat; the host may not know the last words yet.
      this.#draft.goAlong(conversation.id, draft, box.value);
    } else {
      this.#draft.open(conversation.id, draft);
      this.#setText(draft);
    }
  }

  #didAsk(box: HTMLTextAreaElement, taken: string): void {
    this.props.onAsked();
    // Another view of this chat may have sent what stands here too.
    const sent = this.#sent ?? box.value;
    if (sent.trim() === taken.trim()) {
      this.#giveAway(box, sent);
      this.#sent = undefined;
    }
  }

  #didQueue(box: HTMLTextAreaElement, { queue, conversation }: ViewState): void {
    const { questions } = queue;
    if (this.#queued !== undefined && questions.some(({ text }) => text === this.#queued)) {
      this.#giveAway(box, this.#queued);
      this.#queued = undefined;
    }
    const edited = this.#edited;
    if (edited !== undefined && questions.every(({ id }) => id !== edited.id)) {
      this.#edited = undefined;
      // It may have been asked in the last moment.
      if (conversation.messages.every(({ id }) => id !== edited.id)) {
        this.#setText(prependText(edited.text, box.value));
        box.focus();
        box.setSelectionRange(edited.text.length, edited.text.length);
        this.#draft.keepNow(box.value);
      }
    }
  }

  #giveAway(box: HTMLTextAreaElement, taken: string): void {
    this.#setText(afterSending(taken, box.value));
    this.#draft.keepNow(box.value);
  }

  #edit(question: QueuedQuestion): void {
    // The host puts the question before what it knows to stand in the box.
    this.#draft.flush();
    this.#edited = question;
    this.props.post({ type: 'editQueueItem', id: question.id, action: 'edit' });
  }

  #setText(text: string): void {
    const box = this.#box.current;
    if (box !== null && box.value !== text) {
      const fromEnd = box.value.length - box.selectionEnd;
      box.value = text;
      const caret = Math.max(0, text.length - fromEnd);
      box.setSelectionRange(caret, caret);
    }
    this.setState({ blank: text.trim() === '' });
  }

  #send(): void {
    const box = this.#box.current;
    const view = this.props.store.state.value;
    if (box === null || box.value.trim() === '') {
      return;
    }
    if (view === undefined) {
      this.#sendsWhenShown = true;
      return;
    }
    this.#draft.keepNow(box.value);
    if (runningAnswer(view.conversation) === undefined) {
      this.#sent = box.value;
      this.props.post({ type: 'ask', text: box.value });
    } else if (this.#queued !== box.value) {
      this.#queued = box.value;
      this.props.post({ type: 'enqueue', text: box.value });
    }
  }

  #pressed(event: KeyboardEvent): void {
    const sendWith = this.props.store.state.value?.preferences.sendWith ?? 'enter';
    switch (keyMeaning(event, sendWith)) {
      case 'send':
        event.preventDefault();
        if (!event.repeat) {
          this.#send();
        }
        return;
      case 'breakLine':
        event.preventDefault();
        if (this.#box.current !== null) {
          breakLine(this.#box.current);
        }
        return;
      case 'other':
        return;
    }
  }

  #typed(): void {
    const value = this.#box.current?.value ?? '';
    this.setState({ blank: value.trim() === '' });
    // Before the kept draft has come, what is typed would take its place on the host.
    if (this.#restored) {
      this.#draft.keep(value);
    }
  }

  render() {
    const { store, post } = this.props;
    const focusBox = (): void => this.#box.current?.focus();
    return (
      <div class="composer">
        <textarea
          ref={this.#box}
          aria-label={l10n.t('Message')}
          placeholder={l10n.t('Ask a question')}
          rows={1}
          spellcheck={false}
          onInput={() => this.#typed()}
          onBlur={() => this.#draft.flush()}
          onKeyDown={(event) => this.#pressed(event)}
        />
        <ComposerBar
          view={store.state.value}
          blank={this.state.blank}
          post={post}
          onSend={() => {
            this.#send();
            focusBox();
          }}
          onStop={() => {
            post({ type: 'stop' });
            focusBox();
          }}
        />
      </div>
    );
  }
}

function listen(target: EventTarget, type: string, listener: () => void): Disposable {
  target.addEventListener(type, listener);
  return { dispose: () => target.removeEventListener(type, listener) };
}
