// Runs long loops in slices, so that the extension host does other things in between.

/** In ms: less than a frame. */
const sliceMs = 8;
/** Reading the clock costs more than most items. */
const itemsPerCheck = 256;

/** Calls `run` for each item, from the next task on: the current one may have been long. Rejects with `signal`. */
export async function runInSlices<T>(
  items: readonly T[],
  signal: AbortSignal,
  run: (item: T) => void,
): Promise<void> {
  await nextTask();
  let sliceEnd = performance.now() + sliceMs;
  let count = 0;
  for (const item of items) {
    run(item);
    count += 1;
    if (count % itemsPerCheck === 0 && performance.now() > sliceEnd) {
      await nextTask();
      signal.throwIfAborted();
      sliceEnd = performance.now() + sliceMs;
    }
  }
  signal.throwIfAborted();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
