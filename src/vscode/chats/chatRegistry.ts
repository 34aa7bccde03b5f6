// The chats that are alive in this window: those that some place shows, those whose answer goes on out of sight,
// and those whose answer has ended there unseen.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ConversationStore } from '../../chat/ports';
import type { Conversation } from '../../shared/conversation/conversation';
import { type Draft, emptyDraft } from '../../shared/conversation/draft';
import type { Chat } from './chat';
import type { DraftOnlyChats } from './lastOpenChat';

/** Chats whose answer has ended out of sight are told of, and kept until they are looked at; at most so many. */
const mostUnseen = 5;

export interface LiveChatsParts {
  readonly store: ConversationStore;
  readonly openChat: (conversation: Conversation, draft: Draft) => Chat;
  readonly newConversation: () => Conversation;
  readonly leftBlank: DraftOnlyChats;
  readonly isShown: (chat: Chat) => boolean;
  readonly sayUnexpected: (error: unknown) => void;
}

export class ChatRegistry implements Disposable {
  readonly #parts: LiveChatsParts;
  readonly #chats = new Map<string, Chat>();
  /** Their answer has ended out of sight; the last one at the end. */
  readonly #unseen = new Set<Chat>();
  /** By their IDs: they were deleted, or are about to be. */
  readonly #gone = new Set<string>();
  readonly #hiddenChanged = new Emitter<void>();
  readonly #endedUnseen = new Emitter<Chat>();

  /** Fires when `running` or `unseen` may be others, or be called otherwise. */
  readonly onDidChangeHidden = this.#hiddenChanged.event;
  /** Fires when an answer has ended in a chat that no place shows. */
  readonly onDidEndUnseen = this.#endedUnseen.event;

  constructor(parts: LiveChatsParts) {
    this.#parts = parts;
  }

  get all(): Iterable<Chat> {
    return this.#chats.values();
  }

