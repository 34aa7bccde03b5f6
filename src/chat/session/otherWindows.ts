// Several windows may show one conversation: each hears what the others add, and whether their answers still go on.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Conversation } from '../../shared/conversation/conversation';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import type { ConversationStore, WindowSignal } from '../ports';

/** How long a window has to say that it gives an answer, in ms; where files are not watched it hears of the question a second late. */
const replyWithin = 2500;
/** A running answer of which nothing was heard for so long is asked after, in ms. */
const quietFor = 15_000;

export interface OtherWindowsDeps {
  readonly store: Pick<ConversationStore, 'sendSignal' | 'subscribe'>;
  readonly clock: Clock;
  /** Whether the window that this code works for is still there; a reload may leave the code behind. */
  readonly isWindowAlive: () => Promise<boolean>;
}

export interface OtherWindowsListener {
  /** Whether this window gives the answer. */
  gives(answerId: string): boolean;
  /** Another window gives the answer, or did until now. */
  heardOf(answerId: string): void;
  /** Another window has added this. */
  take(event: ConversationEvent): void;
  /** No window gives the answer any more. */
  left(answerId: string): void;
  /** The reader of another window wants this window's answer to end. */
  stop(): void;
  /** This window is gone, and its answer with it. */
  lost(): void;
}

export class OtherWindows implements Disposable {
  readonly #parts: OtherWindowsDeps;
  readonly #id: string;
  readonly #isReadOnly: boolean;
  readonly #listener: OtherWindowsListener;
  readonly #following: Disposable;
  /** By answer that another window gives: when it is asked after, or given up. */
  readonly #waits = new Map<string, Disposable>();

  constructor(parts: OtherWindowsDeps, conversation: Conversation, listener: OtherWindowsListener) {
    this.#parts = parts;
    this.#id = conversation.id;
    this.#isReadOnly = conversation.readOnly === true;
    this.#listener = listener;
    this.#following = parts.store.subscribe(conversation, (told) => this.#hear(told));
  }

  /** Asks whether another window gives an answer; where none says so, or nothing may be written, it is left. */
  askAfter(answerId: string): void {
    if (this.#isReadOnly) {
      this.#forget(answerId);
      this.#listener.left(answerId);
      return;
    }
    this.#parts.store.sendSignal(this.#id, { type: 'present', answerId });
    this.#wait(answerId, replyWithin, () => this.#listener.left(answerId));
  }

  /** Has the window that gives the answer end it. */
  askToStop(answerId: string): void {
    if (!this.#isReadOnly) {
      this.#parts.store.sendSignal(this.#id, { type: 'stopAsked', answerId });
    }
    this.askAfter(answerId);
  }

  dispose(): void {
    this.#following.dispose();
    for (const wait of this.#waits.values()) {
      wait.dispose();
    }
    this.#waits.clear();
  }

  #hear(told: ConversationEvent | WindowSignal): void {
    switch (told.type) {
      case 'present':
        if (told.gives === true) {
          this.#heardOf(told.answerId);
        } else if (this.#listener.gives(told.answerId)) {
          void this.#reply(told.answerId);
        }
        return;
      case 'stopAsked':
        if (this.#listener.gives(told.answerId)) {
          this.#listener.stop();
        }
        return;
      case 'versionChosen':
        // Each window shows the version that its own reader chose.
        return;
      case 'asked':
      case 'retried':
        this.#listener.take({ ...told, fromOtherWindow: true });
        this.#heardOf(told.answer.id);
        return;
      default:
        if ('answerId' in told) {
          this.#heardOf(told.answerId);
        }
        this.#listener.take(told.type === 'continued' ? { ...told, fromOtherWindow: true } : told);
        if (told.type === 'ended') {
          this.#forget(told.answerId);
        }
    }
  }

  async #reply(answerId: string): Promise<void> {
    const there = await this.#parts.isWindowAlive();
    if (!this.#listener.gives(answerId)) {
      return;
    }
    if (there) {
      this.#parts.store.sendSignal(this.#id, { type: 'present', answerId, gives: true });
    } else {
      this.#listener.lost();
    }
  }

  #heardOf(answerId: string): void {
    this.#listener.heardOf(answerId);
    this.#wait(answerId, quietFor, () => this.askAfter(answerId));
  }

  #wait(answerId: string, ms: number, over: () => void): void {
    this.#forget(answerId);
    const wait = this.#parts.clock.after(ms, () => {
      this.#waits.delete(answerId);
      over();
    });
    this.#waits.set(answerId, wait);
  }

  #forget(answerId: string): void {
    this.#waits.get(answerId)?.dispose();
    this.#waits.delete(answerId);
  }
}
