// A conversation as it stands in this window: every change is an event, which is reduced, kept and told.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Conversation, Message } from '../../shared/conversation/conversation';
import {
  type AnswerEnded,
  type ConversationEvent,
  reduce,
} from '../../shared/conversation/conversationEvent';
import { orphanedAnswerEnds } from './orphanedAnswers';
import type { ConversationStore } from '../ports';

export interface ConversationStateDeps {
  readonly store: Pick<ConversationStore, 'create' | 'append'>;
  readonly clock: Clock;
}

export class ConversationState implements Disposable {
  readonly #changed = new Emitter<ConversationEvent>();
  readonly #parts: ConversationStateDeps;
  #now: Conversation;

  /** By answer: how those ended that a closed window left, while that is shown only. */
  readonly #leftEnds = new Map<string, AnswerEnded>();

  /** Fires after the event has been reduced. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: ConversationStateDeps, conversation: Conversation) {
    this.#parts = parts;
    this.#now = conversation;
  }

  get now(): Conversation {
    return this.#now;
  }

  /** On the path that is shown. */
  find(id: string): Message | undefined {
    return this.#now.messages.find((message) => message.id === id);
  }

  /** Something was done here. A conversation is kept from its first question on. */
  apply(event: ConversationEvent): void {
    const { store } = this.#parts;
    const before = this.#now;
    if (event.type === 'asked' && before.messages.length === 0) {
      store.create(before);
    }
    this.#now = reduce(before, event);
    if (before.readOnly !== true && this.#now.messages.length > 0) {
      this.#keepLeftEnds(event);
      store.append(this.#now.id, event);
    }
    this.#changed.fire(event);
  }

  /** What is kept elsewhere, or not yet. */
  show(event: ConversationEvent): void {
    this.#now = reduce(this.#now, event);
    this.#changed.fire(event);
  }

  /**
   * No window gives the answer any more, as far as is known. That is kept only once something is done here:
   * one that was merely slow to say so breaks its answer off when it hears of an end.
   */
  leave(answerId: string): void {
    const end = this.leftEnd(answerId);
    if (end !== undefined) {
      this.#leftEnds.set(answerId, end);
      this.show(end);
    }
  }

  /** A window gives the answer after all. */
  revive(answerId: string): void {
    if (this.#leftEnds.delete(answerId)) {
      this.show({ type: 'resumed', answerId });
    }
  }

  /** How a running answer is found to have ended where the window that gave it has closed. */
  leftEnd(answerId: string): AnswerEnded | undefined {
    const ends = orphanedAnswerEnds(this.#now, this.#parts.clock.now());
    return ends.find((end) => end.answerId === answerId);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Once something is asked, what was left before it has ended on disk too. */
  #keepLeftEnds({ type }: ConversationEvent): void {
    if (type === 'asked' || type === 'retried' || type === 'continued') {
      for (const end of this.#leftEnds.values()) {
        this.#parts.store.append(this.#now.id, end);
      }
      this.#leftEnds.clear();
    }
  }
}
