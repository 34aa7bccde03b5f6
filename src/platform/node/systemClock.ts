// The system's clock; tests use a manual one.
import type { Clock } from '../../base/clock';

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
