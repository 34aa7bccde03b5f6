// What is typed in one chat and not asked yet: the message box, the queue behind it, and questions that are being rewritten.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Draft, emptyDraft, type QueuedQuestion } from '../../shared/conversation/draft';

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

  /** By question. */
  get edits(): Draft['edits'] {
    return this.#now.edits;
  }

  /** Saved as one: a text that goes from the box to the queue, or back, is never in neither. */
  update(change: Partial<Pick<Draft, 'text' | 'queue'>>): void {
    const draft = { ...this.#now, ...change };
    if (draft.text !== this.text || draft.queue !== this.queue) {
      this.#set(draft);
    }
  }

  /** A question that is asked leaves the queue; what was asked in this window may have stood in its message box. */
  removeAsked({ id, text }: QueuedQuestion, here: boolean): void {
    const queue = this.queue.filter((queued) => queued.id !== id);
    if (queue.length < this.queue.length) {
      this.update({ queue });
    } else if (here && this.text.trim() === text.trim()) {
      this.update({ text: '' });
    }
  }

  /** What a question is being rewritten to; without a text that was left. */
  saveEdit(questionId: string, text: string | undefined): void {
    const { [questionId]: before, ...others } = this.edits ?? {};
    if (text !== before) {
      this.#setEdits(text === undefined ? others : { ...others, [questionId]: text });
    }
  }

  /** What was asked is being written no more. */
  removeEdits(asked: string): void {
    const edits = Object.entries(this.edits ?? {});
    const left = edits.filter(([, text]) => text.trim() !== asked.trim());
    if (left.length < edits.length) {
      this.#setEdits(Object.fromEntries(left));
    }
  }

  clear(): void {
    this.#set(emptyDraft);
  }

  #setEdits(edits: Readonly<Record<string, string>>): void {
    const { text, queue } = this.#now;
    this.#set({ text, queue, ...(Object.keys(edits).length === 0 ? {} : { edits }) });
  }

  #set(draft: Draft): void {
    this.#now = draft;
    this.#save(draft);
    this.#changed.fire(draft);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
