// The draft of one chat: the text of the message box, the queue, and edits of questions that are not sent yet.
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { omitUndefined } from '../../../base/omitUndefined';
import {
  type Attachment,
  isSameSource,
  type QuestionDraft,
  questionDraft,
} from '../../common/attachment';
import { type Draft, emptyDraft, type QueuedQuestion } from '../../common/draft';

export class ChatDraft implements Disposable {
  readonly #changed = new Emitter<Draft>();
  #isDisposed = false;

  readonly onDidChange = this.#changed.event;

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

  /** By question ID. */
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

  /** Removes an attachment from the message box. */
  detach(id: string): void {
    this.update({ attachments: this.attachments.filter((attachment) => attachment.id !== id) });
  }

  /**
   * Removes a question that was asked from the queue, or else from the message box if it was asked there.
   *
   * @param isLocal whether it was asked in this window
   */
  removeAsked(asked: QueuedQuestion, isLocal: boolean): void {
    const queue = this.queue.filter(({ id }) => id !== asked.id);
    if (queue.length < this.queue.length) {
      this.update({ queue });
    } else if (isLocal) {
      this.update(this.without(asked));
    }
  }

  /** The message box once a question has left it: what was typed or attached since then stays. */
  without({ text, attachments = [] }: QuestionDraft): Required<QuestionDraft> {
    const ids = new Set(attachments.map(({ id }) => id));
    return {
      text: this.text.trim() === text.trim() ? '' : this.text,
      attachments: this.attachments.filter(({ id }) => !ids.has(id)),
    };
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

  /** Also once the chat is closed: a deleted one must not leave its draft behind. */
  clear(): void {
    this.#save(emptyDraft);
  }

  #setEdits(edits: Readonly<Record<string, string>>): void {
    const { edits: _previous, ...draft } = this.current;
    this.#set({ ...draft, ...(Object.keys(edits).length === 0 ? {} : { edits }) });
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
  }
}
