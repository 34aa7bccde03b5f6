// RenderGuard: remembers which messages a page was rendering when it stopped responding. They are shown as plain text
// from then on.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';

/** A page reports at least every 2 s what it renders (see `renderMarks.ts`), unless it is frozen or has crashed. */
const silenceMs = 6_000;
/** The timer ends a silence. A longer one shows that the host did not run: the machine slept, or the host was busy. */
const longestSilenceMs = silenceMs + 1_000;
/** Between two reports of a page that is not frozen, with some reserve. */
const longestGapMs = 3_000;
/** Between two looks at what another window is rendering. */
const pollMs = 250;
/** The latest ones; each costs the user one click if it was suspected wrongly. */
const maxSuspects = 50;

/** What one page was rendering at its last report; in milliseconds since 1970. */
interface RenderMark {
  readonly messageIds: readonly string[];
  readonly reportedAt: number;
}

/** Outlives the window: a crashing page can take it with it. */
export interface RenderMarkStore {
  /** Replaces the marks of this window. */
  write(marks: readonly RenderMark[]): void;
  /** The marks of other windows, by window; also of windows that have crashed. */
  others(): Promise<ReadonlyMap<string, readonly RenderMark[]>>;
  marksOf(window: string): Promise<readonly RenderMark[]>;
  removeMarksOf(window: string): Promise<void>;
  plainMessages(): Promise<readonly string[]>;
  updatePlainMessages(change: (ids: readonly string[]) => readonly string[]): Promise<void>;
}

interface Rendering extends RenderMark {
  readonly timer: Disposable;
}

/** Whether the page of another window has crashed while it rendered these messages. */
interface Check {
  readonly messageIds: readonly string[];
  readonly done: Promise<void>;
}

export class RenderGuard implements Disposable {
  readonly #rendering = new Map<object, Rendering>();
  /** Of closed pages, until it is stored that their messages are suspected. */
  readonly #closed = new Set<RenderMark>();
  readonly #loading: Promise<void>;
  #checks: readonly Check[] = [];
  #suspects: readonly string[] = [];
  #isDisposed = false;

  constructor(
    private readonly store: RenderMarkStore,
    private readonly clock: Clock,
  ) {
    this.#loading = this.#load();
  }

  /** IDs of the messages to be shown as plain text. */
  get plainMessages(): readonly string[] {
    return this.#suspects;
  }

  /**
   * Resolves when it is known which of these messages are to be shown as plain text: some seconds later where another
   * window was rendering one of them just now, and may have crashed.
   */
  async check(messageIds: readonly string[]): Promise<void> {
    await this.#loading;
    const checks = this.#checks.filter((check) =>
      check.messageIds.some((id) => messageIds.includes(id)),
    );
    await Promise.all(checks.map(({ done }) => done));
  }

  /**
   * A page reports all messages that it is rendering; none when it has rendered them. A page that reports again was
   * only slow: the messages of its previous report are no longer suspected.
   */
  report(host: object, messageIds: readonly string[]): void {
    const before = this.#rendering.get(host)?.messageIds ?? [];
    this.#forget(host);
    if (before.some((id) => this.#suspects.includes(id))) {
      void this.#updateSuspects((ids) => ids.filter((id) => !before.includes(id)));
    }
    if (messageIds.length > 0) {
      this.#expectReport(host, messageIds);
    }
    this.#writeMarks();
  }

  /** The page is closed, or a new one has started in its place: one that had been silent before has crashed. */
  pageClosed(host: object): void {
    const rendering = this.#rendering.get(host);
    if (rendering === undefined) {
      return;
    }
    this.#forget(host);
    if (this.#isSilent(rendering)) {
      this.#closed.add(rendering);
      void this.#suspect(rendering.messageIds).then(() => {
        this.#closed.delete(rendering);
        this.#writeMarks();
      });
    }
    this.#writeMarks();
  }

  /** What a silent page was rendering stays marked, for the next window. */
  dispose(): void {
    for (const [host, rendering] of this.#rendering) {
      this.#forget(host);
      if (this.#isSilent(rendering)) {
        this.#closed.add(rendering);
      }
    }
    this.#writeMarks();
    this.#isDisposed = true;
  }

  /** Suspects the messages unless the page reports in time. */
  #expectReport(host: object, messageIds: readonly string[]): void {
    const reportedAt = this.clock.now();
    const timer = this.clock.after(silenceMs, () => {
      if (this.clock.now() - reportedAt <= longestSilenceMs) {
        void this.#suspect(messageIds);
      } else {
        this.#expectReport(host, messageIds);
      }
    });
    this.#rendering.set(host, { messageIds, timer, reportedAt });
  }

  #isSilent({ reportedAt }: RenderMark): boolean {
    const silence = this.clock.now() - reportedAt;
    return silence > longestGapMs && silence <= longestSilenceMs;
  }

  #forget(host: object): void {
    this.#rendering.get(host)?.timer.dispose();
    this.#rendering.delete(host);
  }

  #writeMarks(): void {
    if (!this.#isDisposed) {
      const marks = [...this.#closed, ...this.#rendering.values()];
      this.store.write(marks.map(({ messageIds, reportedAt }) => ({ messageIds, reportedAt })));
    }
  }

  #suspect(messageIds: readonly string[]): Promise<void> {
    return this.#updateSuspects((ids) =>
      [...ids.filter((id) => !messageIds.includes(id)), ...messageIds].slice(-maxSuspects),
    );
  }

  #updateSuspects(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    this.#suspects = change(this.#suspects);
    return this.store.updatePlainMessages(change);
  }

  async #load(): Promise<void> {
    await this.#loadSuspects();
    const others = await this.store.others();
    this.#checks = Array.from(others, ([window, marks]) => ({
      messageIds: marks.flatMap(({ messageIds }) => messageIds),
      done: this.#checkWindow(window, marks),
    }));
  }

  async #loadSuspects(): Promise<void> {
    const stored = await this.store.plainMessages();
    this.#suspects = [...new Set([...stored, ...this.#suspects])];
  }

  /** Suspects what another window was rendering, unless it reports again in time: then it runs, and decides itself. */
  async #checkWindow(window: string, marks: readonly RenderMark[]): Promise<void> {
    const lastReport = Math.max(0, ...marks.map(({ reportedAt }) => reportedAt));
    while (this.clock.now() - lastReport <= silenceMs) {
      await new Promise<void>((resolve) => {
        this.clock.after(pollMs, resolve);
      });
      if (this.#isDisposed) {
        return;
      }
      const current = await this.store.marksOf(window);
      if (JSON.stringify(current) !== JSON.stringify(marks)) {
        await this.#loadSuspects();
        return;
      }
    }
    await this.#suspect(marks.flatMap(({ messageIds }) => messageIds));
    await this.store.removeMarksOf(window);
  }
}
