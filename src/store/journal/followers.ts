// Whoever shows a conversation in this window is told what others do to it.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { WindowSignal } from '../../chat/ports';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent';
import { errorCode } from '../disk';
import type { Entry } from './entry';

export interface Follower {
  readonly id: string;
  readonly listener: (told: ConversationEvent | WindowSignal) => void;
}

export class Followers {
  readonly #all = new Map<Follower, Disposable>();
  readonly #deleted = new Emitter<string>();
  readonly #failed = new Emitter<string>();
  readonly #failedBy = new Set<string>();

  /** Fires for a conversation that is followed, and may fire again until it is not, once it was deleted. */
  readonly onDidDelete = this.#deleted.event;

  /** Fires once for each kind of error that keeps followers from being told, with its code or name. */
  readonly onDidFail = this.#failed.event;

  /** `following`: ends with it. */
  add(follower: Follower, following: Disposable): Disposable {
    this.#all.set(follower, following);
    return {
      dispose: () => {
        this.#all.delete(follower);
        following.dispose();
      },
    };
  }

  tell(follower: Follower, told: Entry): void {
    if (!this.#all.has(follower)) {
      return;
    }
    if (told.type === 'delete' && told.deleted) {
      this.tellDeleted(follower.id);
    } else if (isToldToWindows(told)) {
      try {
        follower.listener(told);
      } catch (error) {
        // Whoever fails over one of them is told the others all the same, and none twice.
        this.failed(error);
      }
    }
  }

  /** What this window itself has called a conversation. */
  tellAll(id: string, told: Entry & { readonly type: 'renamed' }): void {
    for (const follower of this.#all.keys()) {
      if (follower.id === id) {
        this.tell(follower, told);
      }
    }
  }

  tellDeleted(id: string): void {
    if ([...this.#all.keys()].some((follower) => follower.id === id)) {
      this.#deleted.fire(id);
    }
  }

  failed(error: unknown): void {
    const kind = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    if (!this.#failedBy.has(kind)) {
      this.#failedBy.add(kind);
      this.#failed.fire(kind);
    }
  }

  dispose(): void {
    for (const following of this.#all.values()) {
      following.dispose();
    }
    this.#all.clear();
    this.#deleted.dispose();
    this.#failed.dispose();
  }
}

/** All but what only the store and the history go by. */
function isToldToWindows(entry: Entry): entry is ConversationEvent | WindowSignal {
  switch (entry.type) {
    case 'header':
    case 'messageAdded':
    case 'pin':
    case 'delete':
      return false;
    default:
      return true;
  }
}
