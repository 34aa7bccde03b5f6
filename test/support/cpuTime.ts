// CPU time, which other processes on the machine affect less than the time on a clock.

/** The least CPU time of `runs` runs, in microseconds: a pause of the engine makes single ones longer. */
export function leastCpuTime(work: () => unknown, runs = 5): number {
  return Math.min(...Array.from({ length: runs }, () => cpuTime(work, 1)));
}

/** The unit is microseconds. Some machines count CPU time in steps of 10 ms. */
const minMeasured = 20_000;
const maxRounds = 12;

/**
 * The CPU time of work with which other work is compared. Whatever else the machine does only adds to a time, so the
 * least of several rounds counts: work that is fast enough needs only one quiet round.
 */
export class CpuYardstick {
  readonly #repetitions: number;
  /** The unit is microseconds. */
  #least: number;

  constructor(private readonly work: () => unknown) {
    let repetitions = 1;
    let time = cpuTime(work, 1);
    while (time < minMeasured) {
      // The first run is slower than the next ones, so the estimate is low. A time of 0 says nothing.
      repetitions *= time === 0 ? 2 : Math.ceil(minMeasured / time);
      time = cpuTime(work, repetitions);
    }
    this.#repetitions = repetitions;
    this.#least = time / repetitions;
  }

  /** Whether `work` takes less than `factor` times as long as the yardstick. */
  isWithin(work: () => unknown, factor: number): boolean {
    const repetitions = Math.ceil(this.#repetitions / factor);
    let least = Infinity;
    for (let round = 0; round < maxRounds; round += 1) {
      least = Math.min(least, cpuTime(work, repetitions) / repetitions);
      if (least < factor * this.#least) {
        return true;
      }
      const time = cpuTime(this.work, this.#repetitions) / this.#repetitions;
      this.#least = Math.min(this.#least, time);
    }
    return false;
  }
}

/**
 * Whether work takes time in proportion to its input: `work(8)` has 8 times the input of `work(1)` and is compared with
 * `work(1)` 8 times, which allocates as much. Strings of more than 128 kB have pages of their own, which are slow to
 * get on some machines, so both inputs should be longer or both shorter.
 */
export function isLinear(work: (factor: 1 | 8) => unknown): boolean {
  const inPortions = new CpuYardstick(() => {
    for (let portion = 0; portion < 8; portion += 1) work(1);
  });
  // Quadratic work takes 8 times as long.
  return inPortions.isWithin(() => work(8), 4);
}

/** The microseconds of all repetitions together. */
function cpuTime(work: () => unknown, repetitions: number): number {
  const start = process.cpuUsage();
  for (let repetition = 0; repetition < repetitions; repetition += 1) work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
