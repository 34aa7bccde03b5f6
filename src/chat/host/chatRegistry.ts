// The registry of this window's chats: those that are shown, those that are still being answered in the
// background, and those whose answer has finished there unread.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Conversation } from '../../conversation/common/conversation';
import { emptyDraft, type Draft } from '../../conversation/common/draft';
import type { ConversationStore } from '../../conversation/node/conversationStore';
import type { Chat } from './chat';
import type { DraftOnlyChats } from './lastOpenChat';

/** No more finished chats than this wait to be opened; then the oldest is released. */
const maxUnread = 5;

export interface ChatRegistryDeps {
  readonly store: ConversationStore;
  /** The keys are chat IDs. The registry alone changes the map. */
  readonly chats: Map<string, Chat>;
  readonly createChat: (conversation: Conversation, draft: Draft) => Chat;
  readonly newConversation: () => Conversation;
  readonly draftOnlyChats: DraftOnlyChats;
  readonly isShown: (chat: Chat) => boolean;
  readonly reportError: (error: unknown) => void;
}

export class ChatRegistry implements Disposable {
  readonly #deps: ChatRegistryDeps;
  readonly #unread = new Set<Chat>();
  /** How many actions of `use` are running. */
  readonly #uses = new Map<Chat, number>();
  /** IDs of chats that were deleted, or are about to be. */
  readonly #removed = new Set<string>();
  /** Settles after the last call of `withChat`: these run one after another. */
  #lastVisit: Promise<void> = Promise.resolve();
  readonly #backgroundChanged = new Emitter<void>();
  readonly #finishedUnread = new Emitter<Chat>();

  /** Fires when `running` or `unread` changes, or a title in them. */
  readonly onDidChangeBackground = this.#backgroundChanged.event;
  /** Fires when an answer has ended in a chat that is not shown. */
  readonly onDidFinishUnread = this.#finishedUnread.event;

  constructor(deps: ChatRegistryDeps) {
    this.#deps = deps;
  }

  get all(): Iterable<Chat> {
    return this.#deps.chats.values();
  }

