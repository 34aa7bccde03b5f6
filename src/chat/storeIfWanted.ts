// Whoever turns the history off has nothing written of a chat from that moment on.
import type { Disposable } from '../base/disposable';
import type { Conversation } from '../shared/conversation';
import type { ConversationEvent } from '../shared/conversationEvent';
import type { Draft } from '../shared/draft';
import type { ConversationStore, WindowSignal } from './ports';

/** Keeps nothing while that is not wanted; what was kept before stays. */
export class StoreIfWanted implements ConversationStore {
  /** Begun while nothing was kept: the store does not know them. */
  readonly #unknown = new Set<string>();
  readonly #drafts = new Map<string, Draft>();

  constructor(
    private readonly store: ConversationStore,
    private readonly isWanted: () => boolean,
    /** A conversation as it stands in this window. */
    private readonly current: (id: string) => Conversation | undefined,
  ) {}

  load(id: string): Promise<Conversation | undefined> {
    return this.store.load(id);
  }

  create(conversation: Conversation): void {
    if (this.isWanted()) {
      this.#unknown.delete(conversation.id);
      this.store.create(conversation);
    } else {
      this.#unknown.add(conversation.id);
    }
  }

  append(id: string, told: ConversationEvent | WindowSignal): void {
    if (!this.isWanted()) {
      return;
    }
    const whole = this.#unknown.delete(id) ? this.current(id) : undefined;
    if (whole === undefined) {
      this.store.append(id, told);
    } else {
      // It holds what is told already.
      this.store.create(whole);
    }
  }

  follow(
    conversation: Conversation,
    listener: (told: ConversationEvent | WindowSignal) => void,
  ): Disposable {
    return this.store.follow(conversation, listener);
  }

  sync(id: string): Promise<void> {
    return this.store.sync(id);
  }

  saveDraft(id: string, draft: Draft): void {
    if (this.isWanted()) {
      this.#drafts.delete(id);
      this.store.saveDraft(id, draft);
    } else {
      this.#drafts.set(id, draft);
    }
  }

  async loadDraft(id: string): Promise<Draft> {
    return this.#drafts.get(id) ?? (await this.store.loadDraft(id));
  }

  flush(): Promise<void> {
    return this.store.flush();
  }
}
