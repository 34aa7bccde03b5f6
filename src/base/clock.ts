// Time is an argument, so that tests decide when it passes.
import type { Disposable } from './disposable';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `ms`; disposing the result cancels it. */
  after(ms: number, task: () => void): Disposable;
}
