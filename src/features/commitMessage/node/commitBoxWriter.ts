// Writes a message into a commit box while it is generated, and never over text of the user:
// - A box that differs from what was written last was edited by the user. Then nothing more is written.
// - The user's words in the box before are replaced only once there is a message, and can be restored.
// - A message that nobody edited since is the model's own, and is replaced by the next one.
// - VS Code's window reports each write back a little later, also when something newer has been written since.
import type { Clock } from '../../../base/clock';

export interface TextBox {
  value: string;
}

/** What a message in a box was made of. */
export interface WrittenMessage {
  readonly message: string;
  /** The user's words that it was generated with; `''` if there were none. */
  readonly words: string;
}

/** Between the first two writes, in ms. */
const minIntervalMs = 100;

export class CommitBoxWriter {
  /** The user's words for the model. */
  readonly words: string;
  /** What the box contained. */
  readonly #before: string;
  /** Set if that is a message of the model that nobody edited. */
  readonly #last: WrittenMessage | undefined;
  /** What the box contains unless the user edits it. */
  #written: string;
  /** What it contained before that, oldest first. */
  readonly #earlier: string[] = [];
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
    this.#written = box.value;
    this.#last = last?.message === box.value ? last : undefined;
    this.words = this.#last?.words ?? box.value.trim();
  }

  /** Whether the user has changed the box since. Then nothing more is written. */
  get isEdited(): boolean {
    this.#observe();
    return this.#isEdited;
  }

  /** Whether text that the user typed was replaced. */
  get hasReplacedWords(): boolean {
    const isOfUser = this.#last === undefined && this.#before.trim() !== '';
    return !this.isEdited && isOfUser && this.#written !== this.#before;
  }

  /** What to remember for the next message; undefined if the box contains text of the user. */
  get result(): WrittenMessage | undefined {
    if (this.isEdited) {
      return undefined;
    }
    return this.#firstWriteAt === undefined
      ? this.#last
      : { message: this.#written, words: this.words };
  }

  /**
   * Writes the message so far, unless the last write is too recent. VS Code adds each value to the 50 that the arrow
   * keys bring back in a commit box, so the intervals grow: about 20 writes in half a minute.
   */
  write(message: string): void {
    const now = this.clock.now();
    if (now >= this.#nextWriteAt && message.trim() !== '' && this.#set(message)) {
      this.#firstWriteAt ??= now;
      this.#nextWriteAt = now + Math.max(minIntervalMs, (now - this.#firstWriteAt) / 3);
    }
  }

  /** Writes the message as it ended. */
  finish(message: string): void {
    if (message.trim() !== '' && this.#set(message)) {
      this.#firstWriteAt ??= this.clock.now();
    }
  }

  /** Brings back what the box contained before. Where it was empty, what was written stays. */
  restore(): void {
    if (this.#before.trim() !== '') {
      this.withdraw();
    }
  }

  /** Brings back what the box contained before, also if it was empty: what was written is no part of a message. */
  withdraw(): void {
    if (this.#set(this.#before)) {
      this.#firstWriteAt = undefined;
    }
  }

  /** Brings back the user's words that were replaced, later and in any case: below what the user has typed meanwhile. */
  restoreWords(): void {
    const { value } = this.box;
    const isUnchanged =
      value === this.#written || this.#isReportOfWrite(value) || value.trim() === '';
    this.box.value = isUnchanged ? this.#before : `${value.trimEnd()}\n\n${this.#before}`;
  }

  /** False if nothing was written. */
  #set(message: string): boolean {
    this.#observe();
    if (this.#isEdited || message === this.#written) {
      return false;
    }
    this.#earlier.push(this.#written);
    this.#written = message;
    this.box.value = message;
    return true;
  }

  /**
   * Whether `value` is an earlier write that the window reports. The first of the earlier values is what the box contained
   * before: the user can bring that back.
   */
  #isReportOfWrite(value: string): boolean {
    return this.#earlier.lastIndexOf(value) > 0;
  }

  /**
   * Notices an edit. One that was made before the last write had reached VS Code's window was replaced there, so it
   * is written again: it is an edit of an earlier text, and not of the last one.
   */
  #observe(): void {
    const { value } = this.box;
    if (this.#isEdited || value === this.#written || this.#isReportOfWrite(value)) {
      return;
    }
    this.#isEdited = true;
    const isOfEarlier =
      !isEditOf(this.#written, value) && this.#earlier.some((text) => isEditOf(text, value));
    if (value.trim() !== '' && isOfEarlier) {
      this.box.value = value;
    }
  }
}

/** Whether one insertion or deletion makes `edited` of `text`. */
function isEditOf(text: string, edited: string): boolean {
  const shorter = Math.min(text.length, edited.length);
  let start = 0;
  while (start < shorter && text[start] === edited[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === edited.at(-1 - end)) {
    end += 1;
  }
  return start + end === shorter;
}
