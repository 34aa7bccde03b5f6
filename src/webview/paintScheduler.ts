// One paint per frame; while text streams in, at most an eighth of the time is spent on painting.

/** Painting may take this share of the time: the next paced paint waits 8 × the last one's cost. */
const restPerCost = 8;
const longestRestMs = 1_000;

export class PaintScheduler {
  #task: (() => void) | undefined;
  #urgent = false;
  #frame: number | undefined;
  #restUntil = 0;

  /** Runs the last task given, in a frame of its own; `paced` waits while the last paint was dear. */
  request(pace: 'now' | 'paced', task: () => void): void {
    this.#task = task;
    this.#urgent ||= pace === 'now';
    this.#frame ??= requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#frame = undefined;
    const start = performance.now();
    const paced = !this.#urgent;
    if (paced && start < this.#restUntil) {
      this.#frame = requestAnimationFrame(() => this.#paint());
      return;
    }
    const task = this.#task;
    this.#task = undefined;
    this.#urgent = false;
    task?.();
    if (paced) {
      this.#rest(start);
    }
  }

  /** The cost is known once the frame is laid out and painted: a message comes after that. */
  #rest(start: number): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      const cost = performance.now() - start;
      this.#restUntil = start + Math.min(cost * restPerCost, longestRestMs);
      port1.close();
    });
    port1.start();
    port2.postMessage(undefined);
  }
}
