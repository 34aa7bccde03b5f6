// Old chats go by themselves, where the user wants that: looked at once a day, and never while a window starts.
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { day } from '../day';

/** After the start of a window, in ms. */
const firstLook = 10 * 60_000;
const betweenLooks = 3_600_000;

export interface UpkeepParts {
  readonly clock: Clock;
  readonly tidy: () => Promise<void>;
  /** When some window last did it, in ms since 1970; 0 for never. */
  readonly tidiedAt: () => number;
  readonly setTidiedAt: (at: number) => void;
  readonly sayUnexpected: (error: unknown) => void;
}

/** Tidies at most daily, whichever windows are open. */
export function scheduleCleanup(parts: UpkeepParts): Disposable {
  const { clock, tidy, tidiedAt, setTidiedAt, sayUnexpected } = parts;
  const look = (): void => {
    if (clock.now() - tidiedAt() >= day) {
      setTidiedAt(clock.now());
      tidy().catch(sayUnexpected);
    }
    timer = clock.after(betweenLooks, look);
  };
  let timer = clock.after(firstLook, look);
  return { dispose: () => timer.dispose() };
}
