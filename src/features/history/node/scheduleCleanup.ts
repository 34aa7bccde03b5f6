// Schedules the cleanup of the history: once a day in one of the windows, and never while a window starts.
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { dayMs } from './staleFiles';

const firstCheckDelayMs = 10 * 60_000;
const checkIntervalMs = 3_600_000;

export interface CleanupDeps {
  readonly clock: Clock;
  readonly cleanUp: () => Promise<void>;
  /** When any window last cleaned up, in ms since 1970; 0 for never. */
  readonly lastCleanupAt: () => number;
  readonly setLastCleanupAt: (time: number) => void;
  readonly reportError: (error: unknown) => void;
}

export function scheduleCleanup(deps: CleanupDeps): Disposable {
  const { clock, cleanUp, lastCleanupAt, setLastCleanupAt, reportError } = deps;
  const check = (): void => {
    if (clock.now() - lastCleanupAt() >= dayMs) {
      setLastCleanupAt(clock.now());
      cleanUp().catch(reportError);
    }
    timer = clock.after(checkIntervalMs, check);
  };
  let timer = clock.after(firstCheckDelayMs, check);
  return { dispose: () => timer.dispose() };
}
