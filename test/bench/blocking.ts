// How long code keeps the extension host from doing anything else. CPU time of the thread is measured, not time on the
// clock: what other programs do does not count.
/** CPU time of this thread so far, in ms. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** CPU time of a synchronous task, in ms. */
export function cpuMsOf(task: () => void): number {
  const before = threadCpuMs();
  task();
  return threadCpuMs() - before;
}

/** Measures the longest time in which the event loop did not turn, in ms of CPU time. */
export class BlockMeter {
  #longestMs = 0;
  #lastTurn = threadCpuMs();
  #excludedMs = 0;
  readonly #timer = setInterval(() => this.#turn(), 1);

  /** Runs a task whose time does not count. */
  exclude<T>(task: () => T): T {
    const before = threadCpuMs();
    const result = task();
    this.#excludedMs += threadCpuMs() - before;
    return result;
  }

  /** Ends the measurement. */
  stop(): number {
    this.#turn();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #turn(): void {
    const now = threadCpuMs();
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastTurn - this.#excludedMs);
    this.#lastTurn = now;
    this.#excludedMs = 0;
  }
}

/** How often the yardstick is parsed: some systems count CPU time in steps of 4 ms, which one run can fall below. */
const yardstickRuns = 60;

/** The yardstick of blocks: the CPU time of JSON.parse for 1 MB, in ms. */
export function parseYardstickMs(): number {
  const row = {
    id: 'an-id-of-some-length',
    text: 'Some words of a message. '.repeat(8),
    count: 42,
  };
  const rows = Math.floor(1_000_000 / JSON.stringify(row).length);
  const json = JSON.stringify(Array.from({ length: rows }, () => row));
  const total = cpuMsOf(() => {
    for (let run = 0; run < yardstickRuns; run += 1) {
      JSON.parse(json);
    }
  });
  return total / yardstickRuns;
}
