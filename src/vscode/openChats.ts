// The chats that are alive in this window: those that are shown, and those whose answer goes on out of sight.
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { forkedAt } from '../chat/fork';
import type { ConversationStore } from '../chat/ports';
import { type Conversation, findAnswer, isRunning } from '../shared/conversation';
import { type Draft, emptyDraft, putBefore } from '../shared/draft';
import type { RevealedPlace } from '../shared/protocol';
import type { OpenChat } from './openChat';
import type { RememberedChat } from './rememberedChat';

/** Where a chat is shown. Which one is decided by `OpenChats` alone. */
export interface ChatPlace {
  readonly chat: OpenChat;
  show(chat: OpenChat): void;
  /** Whether the reader can see it now. */
  readonly visible: boolean;
  /** Brings it before the reader, with the cursor in the message box. */
  focus(): Promise<void>;
  /** Brings a message of the chat before the reader; to be called after `focus`. */
  reveal(place: RevealedPlace): void;
  /** The reader has gone elsewhere: a focus that waits for the page to start is not wanted any more. */
  leave(): void;
}

/** Chats whose answer has ended out of sight are told of, and kept until they are looked at; at most so many. */
const mostUnseen = 5;

export interface OpenChatsParts {
  readonly store: ConversationStore;
  readonly openChat: (conversation: Conversation, draft: Draft) => OpenChat;
  readonly newConversation: () => Conversation;
  /** The chat that was left with nothing but a draft. */
  readonly leftBlank: RememberedChat;
}

export class OpenChats implements Disposable {
  readonly #parts: OpenChatsParts;
  readonly #chats = new Map<string, OpenChat>();
  readonly #places = new Set<ChatPlace>();
  /** Their answer has ended out of sight; the last one at the end. */
  readonly #unseen = new Set<OpenChat>();
  /** By their IDs: they were deleted, or are about to be. */
  readonly #left = new Set<string>();
  /** One visit after another. */
  #visited: Promise<void> = Promise.resolve();
  readonly #hiddenChanged = new Emitter<void>();
  readonly #endedUnseen = new Emitter<OpenChat>();
  readonly #currentChanged = new Emitter<OpenChat>();
  #current: OpenChat;
  #place: ChatPlace | undefined;

  /** Fires when `running` or `unseen` may be others, or be called otherwise. */
  readonly onDidChangeHidden = this.#hiddenChanged.event;
  /** Fires when an answer has ended in a chat that no place shows. */
  readonly onDidEndUnseen = this.#endedUnseen.event;

  constructor(parts: OpenChatsParts) {
    this.#parts = parts;
    this.#current = this.begin();
  }

  get all(): Iterable<OpenChat> {
    return this.#chats.values();
  }

