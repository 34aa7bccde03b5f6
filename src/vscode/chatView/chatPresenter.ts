// What the chat view shows, told from the session whether or not a view is there.
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChatSession } from '../../chat/chatSession';
import { type Conversation, type ConversationEvent, findAnswer } from '../../shared/conversation';
import type {
  ConnectionState,
  Notice,
  Preferences,
  ViewEvent,
  ViewState,
} from '../../shared/protocol';
import { noticeOf } from './noticeOf';
import type { ViewChannel } from './viewChannel';

/** Before the settings have been read nothing is known of the connection. */
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
  #connection = unknownConnection;
  #preferences: Preferences;
  #draft = '';

  constructor(
    session: ChatSession,
    channel: ViewChannel,
    keepDraft: (text: string) => void,
    preferences: Preferences,
  ) {
    this.#session = session;
    this.#channel = channel;
    this.#keepDraft = keepDraft;
    this.#preferences = preferences;
    this.#store.add(session.onDidChange((event) => this.#take(event)));
    this.#store.add(session.onDidOpen((conversation) => this.#open(conversation)));
  }

  get state(): ViewState {
    const { conversation } = this.#session;
    return {
      conversation: shown(conversation),
      notices: noticesOf(conversation),
      connection: this.#connection,
      preferences: this.#preferences,
      draft: this.#draft,
    };
  }

  setConnection(connection: ConnectionState): void {
    this.#connection = connection;
    this.#channel.sendEvent({ type: 'connection', connection });
  }

  setPreferences(preferences: Preferences): void {
    this.#preferences = preferences;
    this.#channel.sendEvent({ type: 'preferences', preferences });
  }

  /** The draft of the window before; what has been typed since wins. */
  startWithDraft(draft: string): void {
    if (this.#draft === '') {
      this.#draft = draft;
    }
  }

  /** The text in the message box; kept with the conversation. */
  setDraft(draft: string): void {
    if (draft !== this.#draft) {
      this.#draft = draft;
      this.#keepDraft(draft);
    }
  }

  sendSnapshot(): void {
    this.#channel.sendSnapshot(this.state);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #take(event: ConversationEvent): void {
    const notice = event.type === 'ended' ? this.#noticeNow(event.answerId) : undefined;
    const told: ViewEvent = { type: 'conversation', event };
    this.#channel.sendEvent(notice === undefined ? told : { ...told, notice });
    if (event.type === 'asked' && this.#draft.trim() === event.question.text.trim()) {
      this.setDraft('');
    }
  }

  #open(conversation: Conversation): void {
    const notices = noticesOf(conversation);
    this.#channel.sendEvent({ type: 'opened', conversation: shown(conversation), notices });
    if (this.#draft !== '') {
      this.#keepDraft(this.#draft);
    }
  }

  #noticeNow(answerId: string): Notice | undefined {
    const answer = findAnswer(this.#session.conversation, answerId);
    return answer === undefined ? undefined : noticeOf(answer);
  }
}

/** Answers that were replaced are kept and not shown: they need not cross the wire. */
function shown(conversation: Conversation): Conversation {
  return { ...conversation, superseded: [] };
}

function noticesOf(conversation: Conversation): Record<string, Notice> {
  const notices: Record<string, Notice> = {};
  for (const message of conversation.messages) {
    const notice = message.kind === 'answer' ? noticeOf(message) : undefined;
    if (notice !== undefined) {
      notices[message.id] = notice;
    }
  }
  return notices;
}
