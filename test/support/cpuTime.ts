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
