// One that fails keeps no other from being done, and is told all the same.

/** @throws what failed first, once each was tried. */
export async function forEachSettled<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const one of all) {
    await work(one).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) {
    throw failed[0];
  }
}
