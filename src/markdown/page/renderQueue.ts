// Renders long messages in slices, because rendering many at once would freeze the page.
import type { Disposable } from '../../base/disposable';

/**
 * How long the slices of one frame may run. The browser's style and layout come on top: little for what is far from
 * the view, several times as long for what is in view.
 */
const maxBudgetMs = 6;
const minBudgetMs = 1;

/** A frame with more work, that of the browser included, comes late at 60 Hz, and the next one has less. */
const maxFrameMs = 25;

/** The clock and the frames of the page. Tests pass their own. */
export interface Frames {
  /** The time in ms. */
  now(): number;
  request(callback: () => void): void;
  /** Calls back when the browser has painted the frame that is being made. */
  afterPaint(callback: () => void): void;
}

export class RenderQueue {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;
  #budgetMs = maxBudgetMs;

  constructor(private readonly frames: Frames) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Calls `render` soon, as many as fit into a frame. The last request comes first: the newest messages are in view.
   * What a slice requests itself belongs to the same budget.
   */
  add(render: () => void): Disposable {
    this.#waiting.push(render);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#budgetMs = maxBudgetMs;
      queueMicrotask(() => this.#renderSlices());
    }
    return {
      dispose: () => {
        const index = this.#waiting.indexOf(render);
        if (index !== -1) {
          this.#waiting.splice(index, 1);
        }
      },
    };
  }

  #renderSlices(): void {
    const start = this.frames.now();
    try {
      do {
        this.#waiting.pop()?.();
      } while (this.#waiting.length > 0 && this.frames.now() < start + this.#budgetMs);
    } finally {
      this.#isScheduled = this.#waiting.length > 0;
      if (this.#isScheduled) {
        this.frames.afterPaint(() => this.#adaptBudget(this.frames.now() - start));
        this.frames.request(() => this.#renderSlices());
      }
    }
  }

  /** Halves the budget after a long frame, and raises it step by step after others. */
  #adaptBudget(frameMs: number): void {
    this.#budgetMs =
      frameMs > maxFrameMs
        ? Math.max(minBudgetMs, this.#budgetMs / 2)
        : Math.min(maxBudgetMs, this.#budgetMs + 0.5);
  }
}

const pageQueue = new RenderQueue({
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  // A task that is posted while a frame is made runs after it.
  afterPaint: (callback) => void scheduler.postTask(callback, { priority: 'user-blocking' }),
});

/** `RenderQueue.add` for the queue of the page. */
export const renderSoon = (render: () => void): Disposable => pageQueue.add(render);

/** Whether anything waits in the queue of the page. */
export const isRendering = (): boolean => !pageQueue.isEmpty;
