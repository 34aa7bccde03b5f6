// The chats that are alive in this window, and the places that show them.
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { ConversationStore } from '../chat/ports';
import type { Conversation } from '../shared/conversation';
import { type Draft, emptyDraft } from '../shared/draft';
import type { OpenChat } from './openChat';

/** Where a chat is shown. Which one is decided by `OpenChats` alone. */
export interface ChatPlace {
  readonly chat: OpenChat;
  show(chat: OpenChat): void;
  /** Brings it before the reader, with the cursor in the message box. */
  focus(): Promise<void>;
}

export interface OpenChatsParts {
  readonly store: ConversationStore;
  readonly openChat: (conversation: Conversation, draft: Draft) => OpenChat;
  readonly newConversation: () => Conversation;
}

export class OpenChats implements Disposable {
  readonly #parts: OpenChatsParts;
  readonly #chats = new Map<string, OpenChat>();
  readonly #places = new Set<ChatPlace>();
  readonly #currentChanged = new Emitter<OpenChat>();
  #current: OpenChat;
  #place: ChatPlace | undefined;

  constructor(parts: OpenChatsParts) {
    this.#parts = parts;
    this.#current = this.begin();
  }

  get all(): Iterable<OpenChat> {
    return this.#chats.values();
  }

  /** The chat that was used last: commands act on it. */
  get current(): OpenChat {
    return this.#current;
  }

  /** A chat with this conversation; the one that is alive already where there is one. */
  begin(conversation = this.#parts.newConversation(), draft = emptyDraft): OpenChat {
    const { id } = conversation;
    const chat = this.#chats.get(id) ?? this.#parts.openChat(conversation, draft);
    this.#chats.set(id, chat);
    return chat;
  }

  add(place: ChatPlace): void {
    this.#places.add(place);
    this.use(place);
  }

  /** To be called whenever the reader has done something there. */
  use(place: ChatPlace): void {
    this.#place = place;
    if (place.chat !== this.#current) {
      this.#current = place.chat;
      this.#currentChanged.fire(this.#current);
    }
  }

  /** Puts a chat in the place of the one that is shown there. */
  show(chat: OpenChat, place: ChatPlace): void {
    const before = place.chat;
    if (before !== chat) {
      place.show(chat);
      this.#letGo(before);
    }
    this.use(place);
  }

  /** A chat without messages is a new one already. */
  async newChat(): Promise<void> {
    const { session } = this.#current;
    if (session.conversation.messages.length > 0) {
      this.#current.stop();
      this.#showHere(this.begin());
    } else {
      session.chooseModel(this.#parts.newConversation().model);
    }
    await this.focus();
  }

  /** Shows a conversation where it is shown already, else where the reader was last. False when there is none of that ID. */
  async open(id: string): Promise<boolean> {
    const chat = this.#chats.get(id) ?? (await this.#load(id));
    if (chat === undefined) {
      return false;
    }
    const shown = [...this.#places].find((place) => place.chat === chat);
    if (shown === undefined) {
      this.#current.stop();
      this.#showHere(chat);
    } else {
      this.use(shown);
    }
    await this.focus();
    return true;
  }

  /** Brings the chat that was used last before the reader. */
  async focus(): Promise<void> {
    await this.#place?.focus();
  }

  /** Calls `start` for the chat that was used last, now and whenever it is another; what it returns ends then. */
  followCurrent(start: (chat: OpenChat) => Disposable): Disposable {
    let followed = start(this.#current);
    const changes = this.#currentChanged.event((chat) => {
      followed.dispose();
      followed = start(chat);
    });
    return {
      dispose: () => {
        changes.dispose();
        followed.dispose();
      },
    };
  }

  dispose(): void {
    this.#currentChanged.dispose();
    for (const chat of this.#chats.values()) {
      chat.dispose();
    }
    this.#chats.clear();
  }

  #showHere(chat: OpenChat): void {
    if (this.#place !== undefined) {
      this.show(chat, this.#place);
    }
  }

  async #load(id: string): Promise<OpenChat | undefined> {
    const { store } = this.#parts;
    // It may have been let go of a moment ago.
    await store.flush();
    const [conversation, draft] = await Promise.all([store.load(id), store.loadDraft(id)]);
    return conversation && this.begin(conversation, draft);
  }

  #letGo(chat: OpenChat): void {
    if (![...this.#places].some((place) => place.chat === chat)) {
      this.#chats.delete(chat.id);
      chat.dispose();
    }
  }
}
