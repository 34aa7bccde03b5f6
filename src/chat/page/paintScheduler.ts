// Paints once per frame. While text streams in, painting may take at most a quarter of the time.

/** A paced paint waits this many times the cost of the last one. */
const pausePerCost = 3;
const maxPauseMs = 1_000;

export class PaintScheduler {
  #task: (() => void) | undefined;
  #isUrgent = false;
  #frame: number | undefined;
  #pausedUntil = 0;

  /** Runs the last requested task in the next frame; a `paced` one after the pause that the last one caused. */
  request(pace: 'now' | 'paced', task: () => void): void {
    this.#task = task;
    this.#isUrgent ||= pace === 'now';
    this.#frame ??= requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#frame = undefined;
    const start = performance.now();
    const isPaced = !this.#isUrgent;
    if (isPaced && start < this.#pausedUntil) {
      this.#frame = requestAnimationFrame(() => this.#paint());
      return;
    }
    const task = this.#task;
    this.#task = undefined;
    this.#isUrgent = false;
    task?.();
    if (isPaced) {
      this.#pauseAfter(start);
    }
  }

  /** A message arrives only after the browser has laid out and painted the frame, so it measures the full cost. */
  #pauseAfter(start: number): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      const cost = performance.now() - start;
      this.#pausedUntil = start + Math.min(cost * pausePerCost, maxPauseMs);
      port1.close();
    });
    port1.start();
    port2.postMessage(undefined);
  }
}
