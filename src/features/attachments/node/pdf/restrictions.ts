// What code in the thread that reads PDF files cannot do. Imported first, it applies to pdf.js from its start.
import { memoryUsage } from 'node:process';

/** The limit of all arrays of bytes in this thread. They are not in its heap, and a small file can unpack to gigabytes. */
const maxArrayBytes = 500_000_000;

/** Smaller arrays are not checked. */
const minCheckedBytes = 100_000;

let isLimitReached = false;

/** Whether an array was not made, so that text may be missing. */
export function isTooLarge(): boolean {
  return isLimitReached;
}

const limitedArray = new Proxy(Uint8Array, {
  construct(target, args: readonly unknown[], newTarget) {
    const [length] = args;
    if (typeof length === 'number' && length >= minCheckedBytes) {
      const { arrayBuffers, external } = memoryUsage();
      if (length + Math.max(arrayBuffers, external) > maxArrayBytes) {
        isLimitReached = true;
        throw new RangeError('The file needs too much memory.');
      }
    }
    const array: object = Reflect.construct(target, args, newTarget);
    return array;
  },
});

Object.assign(globalThis, {
  Uint8Array: limitedArray,
  // It collects what it unpacks without a limit; without it, pdf.js unpacks into the arrays above.
  DecompressionStream: undefined,
  fetch: undefined,
  WebSocket: undefined,
  EventSource: undefined,
});

// pdf.js prints that it cannot draw pages here.
const ignore = (): void => undefined;
Object.assign(console, { log: ignore, warn: ignore, error: ignore });
