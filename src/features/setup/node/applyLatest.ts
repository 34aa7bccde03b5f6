/**
 * Returns a function that reads and applies the result. Of reads that overlap, only the one that started last is applied:
 * an earlier one may end later with an older result.
 */
export function applyLatest<T>(
  read: () => Promise<T>,
  apply: (result: T) => void,
): () => Promise<void> {
  let startedReads = 0;
  return async () => {
    startedReads += 1;
    const number = startedReads;
    const result = await read();
    if (number === startedReads) {
      apply(result);
    }
  };
}
