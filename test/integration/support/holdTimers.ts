// Holds back Portico's timers, so that no test depends on how fast the machine is: a limit or pause of the extension
// runs out when the test says so. Tests and extension share the extension host's global functions.

export interface HeldTimers {
  /** How many timers are held now. */
  readonly count: number;
  /** Lets the held timers run out, oldest first. */
  fire(): void;
  /** Timers run by themselves again; those that are held start over. */
  readonly dispose: () => void;
}

interface HeldTimer {
  readonly ms: number;
  readonly task: () => void;
}

const { setTimeout: start, clearTimeout: stop } = globalThis;
/** Keys are the handles that the callers have. */
const held = new Map<unknown, HeldTimer>();
/** The timers that run in place of held ones once holding has ended, by the handle that the caller has. */
const restarted = new Map<unknown, NodeJS.Timeout>();

/** Until `dispose`, holds the timers that Portico starts with a delay (ms) that `isHeld` accepts. One hold at a time. */
export function holdTimers(isHeld: (ms: number) => boolean): HeldTimers {
  const holdOrStart = (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
    if (!isHeld(ms) || !isStartedByPortico()) return start(task, ms, ...args);
    // The caller needs a handle; this timer is too long to ever run out.
    const handle = start(() => {}, 2 ** 31 - 1);
    held.set(handle, { ms, task: () => task(...args) });
    return handle;
  };
  Object.assign(globalThis, { setTimeout: holdOrStart, clearTimeout: stopHeld });
  return {
    get count() {
      return held.size;
    },
    fire: () => {
      const due = [...held.keys()];
      for (const handle of due) {
        const timer = held.get(handle);
        held.delete(handle);
        timer?.task();
      }
    },
    dispose: () => {
      // `clearTimeout` stays replaced, for the handles of timers that start over.
      Object.assign(globalThis, { setTimeout: start });
      for (const [handle, { ms, task }] of held) restarted.set(handle, start(task, ms));
      held.clear();
    },
  };
}

function stopHeld(handle: NodeJS.Timeout | undefined): void {
  held.delete(handle);
  stop(restarted.get(handle));
  restarted.delete(handle);
  stop(handle);
}

/** The extension's bundle, or its clock where source maps are on. */
function isStartedByPortico(): boolean {
  return /dist[\\/]extension\.js|systemClock/u.test(new Error('stack').stack ?? '');
}
