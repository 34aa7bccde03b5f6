// The one state of the chat view, kept on the host whether or not a view is there to show it.
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatSession } from '../../chat/chatSession';
import { type ConversationEvent, findAnswer } from '../../shared/conversation';
import {
  type ConnectionState,
  type Notice,
  type Preferences,
  type ViewEvent,
  type ViewState,
  reduceView,
} from '../../shared/protocol';
import { noticeOf } from './noticeOf';
import type { ViewChannel } from './viewChannel';

/** Before the settings have been read nothing is claimed to be missing. */
const unknownConnection: ConnectionState = {
  baseUrl: undefined,
  baseUrlProblem: undefined,
  key: 'missing',
};

export class ChatPresenter implements Disposable {
  readonly #store = new DisposableStore();
  readonly #session: ChatSession;
  readonly #channel: ViewChannel;
  readonly #keepDraft: (text: string) => void;
  #state: ViewState;

  constructor(
    session: ChatSession,
    channel: ViewChannel,
    keepDraft: (text: string) => void,
    preferences: Preferences,
  ) {
    this.#session = session;
    this.#channel = channel;
    this.#keepDraft = keepDraft;
    this.#state = {
      conversation: session.conversation,
      notices: {},
      connection: unknownConnection,
      preferences,
      draft: '',
    };
    this.#store.add(session.onDidChange((event) => this.#take(event)));
    this.#store.add(
      session.onDidOpen((conversation) => {
        this.#apply({ type: 'opened', conversation, notices: this.#noticesNow() });
        if (this.#state.draft !== '') {
          this.#keepDraft(this.#state.draft);
        }
      }),
    );
  }

  get state(): ViewState {
    return this.#state;
  }

  setConnection(connection: ConnectionState): void {
    this.#apply({ type: 'connection', connection });
  }

  setPreferences(preferences: Preferences): void {
    this.#apply({ type: 'preferences', preferences });
  }

  /** The draft of the window before; what has been typed since wins. */
  startWithDraft(draft: string): void {
    if (this.#state.draft === '') {
      this.#state = { ...this.#state, draft };
    }
  }

  /** The text in the message box; kept with the conversation. */
  setDraft(draft: string): void {
    if (draft !== this.#state.draft) {
      this.#state = { ...this.#state, draft };
      this.#keepDraft(draft);
    }
  }

  sendSnapshot(): void {
    this.#channel.sendSnapshot(this.#state);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #take(event: ConversationEvent): void {
    const ended = event.type === 'ended' ? this.#noticeNow(event.answerId) : undefined;
    this.#apply({
      type: 'conversation',
      event,
      ...(ended === undefined ? {} : { notice: ended }),
    });
    if (event.type === 'asked' && this.#state.draft.trim() === event.question.text.trim()) {
      this.setDraft('');
    }
  }

  #apply(event: ViewEvent): void {
    this.#state = reduceView(this.#state, event);
    this.#channel.sendEvent(event);
  }

  #noticeNow(answerId: string): Notice | undefined {
    const answer = findAnswer(this.#session.conversation, answerId);
    return answer === undefined ? undefined : noticeOf(answer);
  }

  #noticesNow(): Record<string, Notice> {
    const notices: Record<string, Notice> = {};
    for (const message of this.#session.conversation.messages) {
      const told = message.kind === 'answer' ? noticeOf(message) : undefined;
      if (told !== undefined) {
        notices[message.id] = told;
      }
    }
    return notices;
  }
}
