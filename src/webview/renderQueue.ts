// Renders long messages in slices, because rendering many at once would freeze the page.
import type { Disposable } from '../base/disposable';

/**
 * Script time of the slices of a frame, in ms. The browser's style and layout of what they add come on top: little far from
 * the view, a multiple of the script in view.
 */
const maxBudgetMs = 6;
const minBudgetMs = 1;

/** In ms: a frame that comes so long after the one before has missed one at 60 Hz. */
const lateMs = 25;

/** Of the page; tests have their own. */
export interface Frames {
  /** In ms. */
  now(): number;
  request(callback: () => void): void;
}

export class RenderQueue {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;
  #budgetMs = maxBudgetMs;
  /** When the last slices began; undefined after a pause. */
  #lastStart: number | undefined;

  constructor(private readonly frames: Frames) {}

  /**
   * Calls `render` soon, as many as fit into a frame. The last request comes first: the newest messages are in view.
   * What a slice requests itself belongs to the same budget.
   */
  add(render: () => void): Disposable {
    this.#waiting.push(render);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
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
    this.#adaptBudget(start);
    while (this.#waiting.length > 0 && this.frames.now() < start + this.#budgetMs) {
      this.#waiting.pop()?.();
    }
    this.#isScheduled = this.#waiting.length > 0;
    this.#lastStart = this.#isScheduled ? start : undefined;
    if (this.#isScheduled) {
      this.frames.request(() => this.#renderSlices());
    }
  }

  /** Less after a late frame, slowly more again after others. */
  #adaptBudget(start: number): void {
    if (this.#lastStart === undefined) {
      this.#budgetMs = maxBudgetMs;
    } else if (start - this.#lastStart > lateMs) {
      this.#budgetMs = Math.max(minBudgetMs, this.#budgetMs / 2);
    } else {
      this.#budgetMs = Math.min(maxBudgetMs, this.#budgetMs + 0.5);
    }
  }
}

const pageQueue = new RenderQueue({
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
});

/** Calls `render` soon, in the queue of the page. */
export const renderSoon = (render: () => void): Disposable => pageQueue.add(render);
