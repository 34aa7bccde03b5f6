// Writes a message into a commit box while it is generated, and never over text of the user:
// - A box that differs from what was written was edited by the user. Then nothing more is written.
// - The user's text in the box before is replaced only once there is a message, and can be restored.
// - A message that nobody edited since is the model's own, and is replaced by the next one.
// - VS Code's window reports each write back a little later, also when something newer has been written since.
import type { Clock } from '../../../base/clock';
import { sameEnds } from '../../../base/text/sameEnds';

export interface TextBox {
  value: string;
}

/** A message in a box, and the user's words that it was generated with; `''` if there were none. */
export interface WrittenMessage {
  readonly message: string;
  readonly words: string;
}

/** The time that passes between the first two writes. */
const minIntervalMs = 100;

export class CommitBoxWriter {
  /** The user's words for the model. */
  readonly words: string;
  /** Set if the box contained a message of the model that nobody edited. */
  readonly #previous: WrittenMessage | undefined;
  /** What the box contained. */
  readonly #before: string;
  /** The same, and then each text that was written. */
  readonly #texts: string[];
  #isEdited = false;
  #firstWriteAt: number | undefined;
  #nextWriteAt = 0;

  /** @param last What was written into this box before, if anything was. */
  constructor(
    private readonly box: TextBox,
    private readonly clock: Pick<Clock, 'now'>,
    last?: WrittenMessage,
  ) {
    this.#before = box.value;
    this.#texts = [box.value];
    this.#previous = last?.message === box.value ? last : undefined;
    this.words = this.#previous?.words ?? box.value.trim();
  }

  /** Whether the user has changed the box since. Then nothing more is written. */
  get isEdited(): boolean {
    this.#observe();
    return this.#isEdited;
  }

  /** Whether text that the user typed is not in the box any more. */
  get hasReplacedText(): boolean {
    const isOfUser = this.#previous === undefined && this.#texts.length > 1;
    return isOfUser && !this.box.value.includes(this.#before.trim());
  }

  /** What to remember for the next message; undefined if the box contains text of the user. */
  get result(): WrittenMessage | undefined {
    const message = this.#texts.at(-1) ?? '';
    if (this.isEdited || message === this.#before) {
      return this.isEdited ? undefined : this.#previous;
    }
    return { message, words: this.words };
  }

  /**
   * Writes the message so far, unless the last write is too recent. VS Code adds each value to the 50 that the arrow
   * keys bring back in a commit box, so the intervals grow: about 20 writes in half a minute.
   */
  write(message: string): void {
    const now = this.clock.now();
    if (now >= this.#nextWriteAt && message !== '') {
      this.finish(message);
      this.#firstWriteAt ??= now;
      this.#nextWriteAt = now + Math.max(minIntervalMs, (now - this.#firstWriteAt) / 3);
    }
  }

  /** Writes the message as it ended. */
  finish(message: string): void {
    if (message !== '') {
      this.#set(message);
    }
  }

  /** Brings back what the box contained before: what was written isn't a message. */
  restore(): void {
    this.#set(this.#before);
  }

  /** Brings back the user's text that was replaced, later and in any case: below what the user has typed meanwhile. */
  restoreText(): void {
    const { value } = this.box;
    const isOfUser = value.trim() !== '' && !this.#texts.includes(value);
    this.box.value = isOfUser ? `${value.trimEnd()}\n\n${this.#before}` : this.#before;
  }

  #set(text: string): void {
    if (!this.isEdited && text !== this.#texts.at(-1)) {
      this.#texts.push(text);
      this.box.value = text;
    }
  }

  /**
   * Notices an edit. One that was made before the last write had reached VS Code's window was replaced there, so it
   * is written again: it is an edit of an earlier text, and not of the last one.
   */
  #observe(): void {
    const { value } = this.box;
    const written = this.#texts.at(-1) ?? '';
    // The window reports an earlier write; but what the box contained at first is there only if the user brought it back.
    const isReport = this.#texts.lastIndexOf(value) > 0;
    if (this.#isEdited || value === written || isReport) {
      return;
    }
    this.#isEdited = true;
    const isOfEarlier =
      !isEditOf(written, value) && this.#texts.some((text) => isEditOf(text, value));
    if (value.trim() !== '' && isOfEarlier) {
      this.box.value = value;
    }
  }
}

/** Whether one insertion or deletion makes `edited` of `text`. */
function isEditOf(text: string, edited: string): boolean {
  const { head, tail } = sameEnds(text, edited);
  return head + tail === Math.min(text.length, edited.length);
}
