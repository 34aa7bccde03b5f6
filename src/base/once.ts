/** Runs `task` on the first call and returns its result on every call. */
export function once<T>(task: () => T): () => T {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: task() };
    return done.result;
  };
}
