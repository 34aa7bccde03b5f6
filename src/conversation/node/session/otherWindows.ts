// Follows what other windows do in the same conversation, and finds out whether their answers are still running.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { Conversation } from '../../common/conversation';
import {
  answerIdOf,
  eventTraits,
  isMarked,
  type ConversationEvent,
} from '../../common/conversationEvent';
import type { ConversationStore, WindowSignal } from '../conversationStore';

/** How long another window has to reply to a ping. It sees the ping up to 1 s late where files cannot be watched. */
const replyTimeoutMs = 2500;
/** A running answer of another window that is silent for this long is pinged. */
const pingAfterMs = 15_000;

export interface OtherWindowsDeps {
  readonly store: Pick<ConversationStore, 'sendSignal' | 'subscribe'>;
  readonly clock: Clock;
  /** Whether this code still belongs to a window: a reload may leave it running without one. */
  readonly isWindowAlive: () => Promise<boolean>;
}

export interface OtherWindowsListener {
  /** Whether the answer is running in this window. */
  isRunning(answerId: string): boolean;
  /** The answer is running in another window, or has just ended there. */
  onRunningElsewhere(answerId: string): void;
  /** Another window has appended an event. */
  onEvent(event: ConversationEvent): void;
  /** No window runs the answer anymore. */
  onOrphaned(answerId: string): void;
  /** The user stopped an answer of this window in another window. */
  onStopRequested(answerId: string): void;
  /** This code has no window anymore. */
  onWindowGone(): void;
}

export class OtherWindows implements Disposable {
  readonly #deps: OtherWindowsDeps;
  readonly #id: string;
  readonly #isReadOnly: boolean;
  readonly #listener: OtherWindowsListener;
  readonly #subscription: Disposable;
  /** When each answer of another window, by its ID, is pinged next or counts as orphaned. */
  readonly #timers = new Map<string, Disposable>();

  constructor(deps: OtherWindowsDeps, conversation: Conversation, listener: OtherWindowsListener) {
    this.#deps = deps;
    this.#id = conversation.id;
    this.#isReadOnly = conversation.readOnly === true;
    this.#listener = listener;
    this.#subscription = deps.store.subscribe(conversation, (event) => this.#handle(event));
  }

  /** Asks the other windows whether they run an answer; without a reply, or if nothing may be written, it is orphaned. */
  ping(answerId: string): void {
    if (this.#isReadOnly) {
      this.#clearTimer(answerId);
      this.#listener.onOrphaned(answerId);
      return;
    }
    this.#deps.store.sendSignal(this.#id, { type: 'ping', answerId });
    this.#startTimer(answerId, replyTimeoutMs, () => this.#listener.onOrphaned(answerId));
  }

  /** Asks the window that runs the answer to stop it. */
  requestStop(answerId: string): void {
    if (!this.#isReadOnly) {
      this.#deps.store.sendSignal(this.#id, { type: 'stopRequested', answerId });
    }
    this.ping(answerId);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#timers.values()) {
      timer.dispose();
    }
    this.#timers.clear();
  }

  #handle(event: ConversationEvent | WindowSignal): void {
    switch (event.type) {
      case 'ping':
        if (this.#listener.isRunning(event.answerId)) {
          void this.#reply(event.answerId);
        }
        return;
      case 'running':
        this.#noteRunning(event.answerId);
        return;
      case 'stopRequested':
        if (this.#listener.isRunning(event.answerId)) {
          this.#listener.onStopRequested(event.answerId);
        }
        return;
      default:
        this.#handleAppended(event);
    }
  }

  #handleAppended(event: ConversationEvent): void {
    const { ofOtherWindow, answer } = eventTraits[event.type];
    const answerId = answer === 'none' ? undefined : answerIdOf(event);
    if (ofOtherWindow === 'ignored') {
      return;
    }
    if (answerId !== undefined) {
      this.#noteRunning(answerId);
    }
    this.#listener.onEvent(isMarked(event) ? { ...event, fromOtherWindow: true } : event);
    if (answerId !== undefined && answer === 'ended') {
      this.#clearTimer(answerId);
    }
  }

  /** Replies at once: the window of this code may be slow to answer, and the other one does not wait for long. */
  async #reply(answerId: string): Promise<void> {
    this.#deps.store.sendSignal(this.#id, { type: 'running', answerId });
    const isAlive = await this.#deps.isWindowAlive();
    if (!isAlive && this.#listener.isRunning(answerId)) {
      this.#listener.onWindowGone();
    }
  }

  #noteRunning(answerId: string): void {
    this.#listener.onRunningElsewhere(answerId);
    this.#startTimer(answerId, pingAfterMs, () => this.ping(answerId));
  }

  #startTimer(answerId: string, ms: number, onTimeout: () => void): void {
    this.#clearTimer(answerId);
    const timer = this.#deps.clock.after(ms, () => {
      this.#timers.delete(answerId);
      onTimeout();
    });
    this.#timers.set(answerId, timer);
  }

  #clearTimer(answerId: string): void {
    this.#timers.get(answerId)?.dispose();
    this.#timers.delete(answerId);
  }
}
