// Runs long loops in slices, so that the extension host does other things in between.

/** In ms: less than a frame. */
const sliceMs = 8;
/** Reading the clock costs more than most items. */
const itemsPerCheck = 256;

/** Calls `run` for each item. The current task may have been long, so the first item has one of its own. Rejects with `signal`. */
export async function runInSlices<T>(
  items: readonly T[],
  signal: AbortSignal,
  run: (item: T) => void,
): Promise<void> {
  // Immediate callbacks of a task run right after it, without a turn of the event loop in between.
  await nextTask();
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
