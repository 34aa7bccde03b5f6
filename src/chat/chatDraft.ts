// The message box of one chat and the questions queued behind it: changed together, kept together.
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Draft, QueuedQuestion } from '../shared/draft';

export class ChatDraft implements Disposable {
  readonly #changed = new Emitter<Draft>();
  readonly #save: (draft: Draft) => void;
  #now: Draft;

  readonly onDidChange = this.#changed.event;

  /** `kept`: the draft as it was saved last. */
  constructor(kept: Draft, save: (draft: Draft) => void) {
    this.#now = kept;
    this.#save = save;
  }

  get text(): string {
    return this.#now.text;
  }

  get queue(): Draft['queue'] {
    return this.#now.queue;
  }

  /** Saved as one: a text that goes from the box to the queue, or back, is never in neither. */
  change(change: Partial<Draft>): void {
    const { text, queue } = { ...this.#now, ...change };
    if (text !== this.text || queue !== this.queue) {
      this.#now = { text, queue };
      this.#save(this.#now);
      this.#changed.fire(this.#now);
    }
  }

  /** A question that is asked leaves the queue; what was asked in this window may have stood in its message box. */
  didAsk({ id, text }: QueuedQuestion, here: boolean): void {
    const queue = this.queue.filter((queued) => queued.id !== id);
    if (queue.length < this.queue.length) {
      this.change({ queue });
    } else if (here && this.text.trim() === text.trim()) {
      this.change({ text: '' });
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
