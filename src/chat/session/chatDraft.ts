// The draft of one chat: the text of the message box, the queue, and edits of questions that are not sent yet.
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Draft, emptyDraft, type QueuedQuestion } from '../../shared/conversation/draft';

export class ChatDraft implements Disposable {
  readonly #changed = new Emitter<Draft>();

  readonly onDidChange = this.#changed.event;

  constructor(
    private current: Draft,
    private readonly save: (draft: Draft) => void,
  ) {}

  get text(): string {
    return this.current.text;
  }

  get queue(): Draft['queue'] {
    return this.current.queue;
  }

  /** By question ID. */
  get edits(): Draft['edits'] {
    return this.current.edits;
  }

  /** Saves text and queue together, so that text that moves between them is never in neither. */
  update(change: Partial<Pick<Draft, 'text' | 'queue'>>): void {
    const draft = { ...this.current, ...change };
    if (draft.text !== this.text || draft.queue !== this.queue) {
      this.#set(draft);
    }
  }

  /**
   * Removes a question that was asked from the queue, or else from the message box if it was asked there.
   *
   * @param isLocal whether it was asked in this window
   */
  removeAsked({ id, text }: QueuedQuestion, isLocal: boolean): void {
    const queue = this.queue.filter((queued) => queued.id !== id);
    if (queue.length < this.queue.length) {
      this.update({ queue });
    } else if (isLocal && this.text.trim() === text.trim()) {
      this.update({ text: '' });
    }
  }

  /** Saves the edit of a question; undefined when it was canceled. */
  saveEdit(questionId: string, text: string | undefined): void {
    const { [questionId]: previous, ...others } = this.edits ?? {};
    if (text !== previous) {
      this.#setEdits(text === undefined ? others : { ...others, [questionId]: text });
    }
  }

  /** Removes the edits with the text of a question that was asked. */
  removeEdits(askedText: string): void {
    const edits = Object.entries(this.edits ?? {});
    const others = edits.filter(([, text]) => text.trim() !== askedText.trim());
    if (others.length < edits.length) {
      this.#setEdits(Object.fromEntries(others));
    }
  }

  clear(): void {
    this.#set(emptyDraft);
  }

  #setEdits(edits: Readonly<Record<string, string>>): void {
    const { text, queue } = this.current;
    this.#set({ text, queue, ...(Object.keys(edits).length === 0 ? {} : { edits }) });
  }

  #set(draft: Draft): void {
    this.current = draft;
    this.save(draft);
    this.#changed.fire(draft);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