  /** Those that no place shows and whose answer runs. */
  get running(): readonly Chat[] {
    return [...this.#chats.values()].filter((chat) => chat.isBusy && !this.#parts.isShown(chat));
  }

  /** Those that no place shows and whose answer has ended since; the last one at the end. */
  get unseen(): readonly Chat[] {
    return [...this.#unseen];
  }

  get(id: string): Chat | undefined {
    return this.#chats.get(id);
  }

  /** Whether it was taken out since somebody last asked for it. */
  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  /** A chat with this conversation; the one that is alive already where there is one. */
  begin(conversation = this.#parts.newConversation(), draft = emptyDraft): Chat {
    const alive = this.#chats.get(conversation.id);
    if (alive !== undefined) {
      return alive;
    }
    const chat = this.#parts.openChat(conversation, draft);
    this.#chats.set(chat.id, chat);
    chat.onDidChangeBusy((busy) => this.#busyChanged(chat, busy));
    chat.session.onDidChange(({ type }) => {
      if (type === 'renamed') {
        this.#hiddenChanged.fire();
      }
    });
    return chat;
  }

  /**
   * The one of that ID, as it was kept where it is not alive; undefined when there is none, or it is taken
   * out meanwhile. Rejects when it cannot be read.
   */
  async find(id: string): Promise<Chat | undefined> {
    const alive = this.#chats.get(id);
    if (alive !== undefined) {
      return alive;
    }
    const { conversation, draft } = await this.#kept(id);
    return conversation && !this.isGone(id) ? this.begin(conversation, draft) : undefined;
  }

  /**
   * The chat of that ID: as it was kept, or without messages where nothing was asked in it yet; undefined
   * when it is taken out meanwhile. Rejects when it cannot be read.
   */
  async revive(id: string): Promise<Chat | undefined> {
    const { newConversation } = this.#parts;
    const { conversation = { ...newConversation(), id }, draft } = await this.#kept(id);
    return this.isGone(id) ? undefined : this.begin(conversation, draft);
  }

  /** The one that was left with a draft last, else a new one. */
  async blank(): Promise<Chat> {
    const { leftBlank, isShown, sayUnexpected } = this.#parts;
    try {
      for (const id of leftBlank.ids.toReversed()) {
        const left = await this.revive(id);
        if (left !== undefined && isBlank(left) && hasDraft(left) && !isShown(left)) {
          return left;
        }
        leftBlank.strikeOff(id);
        if (left !== undefined) {
          this.settle(left);
        }
      }
    } catch (error) {
      // It may be read the next time.
      sayUnexpected(error);
    }
    return this.begin();
  }

  /** Stops a chat that was or will be deleted, and takes it out; the caller disposes of it once nobody shows it. */
  takeOut(id: string): Chat | undefined {
    const chat = this.#chats.get(id);
    this.#gone.add(id);
    this.#chats.delete(id);
    if (chat !== undefined) {
      this.#unseen.delete(chat);
      chat.stop();
      this.#hiddenChanged.fire();
    }
    return chat;
  }

  /** A place shows it now. */
  seen(chat: Chat): void {
    this.#parts.leftBlank.strikeOff(chat.id);
    this.#unseen.delete(chat);
    this.#hiddenChanged.fire();
  }

  /** What is told no more is let go of. */
  putAside(id: string): void {
    const chat = this.unseen.find((one) => one.id === id);
    if (chat !== undefined) {
      this.#unseen.delete(chat);
      this.settle(chat);
    }
  }

  /** To be called when a place shows it no more: a chat that is neither shown nor running is let go of. */
  settle(chat: Chat): void {
    if (this.#chats.get(chat.id) !== chat) {
      return;
    }
    if (!chat.isBusy && !this.#unseen.has(chat) && !this.#parts.isShown(chat)) {
      if (isBlank(chat) && hasDraft(chat)) {
        this.#parts.leftBlank.add(chat.id);
      }
      this.#chats.delete(chat.id);
      chat.dispose();
    }
    this.#hiddenChanged.fire();
  }

  dispose(): void {
    this.#hiddenChanged.dispose();
    this.#endedUnseen.dispose();
    for (const chat of this.#chats.values()) {
      chat.dispose();
    }
    this.#chats.clear();
  }

  async #kept(id: string): Promise<{
    readonly conversation: Conversation | undefined;
    readonly draft: Draft;
  }> {
    const { store, leftBlank, sayUnexpected } = this.#parts;
    // It may have come back, by Undo say, here or in another window.
    this.#gone.delete(id);
    // It may have been let go of a moment ago.
    await store.flush();
    const loading = store.load(id);
    const drafted = store.loadDraft(id).catch(async (error: unknown) => {
      if ((await loading) === undefined) {
        // It has nothing but its draft: a new chat looks for it again.
        leftBlank.add(id);
        throw error;
      }
      sayUnexpected(error);
      return emptyDraft;
    });
    const [conversation, draft] = await Promise.all([loading, drafted]);
    return { conversation, draft };
  }

  #busyChanged(chat: Chat, busy: boolean): void {
    if (this.#parts.isShown(chat) || !this.#chats.has(chat.id)) {
      return;
    }
    this.#unseen.delete(chat);
    if (!busy) {
      this.#unseen.add(chat);
      const [oldest] = this.#unseen;
      if (this.#unseen.size > mostUnseen && oldest !== undefined) {
        this.#unseen.delete(oldest);
        this.settle(oldest);
      }
    }
    this.#hiddenChanged.fire();
    if (!busy) {
      this.#endedUnseen.fire(chat);
    }
  }
}

/** Nothing was asked in it yet. */
export function isBlank({ session }: Chat): boolean {
  return session.conversation.messages.length === 0;
}

/** Something stands in its message box or its queue. */
export function hasDraft({ draft }: Chat): boolean {
  return draft.text !== '' || draft.queue.length > 0;
}
