// The draft of one chat: the text of the message box, the queue, and edits of questions that are not sent yet.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import {
  isSameSource,
  questionDraft,
  type Attachment,
  type QuestionDraft,
} from '../../common/attachment';
import { emptyDraft, type Draft, type SentQuestion } from '../../common/draft';

export class ChatDraft implements Disposable {
  readonly #changed = new Emitter<Draft>();
  readonly #sent = new Emitter<SentQuestion>();
  #isDisposed = false;
  /** Never rejects. */
  #attaching: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  readonly onDidSend = this.#sent.event;

  constructor(
    private current: Draft,
    private readonly save: (draft: Draft) => void,
  ) {}

  get text(): string {
    return this.current.text;
  }

  get attachments(): readonly Attachment[] {
    return this.current.attachments ?? [];
  }

  /** Whether there is nothing in the message box. */
  get isBoxEmpty(): boolean {
    return this.text === '' && this.attachments.length === 0;
  }

  get queue(): Draft['queue'] {
    return this.current.queue;
  }

  /** The keys are question IDs. */
  get edits(): Draft['edits'] {
    return this.current.edits;
  }

  /** Saves text, attachments and queue together, so that what moves between them is never in neither. */
  update(change: Partial<Pick<Draft, 'text' | 'attachments' | 'queue'>>): void {
    const { text, attachments = [], queue, edits } = { ...this.current, ...change };
    const isChanged =
      text !== this.text ||
      queue !== this.queue ||
      (attachments !== this.current.attachments &&
        attachments.length + this.attachments.length > 0);
    if (isChanged) {
      this.#set(omitUndefined({ ...questionDraft(text, attachments), queue, edits }));
    }
  }

  /** Adds an attachment to the message box, in place of one with the same name. */
  attach(added: Attachment): void {
    const others = this.attachments.filter((other) => !isSameSource(other, added));
    this.update({ attachments: [...others, added] });
  }

  /** What is attached by `work`, the reading of a file for example, belongs to a question that is asked meanwhile. */
  attaching(work: Promise<void>): Promise<void> {
    this.#attaching = Promise.allSettled([this.#attaching, work]);
    return work;
  }

  /** Resolves once all that is being attached belongs to the message box, or does not. Never rejects. */
  get attached(): Promise<unknown> {
    return this.#attaching;
  }

  /** Removes an attachment from the message box. */
  detach(id: string): void {
    this.update({ attachments: this.attachments.filter((attachment) => attachment.id !== id) });
  }

  /**
   * Removes a question that was asked or queued from the message box. What was typed or attached since then stays.
   * @param queue The queue once it has left the box: both are saved together.
   */
  didSend(question: QuestionDraft, sendId?: string, queue = this.queue): void {
    const ids = new Set(question.attachments?.map(({ id }) => id));
    this.update({
      text: this.text.trim() === question.text.trim() ? '' : this.text,
      attachments: this.attachments.filter(({ id }) => !ids.has(id)),
      queue,
    });
    this.#sent.fire(omitUndefined({ text: question.text, sendId }));
  }

  /** Removes a question that was asked from the queue, if it is there. */
  removeQueued(id: string): void {
    const queue = this.queue.filter((queued) => queued.id !== id);
    if (queue.length < this.queue.length) {
      this.update({ queue });
    }
  }

  /** Saves the edit of a question; undefined when it was asked or canceled. */
  saveEdit(questionId: string, text: string | undefined): void {
    const { [questionId]: previous, ...others } = this.edits ?? {};
    if (text !== previous) {
      const edits = text === undefined ? others : { ...others, [questionId]: text };
      const { edits: _previous, ...draft } = this.current;
      this.#set({ ...draft, ...(Object.keys(edits).length > 0 && { edits }) });
    }
  }

  /** Works even after the chat was closed: a deleted one must not leave its draft behind. */
  clear(): void {
    this.#save(emptyDraft);
  }

  /** What comes after the chat is closed is dropped: it would replace the draft of the chat if that is open again. */
  #set(draft: Draft): void {
    if (!this.#isDisposed) {
      this.#save(draft);
    }
  }

  #save(draft: Draft): void {
    this.current = draft;
    this.save(draft);
    this.#changed.fire(draft);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#changed.dispose();
    this.#sent.dispose();
  }
}
