// Reports to the host which long messages are being rendered: should that end the page, the host shows them as
// plain text the next time.
import type { Disposable } from '../../base/disposable';
import type { Post } from '../../platform/page/host';
import { isHighlighting } from './code/highlightQueue';

/** The host assumes a crash after a longer silence. */
const repeatMs = 2_000;

/** As many message IDs as the host accepts in a report. */
const maxReported = 100;

export class RenderMarks {
  readonly #messageIds = new Set<string>();
  #repeat: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly post: Post) {}

  /** Calls `render` once the host has been sent the report: a crash in the same task would discard it. */
  begin(messageId: string, render: () => void = () => {}): Disposable {
    this.#messageIds.add(messageId);
    this.#report();
    if (this.#repeat === undefined) {
      this.#repeat = setInterval(this.#report, repeatMs);
      document.addEventListener('visibilitychange', this.#report);
    }
    const timer = setTimeout(render);
    return { dispose: () => clearTimeout(timer) };
  }

  end(messageId: string): void {
    if (this.#messageIds.delete(messageId)) {
      this.#report();
    }
    if (this.#messageIds.size === 0) {
      clearInterval(this.#repeat);
      document.removeEventListener('visibilitychange', this.#report);
      this.#repeat = undefined;
    }
  }

  /** Ends once code is highlighted and the message is on the screen: layout can crash too. */
  endWhenPainted(messageId: string): void {
    if (!this.#messageIds.has(messageId)) {
      return;
    }
    if (isHighlighting()) {
      requestIdleCallback(() => this.endWhenPainted(messageId));
    } else {
      requestAnimationFrame(() => requestAnimationFrame(() => this.end(messageId)));
    }
  }

  /** Nothing while the window is hidden: browsers then run timers once a minute, and paint nothing. */
  readonly #report = (): void => {
    const messageIds = document.hidden ? [] : [...this.#messageIds].slice(0, maxReported);
    this.post({ type: 'rendering', messageIds });
  };
}
