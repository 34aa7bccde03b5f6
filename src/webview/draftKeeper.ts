// The host keeps what is typed, so that hiding or reloading the view loses nothing.

/** At most one draft goes up per this time, in ms. */
const intervalMs = 150;

export class DraftKeeper {
  readonly #post: (text: string) => void;
  #kept = '';
  #waiting: string | undefined;
  #typed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (text: string) => void) {
    this.#post = post;
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

  /** The host has put another text into the box; what waits belongs to the one before. */
  take(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
    this.#typed = false;
    this.#kept = text;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting !== undefined && this.#waiting !== this.#kept) {
      this.#kept = this.#waiting;
      this.#post(this.#waiting);
    }
    this.#waiting = undefined;
  }
}