  /** Chats that are not shown and are being answered. */
  get running(): readonly Chat[] {
    return [...this.all].filter((chat) => chat.isBusy && !this.#deps.isShown(chat));
  }

  /** Chats that are not shown and whose answer has ended; the latest is the last. */
  get unread(): readonly Chat[] {
    return [...this.#unread];
  }

  get(id: string): Chat | undefined {
    return this.#deps.chats.get(id);
  }

  /** Whether it was removed since it was last loaded. */
  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  getOrCreate(conversation = this.#deps.newConversation(), draft = emptyDraft): Chat {
    const existing = this.#deps.chats.get(conversation.id);
    if (existing !== undefined) {
      return existing;
    }
    const chat = this.#deps.createChat(conversation, draft);
    this.#deps.chats.set(chat.id, chat);
    chat.onDidChangeBusy((busy) => this.#busyChanged(chat, busy));
    chat.session.onDidChange(({ type }) => {
      if (type === 'renamed') {
        this.#backgroundChanged.fire();
      }
    });
    return chat;
  }

  /**
   * The chat of that ID, loaded from the store where necessary; undefined when there is none, or when it is
   * removed meanwhile. Rejects when it cannot be read.
   */
  find(id: string): Promise<Chat | undefined> {
    return this.#find(id, undefined);
  }

  /** Does what `find` does, but creates a chat without messages where at most a draft is stored. */
  load(id: string): Promise<Chat | undefined> {
    return this.#find(id, { ...this.#deps.newConversation(), id });
  }

  /** The latest chat that has nothing but a draft, or a new one. */
  async getBlank(): Promise<Chat> {
    const { store, draftOnlyChats, isShown, reportError } = this.#deps;
    try {
      for (const id of draftOnlyChats.ids.toReversed()) {
        const chat = await this.load(id);
        if (chat !== undefined && isBlank(chat) && hasDraft(chat) && !isShown(chat)) {
          return chat;
        }
        // A draft that another open window has stays listed: once that window is closed, New Chat finds it.
        if ((chat !== undefined && !isBlank(chat)) || (await store.draftSavedAt(id)) === 0) {
          draftOnlyChats.remove(id);
        }
        if (chat !== undefined) {
          this.releaseIfIdle(chat);
        }
      }
    } catch (error) {
      // It stays listed: the next New Chat tries to load it again.
      reportError(error);
    }
    return this.getOrCreate();
  }

  /** Stops and removes a chat that was or will be deleted; the caller disposes it once it is no longer shown. */
  remove(id: string): Chat | undefined {
    const chat = this.#deps.chats.get(id);
    this.#removed.add(id);
    this.#deps.chats.delete(id);
    if (chat !== undefined) {
      this.#unread.delete(chat);
      chat.stop();
      this.#backgroundChanged.fire();
    }
    return chat;
  }

  /** Call this when a host shows the chat. */
  markSeen(chat: Chat): void {
    this.#deps.draftOnlyChats.remove(chat.id);
    this.#unread.delete(chat);
    this.#backgroundChanged.fire();
  }

  /** Dismisses a finished chat's notice and releases the chat. */
  dismiss(id: string): void {
    const chat = this.unread.find(({ id: unreadId }) => unreadId === id);
    if (chat !== undefined) {
      this.#unread.delete(chat);
      this.releaseIfIdle(chat);
    }
  }

  /** Runs `action`, which may wait for the user; the chat is not released meanwhile. */
  async use(chat: Chat, action: () => Promise<void>): Promise<void> {
    this.#uses.set(chat, (this.#uses.get(chat) ?? 0) + 1);
    try {
      await action();
    } finally {
      const others = (this.#uses.get(chat) ?? 1) - 1;
      if (others > 0) {
        this.#uses.set(chat, others);
      } else {
        this.#uses.delete(chat);
        if (!this.#deps.isShown(chat)) {
          this.releaseIfIdle(chat);
        }
      }
    }
  }

  /** Runs `action` on a chat that may have been released meanwhile, and releases it again. Skips removed chats. */
  async withChat(id: string, action: (chat: Chat) => Promise<void>): Promise<void> {
    const visit = this.#lastVisit.then(async () => {
      const chat = this.isRemoved(id) ? undefined : await this.load(id);
      if (chat !== undefined) {
        await this.use(chat, () => action(chat));
      }
    });
    this.#lastVisit = visit.catch(() => undefined);
    await visit;
  }

  /** Call this when a host no longer shows the chat: one that is neither shown nor running nor unread is disposed. */
  releaseIfIdle(chat: Chat): void {
    if (this.#deps.chats.get(chat.id) !== chat) {
      return;
    }
    const isInUse = chat.isBusy || this.#unread.has(chat) || this.#uses.has(chat);
    if (!isInUse && !this.#deps.isShown(chat)) {
      if (isBlank(chat) && hasDraft(chat)) {
        this.#deps.draftOnlyChats.add(chat.id);
      }
      this.#deps.chats.delete(chat.id);
      chat.dispose();
    }
    this.#backgroundChanged.fire();
  }

  dispose(): void {
    this.#backgroundChanged.dispose();
    this.#finishedUnread.dispose();
    for (const chat of this.all) {
      chat.dispose();
    }
    this.#deps.chats.clear();
  }

  async #find(id: string, blank: Conversation | undefined): Promise<Chat | undefined> {
    const existing = this.#deps.chats.get(id);
    if (existing !== undefined) {
      return existing;
    }
    const { conversation = blank, draft } = await this.#readStored(id);
    return conversation && !this.isRemoved(id) ? this.getOrCreate(conversation, draft) : undefined;
  }

  async #readStored(id: string): Promise<{
    readonly conversation: Conversation | undefined;
    readonly draft: Draft;
  }> {
    const { store, draftOnlyChats, reportError } = this.#deps;
    // It may have been restored, by Undo for example, here or in another window.
    this.#removed.delete(id);
    // Writes of a chat that was just released may be pending.
    await store.flush();
    const loading = store.load(id);
    const loadingDraft = store.loadDraft(id).catch(async (error: unknown) => {
      if ((await loading) === undefined) {
        // It has nothing but its draft, which New Chat will try to load.
        draftOnlyChats.add(id);
        throw error;
      }
      reportError(error);
      return emptyDraft;
    });
    const [conversation, draft] = await Promise.all([loading, loadingDraft]);
    return { conversation, draft };
  }

  #busyChanged(chat: Chat, busy: boolean): void {
    if (this.#deps.isShown(chat) || !this.#deps.chats.has(chat.id)) {
      return;
    }
    this.#unread.delete(chat);
    if (!busy) {
      this.#unread.add(chat);
      const [oldest] = this.#unread;
      if (this.#unread.size > maxUnread && oldest !== undefined) {
        this.#unread.delete(oldest);
        this.releaseIfIdle(oldest);
      }
    }
    this.#backgroundChanged.fire();
    if (!busy) {
      this.#finishedUnread.fire(chat);
    }
  }
}

/** Whether nothing was asked in the chat yet. */
export function isBlank({ session }: Chat): boolean {
  return session.conversation.messages.length === 0;
}

/** Whether its message box or its queue holds something. */
export function hasDraft({ draft }: Chat): boolean {
  return !draft.isBoxEmpty || draft.queue.length > 0;
}
