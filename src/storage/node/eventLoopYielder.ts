// EventLoopYielder: keeps long loops from blocking the extension host.
import { setImmediate } from 'node:timers/promises';

const maxBlockingMs = 4;

export class EventLoopYielder {
  #startedAt = performance.now();

  /** Await it in each iteration. Lets other tasks run if 4 ms have passed since it last did. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedAt > maxBlockingMs) {
      await setImmediate();
      this.#startedAt = performance.now();
    }
  }
}
