// Long work on a conversation gives the rest of the extension its turn every few ms.
import { setImmediate } from 'node:timers/promises';

/** In ms. */
const atAStretch = 8;

export class EventLoopYielder {
  #since = performance.now();

  /** To be awaited between two pieces of work. */
  async next(): Promise<void> {
    if (performance.now() - this.#since > atAStretch) {
      await setImmediate();
      this.#since = performance.now();
    }
  }
}
