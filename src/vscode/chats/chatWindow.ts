// Which chat each place in this window shows, and which of them was used last.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { forkedAt } from '../../chat/session/fork';
import { type Conversation, findAnswer, isRunning } from '../../shared/conversation/conversation';
import { emptyDraft, prependText } from '../../shared/conversation/draft';
import type { RevealTarget } from '../../shared/protocol/protocol';
import { hasDraft, isBlank, ChatRegistry, type LiveChatsParts } from './chatRegistry';
import type { Chat } from './chat';

/** Where a chat is shown. Which one is decided by `ChatWindow` alone. */
export interface ChatHost {
  readonly chat: Chat;
  show(chat: Chat): void;
  /** Whether the reader can see it now. */
  readonly visible: boolean;
  /** Brings it before the reader, with the cursor in the message box. */
  focus(): Promise<void>;
  /** Brings a message of the chat before the reader, in whichever version it stands; to be called after `focus`. */
  reveal(place: RevealTarget): void;
  /** The reader has gone elsewhere: a focus that waits for the page to start is not wanted any more. */
  giveUpFocus(): void;
}

export type OpenChatsParts = Omit<LiveChatsParts, 'isShown'>;

export class ChatWindow implements Disposable {
  readonly #parts: OpenChatsParts;
  readonly #live: ChatRegistry;
  readonly #places = new Set<ChatHost>();
  readonly #currentChanged = new Emitter<Chat>();
  /** One visit after another. */
  #visited: Promise<void> = Promise.resolve();
  #current: Chat;
  #place: ChatHost | undefined;

