// The host keeps what is typed, so that hiding or reloading the view loses nothing.

/** At most one draft goes up per this time, in ms. */
const intervalMs = 150;

export class DraftSync {
  readonly #post: (text: string, chat: string) => void;
  #chat = '';
  #kept = '';
  #waiting: string | undefined;
  #typed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (text: string, chat: string) => void) {
    this.#post = post;
  }

  /** The ID of the chat whose text stands in the box. */
  get chat(): string {
    return this.#chat;
  }

  /** Whether the reader has typed since the host put a text into the box. */
  get isTyped(): boolean {
    return this.#typed;
  }

  keep(text: string): void {
    this.#typed = true;
    this.#waiting = text;
    this.#timer ??= setTimeout(() => this.flush(), intervalMs);
  }

  keepNow(text: string): void {
    this.#waiting = text;
    this.flush();
  }

  /** The host has put another text into the box; what waits is older. */
  take(text: string): void {
    this.#stopWaiting();
    this.#typed = false;
    this.#kept = text;
  }

  /** The box is another chat's from now on; the last words still go to the one before. */
  open(chat: string, text: string): void {
    this.flush();
    this.#chat = chat;
    this.take(text);
  }

  /** What stands in the box goes along into another chat, as the host has done with what it knew of it. */
  goAlong(chat: string, known: string, text: string): void {
    this.#stopWaiting();
    if (this.#kept !== known) {
      // The last words came to the chat before once the others had left it.
      this.#post('', this.#chat);
    }
    this.open(chat, known);
    this.keepNow(text);
  }

  flush(): void {
    const waiting = this.#waiting;
    this.#stopWaiting();
    if (waiting !== undefined && waiting !== this.#kept) {
      this.#kept = waiting;
      this.#post(waiting, this.#chat);
    }
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }
}
