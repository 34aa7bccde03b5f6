// The types under which the benchmarks use processes.mjs, which itself must run without a compiler.

/** Prints `title` now, a line every 15 s while `work` runs, and the time it took. */
export function step<T>(title: string, work: () => Promise<T>): Promise<T>;
