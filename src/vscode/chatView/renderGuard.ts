// RenderGuard: remembers which messages a page was rendering when it stopped responding. They are shown as plain text
// from then on.
import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** A page reports at least every 2 s what it renders (see `renderMarks.ts`), unless it is frozen or has crashed. */
const silenceMs = 6_000;
/** The timer ends a silence. A longer one shows that the host did not run: the machine slept, or the host was busy. */
const longestSilenceMs = silenceMs + 1_000;
/** Between two reports of a page that is not frozen, with some reserve. */
const longestGapMs = 3_000;
/** The latest ones; each costs the user one click if it was suspected wrongly. */
const maxSuspects = 50;
const mementoKey = 'portico.plainMessages';
const storedIds = v.fallback(v.array(v.string()), []);

interface Rendering {
  readonly messageIds: readonly string[];
  readonly timer: Disposable;
  /** In milliseconds since 1970. */
  readonly reportedAt: number;
}

export class RenderGuard implements Disposable {
  readonly #rendering = new Map<object, Rendering>();
  #suspects: readonly string[];

  constructor(
    private readonly memento: vscode.Memento,
    private readonly clock: Clock,
  ) {
    this.#suspects = v.parse(storedIds, memento.get(mementoKey));
  }

  /** IDs of the messages to be shown as plain text. */
  get plainMessages(): readonly string[] {
    return this.#suspects;
  }

  /**
   * A page reports all messages that it is rendering; none when it has rendered them. A page that reports again was
   * only slow: the messages of its previous report are no longer suspected.
   */
  report(host: object, messageIds: readonly string[]): void {
    const before = this.#rendering.get(host)?.messageIds ?? [];
    this.#forget(host);
    this.#store(this.#suspects.filter((id) => !before.includes(id)));
    if (messageIds.length > 0) {
      this.#expectReport(host, messageIds);
    }
  }

  /** The page is closed, or a new one has started in its place: one that had been silent before has crashed. */
  pageClosed(host: object): void {
    const { messageIds = [], reportedAt = 0 } = this.#rendering.get(host) ?? {};
    this.#forget(host);
    const silence = this.clock.now() - reportedAt;
    if (silence > longestGapMs && silence <= longestSilenceMs) {
      this.#suspect(messageIds);
    }
  }

  dispose(): void {
    for (const host of this.#rendering.keys()) {
      this.#forget(host);
    }
  }

  /** Suspects the messages unless the page reports in time. */
  #expectReport(host: object, messageIds: readonly string[]): void {
    const reportedAt = this.clock.now();
    const timer = this.clock.after(silenceMs, () => {
      if (this.clock.now() - reportedAt <= longestSilenceMs) {
        this.#suspect(messageIds);
      } else {
        this.#expectReport(host, messageIds);
      }
    });
    this.#rendering.set(host, { messageIds, timer, reportedAt });
  }

  #forget(host: object): void {
    this.#rendering.get(host)?.timer.dispose();
    this.#rendering.delete(host);
  }

  #suspect(messageIds: readonly string[]): void {
    const others = this.#suspects.filter((id) => !messageIds.includes(id));
    this.#store([...others, ...messageIds].slice(-maxSuspects));
  }

  #store(suspects: readonly string[]): void {
    if (suspects.join('\n') !== this.#suspects.join('\n')) {
      this.#suspects = suspects;
      void this.memento.update(mementoKey, suspects.length === 0 ? undefined : suspects);
    }
  }
}
