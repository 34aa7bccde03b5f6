// UnsentText: posts the unsent text of a box to the host, which saves it: hiding or reloading the page loses nothing.
import type { Disposable } from '../../base/disposable';

/** The host gets each change at once up to this length, in UTF-16 code units. */
const shortLength = 10_000;
/** A longer draft is sent at most once per interval. */
const intervalMs = 150;

export class UnsentText {
  readonly #post: (text: string, chatId: string) => void;
  #chatId: string;
  /** The text that the host has. */
  #saved = '';
  /** The text to send when the interval ends. */
  #pending: string | undefined;
  #isTyped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When text was last posted, in ms since the page was loaded. */
  #postedAt = -Infinity;
  #postCount = 0;

  constructor(post: (text: string, chatId: string) => void, chatId = '') {
    this.#post = post;
    this.#chatId = chatId;
  }

  /** The chat that the text in the box belongs to. */
  get chatId(): string {
    return this.#chatId;
  }

  /** How often text was posted. */
  get postCount(): number {
    return this.#postCount;
  }

  /** Whether the user has typed since the host last set the text. */
  get isTyped(): boolean {
    return this.#isTyped;
  }

  /**
   * Saves typed text, a long one within the interval. What waits when the window is reloaded is lost, and a page that
   * is hidden may be gone before its last message is delivered.
   */
  save(text: string): void {
    this.#isTyped = true;
    this.#pending = text;
    if (text.length <= shortLength) {
      this.flush();
      return;
    }
    this.#timer ??= setTimeout(
      () => this.flush(),
      Math.max(0, this.#postedAt + intervalMs - performance.now()),
    );
  }

  saveNow(text: string): void {
    this.#pending = text;
    this.flush();
  }

  /** The host has this text already. */
  markSaved(text: string): void {
    this.#dropPending();
    this.#saved = text;
  }

  /** The host has set the text of the box, which replaces what was typed before. */
  didReceive(text: string): void {
    this.markSaved(text);
    this.#isTyped = false;
  }

  /** The box shows the draft of another chat. Pending text is still saved for the chat it was typed in. */
  open(chatId: string, draft: string): void {
    this.flush();
    this.#chatId = chatId;
    this.didReceive(draft);
  }

  /** The text in the box moves to a new chat. The host has moved `draft`, the part that it had. */
  moveTo(chatId: string, draft: string, text: string): void {
    this.#dropPending();
    if (this.#saved !== draft) {
      // The latest text reached the host after the move and was saved for the previous chat.
      this.#post('', this.#chatId);
    }
    this.open(chatId, draft);
    this.saveNow(text);
  }

  /** Saves at once when the page is hidden, reloaded or loses the focus, until the result is disposed. */
  flushOnHide(): Disposable {
    const flush = (): void => this.flush();
    const triggers = [
      [window, 'pagehide'],
      [window, 'blur'],
      [document, 'visibilitychange'],
    ] as const;
    triggers.forEach(([target, type]) => target.addEventListener(type, flush));
    return {
      dispose: () => triggers.forEach(([target, type]) => target.removeEventListener(type, flush)),
    };
  }

  flush(): void {
    const pending = this.#pending;
    this.#dropPending();
    if (pending !== undefined && pending !== this.#saved) {
      this.#saved = pending;
      this.#postedAt = performance.now();
      this.#postCount += 1;
      this.#post(pending, this.#chatId);
    }
  }

  #dropPending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
  }
}
