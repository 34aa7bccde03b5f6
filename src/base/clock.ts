import type { Disposable } from './disposable';

/** The time, passed in as a dependency so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `ms`; disposing the result cancels it. */
  after(ms: number, task: () => void): Disposable;
}