  /** Those that no place shows and whose answer runs. */
  get running(): readonly OpenChat[] {
    return [...this.#chats.values()].filter((chat) => chat.isBusy && !this.#isShown(chat));
  }

  /** Those that no place shows and whose answer has ended since; the last one at the end. */
  get unseen(): readonly OpenChat[] {
    return [...this.#unseen];
  }

  /** Whether the reader can see any chat now. */
  get isVisible(): boolean {
    return [...this.#places].some(({ visible }) => visible);
  }

  /** Of a chat that is alive in this window, as it stands. */
  conversation(id: string): Conversation | undefined {
    return this.#chats.get(id)?.session.conversation;
  }

  /** The chat that was used last: commands act on it. */
  get current(): OpenChat {
    return this.#current;
  }

  /** A chat with this conversation; the one that is alive already where there is one. */
  begin(conversation = this.#parts.newConversation(), draft = emptyDraft): OpenChat {
    const alive = this.#chats.get(conversation.id);
    if (alive !== undefined) {
      return alive;
    }
    this.#left.delete(conversation.id);
    const chat = this.#parts.openChat(conversation, draft);
    this.#chats.set(chat.id, chat);
    chat.onDidChangeBusy((busy) => this.#busyChanged(chat, busy));
    chat.session.onDidChange(({ type }) => {
      if (type === 'title') {
        this.#hiddenChanged.fire();
      }
    });
    return chat;
  }

  add(place: ChatPlace): void {
    this.#places.add(place);
    this.#place ??= place;
  }

  /** Its place in the window is gone; a chat that nobody else shows goes on only while its answer runs. */
  remove(place: ChatPlace): void {
    this.#places.delete(place);
    const next = [...this.#places].at(-1);
    if (this.#place === place && next !== undefined) {
      this.use(next);
    }
    this.#settle(place.chat);
    this.#hiddenChanged.fire();
  }

  /** To be called whenever the reader has done something there; what a place tells that is gone already counts no more. */
  use(place: ChatPlace): void {
    if (!this.#places.has(place)) {
      return;
    }
    if (this.#place !== place) {
      this.#place?.leave();
      this.#place = place;
    }
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
      this.#unseen.delete(chat);
      this.#settle(before);
      this.#hiddenChanged.fire();
    }
    if (place === this.#place) {
      this.use(place);
    }
  }

  /** What is told no more is let go of. */
  putAside(id: string): void {
    const chat = this.unseen.find((one) => one.id === id);
    if (chat !== undefined) {
      this.#unseen.delete(chat);
      this.#settle(chat);
      this.#hiddenChanged.fire();
    }
  }

  /**
   * What stands in the message box goes along; a chat without messages is a new one already. An answer
   * that runs goes on out of sight, and so does the queue behind it.
   */
  async newChat(): Promise<void> {
    if (!isBlank(this.#current)) {
      const fresh = await this.#blank();
      const { draft, presenter } = this.#current;
      if (draft.text !== '') {
        fresh.draft.change({ text: putBefore(draft.text, fresh.draft.text) });
        draft.change({ text: '' });
      }
      this.#showHere(fresh);
      presenter.tellDraft();
    } else {
      this.#current.session.chooseModel(this.#parts.newConversation().model);
    }
    await this.focus();
  }

  /** Goes on from an answer of the chat that was used last, once that has ended, in a new one. */
  async fork(answerId: string): Promise<void> {
    const { conversation } = this.#current.session;
    const answer = findAnswer(conversation, answerId);
    if (answer === undefined || isRunning(answer.state)) {
      return;
    }
    const { store, newConversation } = this.#parts;
    const forked = forkedAt(conversation, answer, newConversation());
    store.create(forked);
    this.#showHere(this.begin(forked));
    await this.focus();
  }

  /** Shows a conversation where it is shown already, else where the reader was last. False when there is none of that ID. */
  async open(id: string, at?: RevealedPlace): Promise<boolean> {
    const chat = this.#chats.get(id) ?? (await this.#load(id));
    if (chat === undefined) {
      return false;
    }
    const places = [...this.#places].filter((place) => place.chat === chat);
    const shown = places.find(({ visible }) => visible) ?? places[0];
    if (shown === undefined) {
      this.#showHere(chat);
    } else {
      this.use(shown);
    }
    await this.focus();
    if (at !== undefined) {
      // It may stand in a version that is not shown.
      chat.session.chooseVersion(at.messageId);
      this.#place?.reveal(at);
    }
    return true;
  }

  /** The chat of that ID: as it was kept, or without messages where nothing was asked in it yet. */
  async revive(id: string): Promise<OpenChat> {
    const { newConversation } = this.#parts;
    const { conversation = { ...newConversation(), id }, draft } = await this.#kept(id);
    return this.begin(conversation, draft);
  }

  /** Has something done to a chat that may have been let go of meanwhile, and lets go of it again; to none that was left. */
  async visit(id: string, act: (chat: OpenChat) => Promise<void>): Promise<void> {
    const visit = this.#visited.then(async () => {
      if (!this.#left.has(id)) {
        const chat = this.#chats.get(id) ?? (await this.revive(id));
        await act(chat);
        this.#settle(chat);
      }
    });
    this.#visited = visit.catch(() => undefined);
    await visit;
  }

  /** Stops a chat that goes, and puts a new one in its place. Whether it was shown. */
  leave(id: string): boolean {
    this.#left.add(id);
    const chat = this.#chats.get(id);
    if (chat === undefined) {
      return false;
    }
    this.#chats.delete(id);
    this.#unseen.delete(chat);
    chat.stop();
    const shown = [...this.#places].filter((place) => place.chat === chat);
    for (const place of shown) {
      this.show(this.begin(), place);
    }
    chat.dispose();
    this.#hiddenChanged.fire();
    return shown.length > 0;
  }

  /**
   * As `leave`, for a chat that another window deleted: what stands in its message box goes along into the
   * new one.
   */
  lose(id: string): void {
    const chat = this.#chats.get(id);
    const place = [...this.#places].find((one) => one.chat === chat);
    const text = chat?.draft.text ?? '';
    chat?.draft.change({ text: '', queue: [] });
    this.leave(id);
    if (text !== '') {
      place?.chat.draft.change({ text });
      place?.chat.presenter.tellDraft();
    }
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
    this.#hiddenChanged.dispose();
    this.#endedUnseen.dispose();
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

  /** The one that was left with a draft, else a new one. */
  async #blank(): Promise<OpenChat> {
    const { leftBlank } = this.#parts;
    const { id } = leftBlank;
    if (id === undefined) {
      return this.begin();
    }
    leftBlank.remember(undefined);
    const left = await this.revive(id);
    if (isBlank(left) && !this.#isShown(left)) {
      return left;
    }
    this.#settle(left);
    return this.begin();
  }

  async #load(id: string): Promise<OpenChat | undefined> {
    const { conversation, draft } = await this.#kept(id);
    return conversation && this.begin(conversation, draft);
  }

  async #kept(id: string): Promise<{
    readonly conversation: Conversation | undefined;
    readonly draft: Draft;
  }> {
    const { store } = this.#parts;
    // It may have been let go of a moment ago.
    await store.flush();
    const [conversation, draft] = await Promise.all([
      store.load(id),
      store.loadDraft(id).catch(() => emptyDraft),
    ]);
    return { conversation, draft };
  }

  #isShown(chat: OpenChat): boolean {
    return [...this.#places].some((place) => place.chat === chat);
  }

  #busyChanged(chat: OpenChat, busy: boolean): void {
    if (this.#isShown(chat) || !this.#chats.has(chat.id)) {
      return;
    }
    this.#unseen.delete(chat);
    if (!busy) {
      this.#unseen.add(chat);
      const [oldest] = this.#unseen;
      if (this.#unseen.size > mostUnseen && oldest !== undefined) {
        this.#unseen.delete(oldest);
        this.#settle(oldest);
      }
    }
    this.#hiddenChanged.fire();
    if (!busy) {
      this.#endedUnseen.fire(chat);
    }
  }

  /** A chat that is neither shown nor running is let go of. */
  #settle(chat: OpenChat): void {
    if (!chat.isBusy && !this.#unseen.has(chat) && !this.#isShown(chat)) {
      if (isBlank(chat) && chat.draft.text !== '') {
        this.#parts.leftBlank.remember(chat.id);
      }
      this.#chats.delete(chat.id);
      chat.dispose();
    }
  }
}

function isBlank({ session }: OpenChat): boolean {
  return session.conversation.messages.length === 0;
}