  constructor(parts: OpenChatsParts) {
    this.#parts = parts;
    this.#live = new ChatRegistry({
      ...parts,
      isShown: (chat) => this.#placesOf(chat).length > 0,
    });
    this.#current = this.#live.begin();
  }

  /** Fires when `running` or `unseen` may be others, or be called otherwise. */
  get onDidChangeHidden(): ChatRegistry['onDidChangeHidden'] {
    return this.#live.onDidChangeHidden;
  }

  /** Fires when an answer has ended in a chat that no place shows. */
  get onDidEndUnseen(): ChatRegistry['onDidEndUnseen'] {
    return this.#live.onDidEndUnseen;
  }

  get all(): Iterable<Chat> {
    return this.#live.all;
  }

  /** Those that no place shows and whose answer runs. */
  get running(): readonly Chat[] {
    return this.#live.running;
  }

  /** Those that no place shows and whose answer has ended since; the last one at the end. */
  get unseen(): readonly Chat[] {
    return this.#live.unseen;
  }

  /** Whether the reader can see any chat now. */
  get isVisible(): boolean {
    return [...this.#places].some(({ visible }) => visible);
  }

  /** The chat that was used last: commands act on it. */
  get current(): Chat {
    return this.#current;
  }

  /** Of a chat that is alive in this window, as it stands. */
  conversation(id: string): Conversation | undefined {
    return this.#live.get(id)?.session.conversation;
  }

  /** A chat with this conversation; the one that is alive already where there is one. */
  begin(conversation = this.#parts.newConversation(), draft = emptyDraft): Chat {
    return this.#live.begin(conversation, draft);
  }

  /**
   * The chat of that ID: as it was kept, or without messages where nothing was asked in it yet; undefined
   * when it is deleted meanwhile. Rejects when it cannot be read.
   */
  revive(id: string): Promise<Chat | undefined> {
    return this.#live.revive(id);
  }

  /** What is told no more is let go of. */
  putAside(id: string): void {
    this.#live.putAside(id);
  }

  add(place: ChatHost): void {
    this.#places.add(place);
    this.#place ??= place;
  }

  /** Its place in the window is gone; a chat that nobody else shows goes on only while its answer runs. */
  remove(place: ChatHost): void {
    this.#places.delete(place);
    const next = [...this.#places].at(-1);
    if (this.#place === place && next !== undefined) {
      this.use(next);
    }
    this.#live.settle(place.chat);
  }

  /** To be called whenever the reader has done something there; what a place tells that is gone already counts no more. */
  use(place: ChatHost): void {
    if (!this.#places.has(place)) {
      return;
    }
    if (this.#place !== place) {
      this.#place?.giveUpFocus();
      this.#place = place;
    }
    if (place.chat !== this.#current) {
      this.#current = place.chat;
      this.#currentChanged.fire(this.#current);
    }
  }

  /** Puts a chat in the place of the one that is shown there. */
  show(chat: Chat, place: ChatHost): void {
    const before = place.chat;
    if (before !== chat) {
      place.show(chat);
      this.#live.seen(chat);
      this.#live.settle(before);
    }
    if (place === this.#place) {
      this.use(place);
    }
  }

  /**
   * What stands in the message box goes along; a chat without messages is a new one already, unless one that was
   * left with a draft can take its place. An answer that runs goes on out of sight, and so does the queue behind it.
   */
  async newChat(): Promise<void> {
    const hasLeft = this.#parts.leftBlank.ids.length > 0;
    if (!isBlank(this.#current) || (hasLeft && !hasDraft(this.#current))) {
      const fresh = await this.#live.blank();
      const { draft, presenter } = this.#current;
      // Whoever asks twice may have it already.
      if (draft !== fresh.draft && draft.text !== '') {
        fresh.draft.change({ text: prependText(draft.text, fresh.draft.text) });
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
  async open(id: string, at?: RevealTarget): Promise<boolean> {
    const chat = await this.#live.find(id);
    if (chat === undefined) {
      return false;
    }
    const places = this.#placesOf(chat);
    const shown = places.find(({ visible }) => visible) ?? places[0];
    if (shown === undefined) {
      this.#showHere(chat);
    } else {
      this.use(shown);
    }
    const place = this.#place;
    await place?.focus();
    // The reader may have gone elsewhere meanwhile.
    if (at !== undefined && place?.chat === chat) {
      place.reveal(at);
    }
    return true;
  }

  /** Has something done to a chat that may have been let go of meanwhile, and lets go of it again; to none that was evicted. */
  async visit(id: string, act: (chat: Chat) => Promise<void>): Promise<void> {
    const visit = this.#visited.then(async () => {
      if (!this.#live.isGone(id)) {
        const chat = this.#live.get(id) ?? (await this.revive(id));
        if (chat !== undefined) {
          await act(chat);
          this.#live.settle(chat);
        }
      }
    });
    this.#visited = visit.catch(() => undefined);
    await visit;
  }

  /** Stops a chat that goes, and puts a new one in its place. Returns where it was shown. */
  evict(id: string): readonly ChatHost[] {
    const chat = this.#live.takeOut(id);
    const places = chat === undefined ? [] : this.#placesOf(chat);
    for (const place of places) {
      this.show(this.begin(), place);
    }
    chat?.dispose();
    return places;
  }

  /** Shows a chat that was evicted where it was, unless something else is going on there by now. */
  async bringBack(id: string, to: readonly ChatHost[]): Promise<void> {
    const chat = await this.#live.find(id);
    for (const place of to) {
      if (chat !== undefined && this.#places.has(place) && isBlank(place.chat)) {
        this.show(chat, place);
      }
    }
    await this.open(id);
  }

  /**
   * As `evict`, for a chat that another window deleted: all that was typed there goes along into the new one,
   * what was being rewritten and what stood in the box into its box; into the next new chat where no place
   * showed it.
   */
  lose(id: string): void {
    const chat = this.#live.get(id);
    if (chat === undefined) {
      return;
    }
    const { text, queue, edits = {} } = chat.draft;
    const texts = [...Object.values(edits), text].filter((one) => one.trim() !== '');
    const [place] = this.evict(id);
    if (texts.length > 0 || queue.length > 0) {
      const heir = place?.chat ?? this.begin();
      for (const question of queue) {
        heir.queue.add(question.text);
      }
      heir.draft.change({ text: texts.join('\n\n') });
      heir.presenter.tellDraft();
      this.#live.settle(heir);
    }
    // Last: whatever ends the window meanwhile, the words are kept twice rather than not at all.
    chat.draft.empty();
  }

  /** Brings the chat that was used last before the reader. */
  async focus(): Promise<void> {
    await this.#place?.focus();
  }

  /** Calls `start` for the chat that was used last, now and whenever it is another; what it returns ends then. */
  followCurrent(start: (chat: Chat) => Disposable): Disposable {
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
    this.#live.dispose();
  }

  #placesOf(chat: Chat): readonly ChatHost[] {
    return [...this.#places].filter((place) => place.chat === chat);
  }

  #showHere(chat: Chat): void {
    if (this.#place !== undefined) {
      this.show(chat, this.#place);
    }
  }
}
