// The current state of a conversation in this window. Every change is an event: reduced, stored, then fired.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { isRunning, type Conversation, type Message } from '../../common/conversation';
import {
  answerIdOf,
  reduce,
  type AnswerEnded,
  type ConversationEvent,
} from '../../common/conversationEvent';
import { findMessage } from '../../common/messageTree';
import type { ConversationStore } from '../conversationStore';
import { orphanedAnswerEnds } from './orphanedAnswers';

export interface ConversationStateDeps {
  readonly store: Pick<ConversationStore, 'create' | 'append'>;
  readonly clock: Clock;
}

export interface PromptProgressed {
  readonly answerId: string;
  /** A number from 0 to 1. */
  readonly share: number;
}

export class ConversationState implements Disposable {
  readonly #changed = new Emitter<ConversationEvent>();
  readonly #promptProgressed = new Emitter<PromptProgressed>();
  #current: Conversation;

  /** The ends of orphaned answers that are shown but not stored yet, by answer ID. */
  readonly #orphanedEnds = new Map<string, AnswerEnded>();

  /** Fires after the event has been reduced. */
  readonly onDidChange = this.#changed.event;

  /** Fires while an answer of this window waits for its first content. Progress is not stored. */
  readonly onDidProcessPrompt = this.#promptProgressed.event;

  constructor(
    private readonly deps: ConversationStateDeps,
    conversation: Conversation,
  ) {
    this.#current = conversation;
  }

  get current(): Conversation {
    return this.#current;
  }

  findOnPath(id: string): Message | undefined {
    return this.#current.messages.find((message) => message.id === id);
  }

  /** Applies and stores an event of this window. A conversation is stored from its first question on. */
  apply(event: ConversationEvent): void {
    const { store } = this.deps;
    const before = this.#current;
    if (event.type === 'asked' && before.messages.length === 0) {
      store.create(before);
    }
    this.#current = reduce(before, event);
    if (canSave(before, event) && this.#current.messages.length > 0) {
      this.#storeOrphanedEnds(event);
      store.append(this.#current.id, event);
    }
    this.#changed.fire(event);
  }

  reportPromptProgress(progress: PromptProgressed): void {
    this.#promptProgressed.fire(progress);
  }

  /** Applies an event that another window stores, or that is not stored yet. */
  show(event: ConversationEvent): void {
    this.#current = reduce(this.#current, event);
    this.#changed.fire(event);
  }

  /**
   * Shows an answer as orphaned. Its end is stored only once something is asked here: a window that was
   * merely slow to reply would stop its answer when it reads the end.
   */
  markOrphaned(answerId: string): void {
    const end = this.orphanedEnd(answerId);
    if (end !== undefined) {
      this.#orphanedEnds.set(answerId, end);
      this.show(end);
    }
  }

  /** A window runs the answer after all. */
  resume(answerId: string): void {
    if (this.#orphanedEnds.delete(answerId)) {
      this.show({ type: 'resumed', answerId });
    }
  }

  /** The end of a running answer if its window was closed. */
  orphanedEnd(answerId: string): AnswerEnded | undefined {
    const ends = orphanedAnswerEnds(this.#current, this.deps.clock.now());
    return ends.find((end) => end.answerId === answerId);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#promptProgressed.dispose();
  }

  #storeOrphanedEnds({ type }: ConversationEvent): void {
    if (type === 'asked' || type === 'retried' || type === 'continued') {
      for (const end of this.#orphanedEnds.values()) {
        this.deps.store.append(this.#current.id, end);
      }
      this.#orphanedEnds.clear();
    }
  }
}

/** A read-only conversation still gets the rest of an answer that was running when a newer Portico wrote to it. */
function canSave(conversation: Conversation, event: ConversationEvent): boolean {
  if (conversation.readOnly !== true) {
    return true;
  }
  const answer = findMessage(conversation, answerIdOf(event) ?? '');
  return answer?.kind === 'answer' && isRunning(answer.state);
}
