// Types of processes.mjs, which must run without a compiler.

/** Prints `title` now, a line every 15 s while `work` runs, and the time it took. */
export function step<T>(title: string, work: () => Promise<T>): Promise<T>;
