// What is asked for in several places and may be done only once.

/** Runs `task` at the first call and hands the same result to all. */
export function once<T>(task: () => T): () => T {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: task() };
    return done.result;
  };
}
