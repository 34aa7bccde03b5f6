// JournalSubscriptions: all subscriptions of this window.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { errorCode } from '../../../base/errorCode';
import type { ConversationEvent } from '../../../conversation/common/conversationEvent';
import type { JournalSubscription } from './subscription';

export class JournalSubscriptions implements Disposable {
  readonly #subscriptions = new Set<JournalSubscription>();
  readonly #didDelete = new Emitter<string>();
  readonly #didFail = new Emitter<string>();
  readonly #reportedErrors = new Set<string>();

  /** Fires with the ID of a subscribed conversation that was deleted, perhaps several times. */
  readonly onDidDelete = this.#didDelete.event;

  /** Fires once per kind of error, with its code or name. */
  readonly onDidFail = this.#didFail.event;

  add(subscription: JournalSubscription): Disposable {
    this.#subscriptions.add(subscription);
    return {
      dispose: () => {
        this.#subscriptions.delete(subscription);
        subscription.dispose();
      },
    };
  }

  emit(id: string, event: ConversationEvent): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.id === id) {
        subscription.emit(event);
      }
    }
  }

  reportDeleted(id: string): void {
    if ([...this.#subscriptions].some((subscription) => subscription.id === id)) {
      this.#didDelete.fire(id);
    }
  }

  reportError(error: unknown): void {
    const kind = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    if (!this.#reportedErrors.has(kind)) {
      this.#reportedErrors.add(kind);
      this.#didFail.fire(kind);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#subscriptions.clear();
    this.#didDelete.dispose();
    this.#didFail.dispose();
  }
}
