// CPU time, which other processes on the machine affect less than the time on a clock.

/** The least CPU time of `runs` runs, in microseconds: a pause of the engine makes single ones longer. */
export function leastCpuTime(work: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

/** How many times as long linear work may seem to take for 8 times the input; quadratic work takes 64 times as long. */
const maxGrowth = 24;
const maxRounds = 12;

/**
 * Whether work takes time in proportion to its input: `work(8)` has 8 times the input of `work(1)`. What else the machine
 * does only adds to a time, so the least of several rounds counts; linear work needs only one quiet round of each.
 */
export function isLinear(work: (factor: 1 | 8) => unknown): boolean {
  let [short, long] = [Infinity, Infinity];
  for (let round = 0; round < maxRounds; round += 1) {
    short = Math.min(
      short,
      leastCpuTime(() => work(1), 3),
    );
    long = Math.min(
      long,
      leastCpuTime(() => work(8), 1),
    );
    if (long < maxGrowth * short) {
      return true;
    }
  }
  return false;
}
