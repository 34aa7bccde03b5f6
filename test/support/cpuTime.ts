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

const factor = 8;
/** How much longer linear work may seem to take than as much work in small portions; quadratic work takes 8 times as long. */
const maxGrowth = 3;
const maxRounds = 12;

/**
 * Whether work takes time in proportion to its input: `work(8)` has 8 times the input of `work(1)` and is compared with
 * `work(1)` 8 times, which allocates as much. What else the machine does only adds to a time, so the least of several
 * rounds counts; linear work needs only one quiet round of each.
 */
export function isLinear(work: (factor: 1 | 8) => unknown): boolean {
  let [portions, all] = [Infinity, Infinity];
  for (let round = 0; round < maxRounds; round += 1) {
    portions = Math.min(
      portions,
      leastCpuTime(() => {
        for (let portion = 0; portion < factor; portion += 1) work(1);
      }, 1),
    );
    all = Math.min(
      all,
      leastCpuTime(() => work(factor), 1),
    );
    if (all < maxGrowth * portions) {
      return true;
    }
  }
  return false;
}
